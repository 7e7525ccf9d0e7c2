"""Replays of other rooms' hands: what the comparer sees, and how a replay is steered."""

import pytest
from msgspec.structs import replace

from formats.goldens import NAMES, golden, read_one, replayed
from omaha8.cards import parse_cards
from omaha8.errors import HistoryError
from omaha8.formats.history import Move, Unit
from omaha8.hand.actions import Check, Fold, Protect
from omaha8.hand.events import Mucked, Protected, Shown
from omaha8.hand.state import Street
from omaha8.replay import USUAL_RULES, Difference, compare, replay_history
from omaha8.rules import OddChips


@pytest.mark.parametrize(
    ("name", "old", "new", "differences"),
    [
        pytest.param(
            "side_pots_antes",
            "Xena collected 1213 from main pot",
            "Xena collected 1212 from main pot",
            {
                "rake, against what the payments leave of the pot": (0, 1),
                "paid to Xena from the main pot": (1212, 1213),
                "final stack of Xena": (8797, 8798),
            },
            id="a payment a chip short",
        ),
        pytest.param(
            "side_pots_antes",
            "Xena collected 900 from side pot-1 \nUma collected 900 from side pot-1 ",
            "Xena collected 1800 from side pot-1 ",
            {
                "paid to Xena from the side pot 1": (3600, 2700),
                "paid to Uma from the side pot 1": (0, 900),
                "final stack of Xena": (9698, 8798),
                "final stack of Uma": (2507, 3407),
            },
            id="a quarter paid to the wrong player",
        ),
        pytest.param(
            "side_pots_antes",
            "Uma collected 900 from side pot-1",
            "Uma collected 900 from side pot-2",
            {
                "paid to Uma from the side pot 2": (2195, 1295),
                "paid to Uma from the side pot 1": (0, 900),
            },
            id="the right amount from the wrong pot",
        ),
        pytest.param(
            "side_pots_antes",
            "Side pot-1 3600. Side pot-2 5180.",
            "Side pot-1 3500. Side pot-2 5280.",
            {"size of the side pot 1": (3500, 3600), "size of the side pot 2": (5280, 5180)},
            id="side pots cut elsewhere",
        ),
        pytest.param(
            "side_pots_antes",
            "Main pot 4850. Side pot-1 3600. Side pot-2 5180.",
            "Main pot 4850. Side pot 8780.",
            {"size of the side pot 1": (8780, 3600), "size of the side pot 2": (0, 5180)},
            id="a pot missing",
        ),
        pytest.param(
            "limit_2005",
            "Total pot $88",
            "Total pot $89",
            {
                "total pot": (8900, 8800),
                "rake, against what the payments leave of the pot": (100, 200),
                "size of the pot": (8900, 8800),
            },
            id="the total",
        ),
        pytest.param(
            "five_cards_euro",
            "Uncalled bet (€18.50)",
            "Uncalled bet (€18.40)",
            {"uncalled bet returned to cy": (1840, 1850), "final stack of cy": (22268, 22278)},
            id="a returned bet",
        ),
        pytest.param(
            "five_cards_euro",
            "Rake €0.92",
            "Rake €0.91",
            {
                "rake, against what the payments leave of the pot": (91, 92),
                "paid to cy from the pots": (1758, 1759),
                "final stack of cy": (22278, 22279),
            },
            id="the rake",
        ),
    ],
)
def test_a_changed_result_is_named(name: str, old: str, new: str, differences: dict[str, tuple[int, int]]) -> None:
    text = golden(name)
    assert old in text
    (found,) = replayed(text.replace(old, new, 1))
    assert isinstance(found, list), found
    assert {difference.what: (difference.expected, difference.got) for difference in found} == differences


@pytest.mark.parametrize("name", NAMES)
def test_no_payment_can_be_changed_unseen(name: str) -> None:
    lines = golden(name).splitlines()
    paid = [number for number, line in enumerate(lines) if " collected " in line and not line.startswith("Seat")]
    assert paid
    for number in paid:
        changed = list(lines)
        amount = next(word for word in lines[number].split(" collected ")[1].split())
        changed[number] = lines[number].replace(amount, amount[:-1] + str((int(amount[-1]) + 1) % 10), 1)
        (found,) = replayed("\n".join(changed))
        assert found


def test_a_difference_in_words() -> None:
    difference = Difference("total pot", 8900, 8800)
    assert difference.describe(Unit.CENT) == "total pot: expected 89.00, got 88.00"
    assert difference.describe(Unit.CHIP) == "total pot: expected 8900, got 8800"
    assert Difference("final stack of A", 5, -5).describe(Unit.CENT) == "final stack of A: expected 0.05, got -0.05"


def test_where_odd_chips_go_is_the_callers_choice() -> None:
    """R7.4: of the main pot's low half of 2425 an odd chip is left; some rooms give it to the high half."""
    read = read_one(golden("side_pots_antes"))
    house = replay_history(read.history, replace(USUAL_RULES, odd_chips=OddChips.LOW_REMAINDER_TO_HIGH))
    found = {found.what: (found.expected, found.got) for found in compare(read.history, read.results, house)}
    assert found["paid to Vic from the main pot"] == (2425, 2426)
    assert found["paid to Xena from the main pot"] == (1213, 1212)


def test_the_smallest_chip_is_the_callers_choice() -> None:
    """R7.4: with chips of 50 cents 87.00 is 43.50 twice; with whole dollars 44 and 43."""
    read = read_one(golden("limit_2005"))
    assert compare(read.history, read.results, replay_history(read.history, smallest_chip=50)) == []
    found = compare(read.history, read.results, replay_history(read.history, smallest_chip=100))
    assert [(one.what, one.expected, one.got) for one in found[:2]] == [
        ("paid to Bo K. from the pots", 4350, 4400),
        ("paid to Anna from the pots", 4350, 4300),
    ]


def test_a_beaten_hand_is_shown_where_the_text_shows_it_and_mucked_where_not() -> None:
    """R7.5: Quin's kings lose to the straight; the text mucks them, and names them afterwards."""
    text = golden("eight_game_home")
    assert Mucked(1) in replay_history(read_one(text).history).events
    shown = replay_history(read_one(text.replace("Quin: mucks hand", "Quin: shows [Ks Kd 4c 4d] (HI: x)")).history)
    assert Mucked(1) not in shown.events
    assert [event.seat for event in shown.events if isinstance(event, Shown)] == [2, 1]


def test_a_mucked_hand_that_was_not_beaten_is_seen() -> None:
    """The mucked cards are played too: had Quin held a full house the payment would be wrong."""
    (found,) = replayed(golden("eight_game_home").replace("mucked [Ks Kd 4c 4d]", "mucked [Qd Qc 4c 4d]"))
    assert isinstance(found, list)
    assert found[0] == Difference("paid to Rae from the pots", 240, 0)


def test_the_winner_without_a_showdown_may_show() -> None:
    """R7.9."""
    events = replay_history(read_one(golden("five_cards_euro")).history).events
    assert isinstance(events[-1], Shown)
    assert not any(isinstance(event, Shown) for event in replay_history(read_one(golden("posts")).history).events)


def test_a_protected_player_stays_in_for_what_was_paid() -> None:
    """R8.4, for rooms that record it: a move of its own in the neutral type."""
    history = read_one(golden("five_cards_euro")).history
    *before, _bet, fold = history.moves
    assert isinstance(fold.action, Fold)
    check = Move(street=Street.FLOP, seat=3, action=Check(), line=15)
    protect = Move(street=Street.FLOP, seat=1, action=Protect(), line=16)
    cut_off = replace(history, moves=(*before, check, protect))
    with pytest.raises(HistoryError, match="does not know the turn"):
        replay_history(cut_off)
    replayed_hand = replay_history(replace(cut_off, board=history.board + parse_cards("6c 9s")))
    assert Protected(1) in replayed_hand.events
    assert replayed_hand.state.stacks[1] == 10_000 - 900
