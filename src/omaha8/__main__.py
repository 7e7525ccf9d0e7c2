"""`python -m omaha8`: the command line."""

from omaha8.cli import main

main(prog_name="omaha8")
