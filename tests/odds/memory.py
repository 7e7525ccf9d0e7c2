"""How much memory a question takes."""

import subprocess
import sys
from pathlib import Path

import pytest


def most_memory(asked: str, cores: int = 2) -> int:
    """The most that a process of its own ever had, in kB; `asked` is Python, for a machine with so many cores.

    Asked for twice, because compiling kernels, where that must be done first, takes memory of its own.
    """
    if not Path("/proc/self/status").exists():
        pytest.skip("no /proc to ask")
    told = "print(open('/proc/self/status').read().split('VmHWM:')[1].split()[0])"
    machine = f"import os; os.cpu_count = lambda: {cores}; "
    code = f"{machine}from omaha8.odds import equity; {asked}; {told}"
    runs = [subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True) for _ in range(2)]
    return min(int(run.stdout) for run in runs)
