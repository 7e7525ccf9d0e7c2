"""Exact odds against odds by the book, and against the plain enumeration of all boards, on both tiers."""

import random
from fractions import Fraction

import pytest

from odds.by_hand import agrees
from odds.spots import seats, spot
from omaha8.cards import format_cards
from omaha8.odds import equity, exact
from omaha8.odds.matchup import read
from omaha8.odds.results import parts


@pytest.mark.parametrize("hole_cards", [4, 5, 6])
def test_heads_up_on_turns_and_full_boards(tier: str, hole_cards: int) -> None:
    rng = random.Random(f"turn {hole_cards}")
    for case in range(8):
        hands, board, dead = spot(rng, 2, hole_cards, 5 if case == 0 else 4, rng.choice((0, 0, 3)))
        agrees(equity(hands, board, dead), hands, board, dead)


@pytest.mark.parametrize("hole_cards", [4, 5, 6])
def test_many_hands_on_turns(tier: str, hole_cards: int) -> None:
    rng = random.Random(f"many {hole_cards}")
    for _ in range(4):
        hands, board, dead = spot(rng, seats(rng, hole_cards), hole_cards, 4, rng.choice((0, 2)))
        agrees(equity(hands, board, dead), hands, board, dead)


@pytest.mark.parametrize("hole_cards", [4, 5, 6])
def test_flops(tier: str, hole_cards: int) -> None:
    """Few cards are left, or the oracle would take long; with one suit on the flop flushes are thick."""
    rng = random.Random(f"flop {hole_cards}")
    for players in (2, 4):
        hands, board, dead = spot(rng, players, hole_cards, 3, 33 - players * hole_cards)
        agrees(equity(hands, board, dead), hands, board, dead)


def test_before_the_flop_with_few_cards_left(tier: str) -> None:
    rng = random.Random("few")
    for players, hole_cards in ((10, 4), (8, 5), (7, 6), (2, 4)):
        hands, board, dead = spot(rng, players, hole_cards, 0, 52 - players * hole_cards - 9)
        agrees(equity(hands, board, dead), hands, board, dead)


def enumerations_agree(rng: random.Random, players: int, hole_cards: int, unseen: int) -> None:
    """The counts of the quick way are those of all boards, each ranked."""
    match_up = read(*spot(rng, players, hole_cards, 0, max(0, 52 - players * hole_cards - unseen)))
    counts = exact.count(match_up)
    assert counts.sum() == match_up.boards
    assert (counts == exact.count_boards(match_up)).all(), match_up


def test_before_the_flop_heads_up(tier: str) -> None:
    rng = random.Random("preflop")
    for case in range(24):
        enumerations_agree(rng, 2, 4 + case % 3, 20)


def test_before_the_flop_many_hands(tier: str) -> None:
    rng = random.Random("preflop many")
    for case in range(12):
        hole_cards = 4 + case % 3
        enumerations_agree(rng, seats(rng, hole_cards), hole_cards, 20)


def test_known_odds(tier: str) -> None:
    """All 1,086,008 boards; the counts are those of poker-equity's `omaha_hi_lo`."""
    found = equity(["AsKs2s3h", "QhJh5c6d"])
    ace, queen = found.hands
    assert (found.boards, found.no_low, found.parts) == (1_086_008, 462_928, 4)
    assert ace.equity == Fraction(63_170_025, 108_600_800)
    assert (ace.scoops, ace.high_wins, ace.high_ties, ace.low_wins, ace.low_ties) == (
        448_202,
        530_198,
        570,
        509_302,
        243,
    )
    assert (queen.scoops, queen.high_wins, queen.low_wins) == (271_036, 555_240, 113_535)


def test_quartered_in_so_many_words() -> None:
    """A-2 twice: the low is tied, and the first also wins the high."""
    found = equity(["Ac2cKhKd", "Ad2dQhJs"], "3s4h8cKsTc")
    first, second = found.hands
    assert (first.equity, second.equity) == (Fraction(3, 4), Fraction(1, 4))
    assert (first.quartered, second.quartered, first.scoops) == (0, 1, 0)
    assert (first.high_wins, first.low_ties, second.low_ties) == (1, 1, 1)


def test_a_pot_divides_among_any_number() -> None:
    for players in range(2, 11):
        assert all(parts(players) // 2 % winners == 0 for winners in range(1, players + 1))


@pytest.mark.deep
def test_many_heads_up_against_all_boards(tier: str) -> None:
    rng = random.Random("deep")
    for case in range(200):
        enumerations_agree(rng, 2, 4 + case % 3, 22)
    for hole_cards in (4, 5, 6):
        enumerations_agree(rng, 2, hole_cards, 44)


@pytest.mark.deep
def test_many_n_way_against_all_boards(tier: str) -> None:
    rng = random.Random("deep many")
    for case in range(50):
        hole_cards = 4 + case % 3
        enumerations_agree(rng, seats(rng, hole_cards), hole_cards, 22)


@pytest.mark.deep
def test_many_by_the_book(tier: str) -> None:
    rng = random.Random("deep book")
    for case in range(30):
        hole_cards = 4 + case % 3
        hands, board, dead = spot(rng, seats(rng, hole_cards, 2), hole_cards, 4, rng.choice((0, 2)))
        agrees(equity(hands, board, dead), hands, board, dead)


@pytest.mark.deep
def test_poker_equity_agrees(tier: str) -> None:
    """Another program altogether, on turns and flops."""
    peer = pytest.importorskip("poker_equity")
    rng = random.Random("peer")
    for case in range(40):
        hole_cards = 4 + case % 2
        match_up = read(*spot(rng, rng.randint(2, 5), hole_cards, rng.choice((3, 4)), rng.choice((0, 2))))
        game = "omaha_hi_lo" if hole_cards == 4 else "omaha_five_hi_lo"
        found = equity(match_up.hands, match_up.board, match_up.dead)
        theirs = peer.exact_from_text(
            game,
            [format_cards(hand) for hand in match_up.hands],
            format_cards(match_up.board),
            format_cards(match_up.dead),
        )
        assert theirs["samples"] == found.boards
        assert theirs["scoop_count"] == [hand.scoops for hand in found.hands]
        assert theirs["high_win_count"] == [hand.high_wins for hand in found.hands]
        assert theirs["low_tie_count"] == [hand.low_ties for hand in found.hands]
        assert [player["equity"] for player in theirs["players"]] == pytest.approx(
            [float(hand.equity) for hand in found.hands], abs=1e-12
        )
