"""Odds and standings as text for a terminal, and as plain values for JSON."""

from fractions import Fraction
from typing import Any

from omaha8.cards import Card, format_cards
from omaha8.evaluation.classes import Category
from omaha8.odds.distribution import LOWS, Distribution
from omaha8.odds.nuts import Standing
from omaha8.odds.results import Equity, HandEquity

_HIGHS = tuple(category.name.lower().replace("_", " ") for category in Category)
_KIND_WIDTH = 24

_COLUMNS = ("equity", "scoop", "high", "high tie", "low", "low tie", "quartered")


def equity_lines(odds: Equity) -> list[str]:
    """Return the table of an answer: a line for each hand or range, in percent, and what was counted."""
    names = [short(hand.name) for hand in odds.hands]
    width = max(len("hand"), *map(len, names))
    lines = [" ".join(["hand".ljust(width), *(f"{title:>9}" for title in _COLUMNS)])]
    for name, hand in zip(names, odds.hands, strict=True):
        cells = [f"{float(100 * value):>8.3f}%" for value in _parts(hand, odds.boards).values()]
        lines.append(" ".join([name.ljust(width), *cells]))
    known = [f"board {format_cards(odds.board)}"] if odds.board else []
    known += [f"dead {format_cards(odds.dead)}"] if odds.dead else []
    lines += ["", "; ".join([*known, _counted(odds), f"no low on {float(100 * odds.no_low_probability):.3f}%"])]
    if odds.seed is not None:
        error = max(hand.standard_error for hand in odds.hands)
        lines.append(f"standard error of an equity: at most {100 * error:.3f}%")
    return lines


def short(name: str, longest: int = 40) -> str:
    """Return a hand's or range's name, without its end where it is long."""
    return name if len(name) <= longest else f"{name[: longest - 3]}..."


def _counted(odds: Equity) -> str:
    """Say what the percentages are of."""
    if odds.seed is not None:
        return f"{odds.boards:,} {'boards' if odds.combinations else 'deals'} drawn, seed {odds.seed}"
    if not any(hand.range for hand in odds.hands):
        return f"all {odds.boards:,} boards"
    return f"all boards of {odds.combinations:,} combinations of hands"


def equity_values(odds: Equity) -> dict[str, Any]:
    """Return an answer for JSON: cards as text, shares as fractions of one, and the whole numbers behind them."""
    return {
        "board": format_cards(odds.board),
        "dead": format_cards(odds.dead),
        "exact": odds.seed is None,
        "seed": odds.seed,
        "boards": odds.boards,
        "combinations": odds.combinations,
        "no_low": odds.no_low,
        "hands": [
            {
                "cards": format_cards(hand.cards),
                "range": hand.range,
                "equity": float(hand.equity),
                "standard_error": hand.standard_error,
                "share": hand.share,
                "high_share": hand.high_share,
                "whole": hand.whole,
                "scoops": hand.scoops,
                "high_wins": hand.high_wins,
                "high_ties": hand.high_ties,
                "low_wins": hand.low_wins,
                "low_ties": hand.low_ties,
                "quartered": hand.quartered,
            }
            for hand in odds.hands
        ],
    }


def _parts(hand: HandEquity, boards: int) -> dict[str, Fraction]:
    counts = (hand.scoops, hand.high_wins, hand.high_ties, hand.low_wins, hand.low_ties, hand.quartered)
    values = (hand.equity, *(Fraction(count, boards) for count in counts))
    return dict(zip(_COLUMNS, values, strict=True))


def distribution_lines(found: Distribution) -> list[str]:
    """Return a table for each hand or range: how often it makes what, in percent, a column for each street."""
    lines = []
    for hand in found.hands:
        streets = hand.streets
        lines += [
            "",
            " ".join([short(hand.name, _KIND_WIDTH).ljust(_KIND_WIDTH), *(f"{each.street:>9}" for each in streets)]),
        ]
        for names, counts in ((_HIGHS, [each.high for each in streets]), (LOWS, [each.low for each in streets])):
            for place, name in reversed(list(enumerate(names))):
                cells = [f"{100 * of[place] / each.deals:>8.3f}%" for of, each in zip(counts, streets, strict=True)]
                lines.append(" ".join([f"  {name}".ljust(_KIND_WIDTH), *cells]))
    if found.seed is not None:
        deals = found.hands[0].streets[0].deals
        lines += ["", f"{deals:,} deals drawn, seed {found.seed}"]
    return lines


def distribution_values(found: Distribution) -> dict[str, Any]:
    """Return the same for JSON: the number of deals for each kind, by street."""
    return {
        "exact": found.seed is None,
        "seed": found.seed,
        "hands": [
            {
                "cards": format_cards(hand.cards),
                "range": hand.range,
                "streets": [
                    {
                        "street": each.street,
                        "deals": each.deals,
                        "high": dict(zip(_HIGHS, each.high, strict=True)),
                        "low": dict(zip(LOWS, each.low, strict=True)),
                    }
                    for each in hand.streets
                ],
            }
            for hand in found.hands
        ],
    }


def standing_lines(found: Standing) -> list[str]:
    """Return what a hand has, a line for each half and one for its outs where a card is to come."""
    made, low = found.made, found.made.low
    lines = [f"high  {made.high.name}  {_cards(made.high.hole, made.high.board)}{_distance(found.better_highs)}"]
    lines += _outs(found.high_outs, found.to_come)
    if low is None:
        lines.append("low   none")
    else:
        lines.append(f"low   {low.name}  {_cards(low.hole, low.board)}{_distance(found.better_lows)}")
    return lines + _outs(found.low_outs, found.to_come)


def standing_values(found: Standing) -> dict[str, Any]:
    """Return the same for JSON; `low` is null where none qualifies."""
    made, low = found.made, found.made.low
    high = {
        "name": made.high.name,
        "key": made.high_key,
        "cards": format_cards((*made.high.hole, *made.high.board)),
        "nuts": found.high_is_nuts,
        "better": found.better_highs,
    }
    return {
        "hand": format_cards(made.hole),
        "board": format_cards(made.board),
        "high": high,
        "low": None
        if low is None
        else {
            "name": low.name,
            "key": low.key,
            "cards": format_cards((*low.hole, *low.board)),
            "nuts": found.low_is_nuts,
            "better": found.better_lows,
        },
        "to_come": found.to_come,
        "high_outs": [format_cards([card]) for card in found.high_outs],
        "low_outs": [format_cards([card]) for card in found.low_outs],
    }


def _cards(hole: tuple[Card, ...], board: tuple[Card, ...]) -> str:
    return f"({format_cards(hole, ' ')} with {format_cards(board, ' ')})"


def _distance(better: int) -> str:
    if better == 0:
        return ", the nuts"
    return f", {better} better {'one is' if better == 1 else 'ones are'} possible"


def _outs(outs: tuple[Card, ...], to_come: int) -> list[str]:
    if not to_come:
        return []
    cards = f": {format_cards(outs, ' ')}" if outs else ""
    return [f"      the nuts with {len(outs)} of {to_come} next cards{cards}"]
