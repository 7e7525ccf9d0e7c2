"""Odds and standings as text for a terminal, and as plain values for JSON."""

from fractions import Fraction
from typing import Any

from omaha8.cards import Card, format_cards
from omaha8.odds.nuts import Standing
from omaha8.odds.results import Equity, HandEquity

_COLUMNS = ("equity", "scoop", "high", "high tie", "low", "low tie", "quartered")


def equity_lines(odds: Equity) -> list[str]:
    """Return the table of an answer: a line for each hand, in percent, and what was counted."""
    names = [format_cards(hand.cards) for hand in odds.hands]
    width = max(len("hand"), *map(len, names))
    lines = [" ".join(["hand".ljust(width), *(f"{title:>9}" for title in _COLUMNS)])]
    for name, hand in zip(names, odds.hands, strict=True):
        cells = [f"{float(100 * value):>8.3f}%" for value in _parts(hand, odds.boards).values()]
        lines.append(" ".join([name.ljust(width), *cells]))
    known = [f"board {format_cards(odds.board)}"] if odds.board else []
    known += [f"dead {format_cards(odds.dead)}"] if odds.dead else []
    counted = f"all {odds.boards:,} boards" if odds.seed is None else f"{odds.boards:,} boards drawn, seed {odds.seed}"
    lines += ["", "; ".join([*known, counted, f"no low on {float(100 * odds.no_low_probability):.3f}%"])]
    if odds.seed is not None:
        error = max(hand.standard_error for hand in odds.hands)
        lines.append(f"standard error of an equity: at most {100 * error:.3f}%")
    return lines


def equity_values(odds: Equity) -> dict[str, Any]:
    """Return an answer for JSON: cards as text, shares as fractions of one, and the whole numbers behind them."""
    return {
        "board": format_cards(odds.board),
        "dead": format_cards(odds.dead),
        "exact": odds.seed is None,
        "seed": odds.seed,
        "boards": odds.boards,
        "no_low": odds.no_low,
        "hands": [
            {
                "cards": format_cards(hand.cards),
                "equity": float(hand.equity),
                "standard_error": hand.standard_error,
                "share": hand.share,
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


def standing_lines(found: Standing) -> list[str]:
    """Return what a hand has, a line for each half and one for its outs where a card is to come."""
    made, low = found.made, found.made.low
    lines = [f"high  {made.high.name}  {_cards(made.high.hole, made.high.board)}{_nuts(found.high_is_nuts)}"]
    lines += _outs(found.high_outs, found.to_come)
    if low is None:
        lines.append("low   none")
    else:
        lines.append(f"low   {low.name}  {_cards(low.hole, low.board)}{_nuts(found.low_is_nuts)}")
    return lines + _outs(found.low_outs, found.to_come)


def standing_values(found: Standing) -> dict[str, Any]:
    """Return the same for JSON; `low` is null where none qualifies."""
    made, low = found.made, found.made.low
    high = {
        "name": made.high.name,
        "key": made.high_key,
        "cards": format_cards((*made.high.hole, *made.high.board)),
        "nuts": found.high_is_nuts,
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
        },
        "to_come": found.to_come,
        "high_outs": [format_cards([card]) for card in found.high_outs],
        "low_outs": [format_cards([card]) for card in found.low_outs],
    }


def _cards(hole: tuple[Card, ...], board: tuple[Card, ...]) -> str:
    return f"({format_cards(hole, ' ')} with {format_cards(board, ' ')})"


def _nuts(is_nuts: bool) -> str:
    return ", the nuts" if is_nuts else ""


def _outs(outs: tuple[Card, ...], to_come: int) -> list[str]:
    if not to_come:
        return []
    cards = f": {format_cards(outs, ' ')}" if outs else ""
    return [f"      the nuts with {len(outs)} of {to_come} next cards{cards}"]
