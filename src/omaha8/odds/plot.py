"""Equities as a picture: a bar for each hand or range, its high half below, its low half on top.

Needs matplotlib, the extra `plot`.
"""

import os
from pathlib import Path
from typing import Any

from omaha8.errors import InputError
from omaha8.odds.report import short
from omaha8.odds.results import Equity

KINDS = (".png", ".svg", ".pdf")
_LONGEST_NAME = 28


def refuse_plot(path: Path) -> None:
    """Raise an `InputError` `plot_file` where no picture can be written there, before any work is done."""
    if path.suffix.lower() not in KINDS:
        raise InputError("plot_file", f"{path.name!r} ends in none of {', '.join(KINDS)}", "plot")
    if not os.path.isdir(path.parent):
        raise InputError("plot_file", f"{str(path.parent)!r} is no folder", "plot")
    if os.path.isdir(path):
        raise InputError("plot_file", f"{str(path)!r} is a folder; name a file", "plot")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise InputError("plot_file", f"{str(path)!r} cannot be written: no permission", "plot")
    _figure()


def save_plot(odds: Equity, path: Path) -> None:
    """Write the picture, a PNG, SVG or PDF by its ending; refused as by `refuse_plot`, and where writing fails."""
    refuse_plot(path)
    figure = _figure()(figsize=(2 + 1.4 * len(odds.hands), 4.5), layout="constrained")
    axes = figure.subplots()
    names = [short(hand.name, _LONGEST_NAME) for hand in odds.hands]
    places = range(len(names))
    highs = [100 * hand.high_share / hand.whole for hand in odds.hands]
    lows = [100 * (hand.share - hand.high_share) / hand.whole for hand in odds.hands]
    for label, values, bottoms in (("high", highs, [0.0] * len(names)), ("low", lows, highs)):
        axes.bar(places, values, bottom=bottoms, width=0.6, label=label)
    for place, high, low in zip(places, highs, lows, strict=True):
        axes.text(place, high + low + 1, f"{high + low:.2f}%", ha="center")
    axes.set(xticks=list(places), ylim=(0, 108), ylabel="share of the pot in percent")
    # The `$` of a range is no formula.
    axes.set_xticklabels(names, rotation=30 if max(map(len, names)) > 12 else 0, parse_math=False)
    axes.legend(loc="upper right")
    try:
        figure.savefig(path)
    except OSError as error:
        raise InputError("plot_file", f"{str(path)!r} cannot be written: {error.strerror}", "plot") from error


def _figure() -> Any:
    try:
        from matplotlib.figure import Figure  # noqa: PLC0415 - an extra, and slow to load
    except ImportError:
        raise InputError("plot_missing", 'plots need matplotlib: pip install "omaha8[plot]"', "plot") from None
    return Figure
