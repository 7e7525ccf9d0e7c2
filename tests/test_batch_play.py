"""Batches end as the engine does, to the chip, given the same decks and the same choices."""

import random
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from omaha8.cards import Deck
from omaha8.errors import InputError
from omaha8.evaluation import batch
from omaha8.hand import (
    Action,
    BetTo,
    Call,
    Check,
    Fold,
    HandSetup,
    HandState,
    LegalActions,
    Muck,
    RaiseTo,
    Refusal,
    Show,
    blinds,
    decide,
    legal_actions,
    replay,
    start,
)
from omaha8.hand.events import Half
from omaha8.rules import HouseRules, Stakes, Structure, fixed_limit, pot_limit

pytest.importorskip("numba")

from omaha8.batch_play import ByStreet, Deals, Mix, PlayedHands, deal_many, play_dealt, play_many

WORD = (1 << 64) - 1
STAKES = fixed_limit(HouseRules(), 2, 4)
RAISING = Mix(1, 3, 6)
USUAL = Mix(10, 65, 25)


@pytest.fixture(autouse=True)
def _kernels_for_here_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch._choice, "always_compiled", False)


def draws(key: int) -> Iterator[int]:
    """The choices of a hand: 32 bits each, SplitMix64 from its key on."""
    while True:
        key = key + 0x9E3779B97F4A7C15 & WORD
        mixed = (key ^ key >> 30) * 0xBF58476D1CE4E5B9 & WORD
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & WORD
        yield (mixed ^ mixed >> 31) >> 32


def choose(legal: LegalActions, mix: Mix, draw: int) -> Action:
    """What a mix says, in whole numbers as documented: fold, then call, then raise."""
    whole = mix.fold + mix.call + mix.raise_
    if draw < (mix.fold << 32) // whole:
        return Check() if legal.check else Fold()
    if draw >= (mix.fold + mix.call << 32) // whole:
        if legal.bet is not None:
            return BetTo(legal.bet.most)
        if legal.raise_to is not None:
            return RaiseTo(legal.raise_to.most)
    return Check() if legal.check else Call()


def play_on_the_engine(setup: HandSetup, deck: Deck, key: int, mixes: list[ByStreet]) -> tuple[HandState, int]:
    """The final state and the number of decisions."""
    state = replay(start(setup, deck), deck)
    numbers, decisions = draws(key), 0
    while (legal := legal_actions(state)) is not None:
        if legal.muck:
            action: Action = Show() if decisions % 2 else Muck()
        else:
            seat = mixes[legal.seat - 1]
            mix = (seat.preflop, seat.flop, seat.turn, seat.river)[state.street]
            action = choose(legal, mix, next(numbers))
            decisions += 1
        outcome = decide(state, legal.seat, action, deck)
        assert not isinstance(outcome, Refusal)
        state = replay(outcome, deck, state)
    return state, decisions


def seen(played: PlayedHands, row: int) -> tuple[object, ...]:
    counts = (played.actions, played.pot, played.pots, played.showdown, played.split, played.scooped)
    return (played.stacks[row].tolist(), *(int(count[row]) for count in counts))


def compare(players: int, hands: int, rng: random.Random, cards: int = 4) -> set[str]:
    """Play hands on both, stacks from one chip; what of the hard cases there was."""
    big = rng.choice((2, 3, 5, 10))
    stakes = Stakes(
        structure=Structure.FIXED_LIMIT,
        small_blind=rng.randint(1, big),
        big_blind=big,
        big_bet=rng.choice((big, big + 1, 2 * big)),
    )
    mixes = [
        ByStreet(*(rng.choice((RAISING, USUAL, Mix(2, 5, 3), Mix(0, 1, 1))) for _ in range(4))) for _ in range(players)
    ]
    deepest = rng.choice((big, 4 * big, 12 * big, 40 * big))
    stacks = np.array([[rng.randint(1, rng.choice((big, deepest))) for _ in range(players)] for _ in range(hands)])
    deals = deal_many(hands, players, cards, seed=rng.getrandbits(64), first=rng.randrange(1000))
    played = play_dealt(deals, players, mixes, stakes=stakes, stacks=stacks)
    met = set()
    for row in range(hands):
        button = (int(deals.firsts[row]) - 1) % players + 1
        setup = HandSetup(
            rules=HouseRules(hole_cards=cards),
            stakes=stakes,
            button=button,
            stacks=tuple((seat, int(stacks[row, seat - 1])) for seat in range(1, players + 1)),
            posts=blinds(stakes, range(1, players + 1), button),
        )
        state, decisions = play_on_the_engine(
            setup, Deck(tuple(deals.decks[row].tolist())), int(deals.keys[row]), mixes
        )
        shares = [len(award.shares) for award in state.awards]
        showdown = sum(seat.is_live for seat in state.seats) > 1
        contested = [
            sum(state.seat(number).is_live for number in award.seats) > 1 and len(award.shares) == 1
            for award in state.awards
        ]
        expected = (
            [state.stacks[seat] for seat in range(1, players + 1)],
            decisions,
            sum(award.amount for award in state.awards),
            len(shares),
            showdown,
            sum(share > 1 for share in shares),
            sum(contested),
        )
        assert seen(played, row) == expected, (setup, deals.decks[row], deals.keys[row], mixes)
        met |= hard_cases(state, big)
    return met


def hard_cases(state: HandState, big: int) -> set[str]:
    highs = [[share.amount for share in award.shares if share.half is not Half.LOW] for award in state.awards]
    found = {
        "side pots": len(state.awards) > 2,
        "short big blind": state.blinds_posted[1] < big,
        "odd chips": any(len(set(amounts)) > 1 for amounts in highs),
        "shared highs and lows": any(len(award.shares) > 3 for award in state.awards),
        "no showdown": len(state.board) < 5,
    }
    return {name for name, is_there in found.items() if is_there}


@pytest.mark.parametrize("players", range(2, 11))
def test_a_batch_ends_as_the_engine_does(players: int) -> None:
    rng = random.Random(players)
    for _ in range(4):
        compare(players, 15, rng)


def test_five_and_six_cards_too() -> None:
    rng = random.Random(56)
    for players, cards in ((2, 5), (9, 5), (2, 6), (7, 6)):
        compare(players, 15, rng, cards)


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(20))
def test_twenty_thousand_hands_end_as_on_the_engine(seed: int) -> None:
    rng = random.Random(f"batch {seed}")
    met: set[str] = set()
    for _ in range(50):
        met |= compare(rng.randint(2, 10), 20, rng)
    assert met == {"side pots", "short big blind", "odd chips", "shared highs and lows", "no showdown"}


def test_no_chip_is_lost_in_a_million_hands() -> None:
    rng = np.random.default_rng(8)
    hands = 112_000
    for players in range(2, 11):
        stacks = rng.integers(1, rng.choice([5, 200], (hands, players)), endpoint=True)
        played = play_dealt(deal_many(hands, players, seed=8), players, USUAL, stakes=STAKES, stacks=stacks)
        assert (played.stacks.sum(axis=1) == stacks.sum(axis=1)).all()
        assert (played.stacks >= 0).all()


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_adding_up_is_adding_up(threads: int) -> None:
    """More hands than one thread plays at a time, and no whole number of rounds."""
    hands, players, stacks = 7_001, 3, [20, 1, 300]
    mixes = [USUAL, RAISING, Mix(0, 1, 0)]
    added = play_many(hands, players, mixes, stakes=STAKES, stacks=stacks, seed=3, threads=threads)
    played = play_dealt(deal_many(hands, players, seed=3), players, mixes, stakes=STAKES, stacks=stacks)
    won = played.stacks - stacks
    assert added.by_seat.tolist() == won.sum(axis=0).tolist()
    assert added.squares.tolist() == (won**2).sum(axis=0).tolist()
    for place in range(players):
        seats = (np.arange(hands) + place) % players  # the button is on seat 1, the column 0, first
        assert added.by_place[place] == won[np.arange(hands), seats].sum()
    counted = played.actions, played.showdown, played.split, played.scooped
    expected = (added.actions, added.showdowns, added.split_pots, added.scooped_pots)
    assert [int(count.sum()) for count in counted] == list(expected)


def test_hands_go_on_where_others_end() -> None:
    whole, rest = deal_many(100, 4, seed=9), deal_many(40, 4, seed=9, first=60)
    assert (whole.decks[60:] == rest.decks).all()
    assert (whole.keys[60:] == rest.keys).all()
    assert (whole.firsts[60:] == rest.firsts).all()
    assert (deal_many(100, 4, seed=10).decks != whole.decks).any(axis=1).all()


def test_who_always_folds_loses_the_small_blind() -> None:
    folding = play_many(600, 6, Mix(1, 0, 0), stakes=STAKES, stacks=50)
    assert folding.by_place.tolist() == [0, -600, 600, 0, 0, 0]
    assert folding.by_seat.tolist() == [0] * 6
    assert (folding.actions, folding.showdowns, folding.scooped_pots) == (600 * 5, 0, 0)


def test_every_card_comes_everywhere_equally_often() -> None:
    hands = 100_000
    decks = deal_many(hands, 10, seed=1).decks
    for place in range(decks.shape[1]):
        seen = np.bincount(decks[:, place], minlength=52)
        chi_square = ((seen - hands / 52) ** 2 / (hands / 52)).sum()
        assert 51 - 5 * 101**0.5 < chi_square < 51 + 5 * 101**0.5, place


def test_equal_players_win_equally() -> None:
    result = play_many(120_000, 6, USUAL, stakes=STAKES, stacks=60, seed=2)
    far_off = np.abs(result.by_seat / result.hands) / result.standard_errors
    assert far_off.max() < 4


PROBLEMS: dict[str, tuple[Callable[[], object], str]] = {
    "players": (lambda: play_many(10, 11, USUAL, stakes=STAKES, stacks=50), "players"),
    "players with six cards": (lambda: play_many(10, 8, USUAL, stakes=STAKES, stacks=50, cards=6), "players"),
    "cards": (lambda: deal_many(10, 3, 7), "hole_cards"),
    "hands": (lambda: play_many(0, 6, USUAL, stakes=STAKES, stacks=50), "hands"),
    "seed": (lambda: play_many(1, 6, USUAL, stakes=STAKES, stacks=50, seed=-1), "seed"),
    "threads": (lambda: play_many(1, 6, USUAL, stakes=STAKES, stacks=50, threads=0), "threads"),
    "many threads": (lambda: play_many(1, 6, USUAL, stakes=STAKES, stacks=50, threads=10**6), "threads"),
    "first": (lambda: deal_many(1, 6, first=-1), "first"),
    "pot limit": (lambda: play_many(1, 6, USUAL, stakes=pot_limit(1, 2), stacks=50), "stakes"),
    "big bet": (lambda: play_many(1, 2, USUAL, stakes=fixed_limit(HouseRules(), 2, 1 << 41), stacks=50), "stakes"),
    "no chips": (lambda: play_many(1, 2, USUAL, stakes=STAKES, stacks=[50, 0]), "stacks"),
    "halves of chips": (lambda: play_many(1, 2, USUAL, stakes=STAKES, stacks=1.5), "stacks"),
    "stacks": (lambda: play_many(1, 2, USUAL, stakes=STAKES, stacks=[50, 50, 50]), "stacks"),
    "stacks by hand": (lambda: play_many(2, 2, USUAL, stakes=STAKES, stacks=[[50, 50], [50, 50]]), "stacks"),
    "mixes": (lambda: play_many(1, 3, [USUAL, USUAL], stakes=STAKES, stacks=50), "mixes"),
    "a mix": (lambda: play_many(1, 2, [USUAL, "loose"], stakes=STAKES, stacks=50), "mixes"),  # type: ignore[list-item]
    "no weights": (lambda: Mix(0, 0, 0), "mixes"),
    "a weight below 0": (lambda: Mix(-1, 5, 5), "mixes"),
    "width": (lambda: play_given(lambda deals: deals._replace(decks=deals.decks[:, 1:])), "decks"),
    "type": (lambda: play_given(lambda deals: deals._replace(decks=deals.decks.astype(np.int64))), "decks"),
    "codes": (lambda: play_given(lambda deals: deals._replace(decks=deals.decks + np.uint8(52))), "decks"),
    "repeats": (lambda: play_given(lambda deals: deals._replace(decks=deals.decks // np.uint8(2))), "decks"),
    "keys": (lambda: play_given(lambda deals: deals._replace(keys=deals.keys[1:])), "keys"),
    "firsts": (lambda: play_given(lambda deals: deals._replace(firsts=deals.firsts + 1)), "firsts"),
}


def play_given(changed: Callable[[Deals], Deals]) -> PlayedHands:
    return play_dealt(changed(deal_many(4, 3)), 3, USUAL, stakes=STAKES, stacks=50)


@pytest.mark.parametrize("name", PROBLEMS)
def test_what_cannot_be_played_is_refused(name: str) -> None:
    play, where = PROBLEMS[name]
    with pytest.raises(InputError) as raised:
        play()
    assert raised.value.where == where


def test_without_numba_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "_import_kernels", lambda module: None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'omaha8\[fast\]'"):
        play_many(1, 2, USUAL, stakes=STAKES, stacks=50)
