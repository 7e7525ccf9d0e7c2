"""Reading PokerStars' texts: every variant of the grammar, on texts written for it."""

import pytest

from formats.goldens import NAMES, golden, read_one, replayed
from omaha8.errors import HistoryError
from omaha8.formats.history import History, Unit
from omaha8.formats.pokerstars import read_histories
from omaha8.formats.source import decode_text
from omaha8.formats.values import parse_amount
from omaha8.hand.actions import BetTo, Call, Check, Fold, RaiseTo
from omaha8.hand.events import PostKind
from omaha8.hand.state import Street
from omaha8.rules import HouseRules, Structure, fixed_limit, no_limit, pot_limit


def history(name: str) -> History:
    return read_one(golden(name)).history


@pytest.mark.parametrize("name", NAMES)
def test_golden_is_exact(name: str) -> None:
    assert list(replayed(golden(name))) == [[]]


@pytest.mark.parametrize(
    ("name", "stakes", "unit", "hole_cards"),
    [
        ("posts", pot_limit(100, 200), Unit.CENT, 4),
        ("side_pots_antes", pot_limit(50, 100), Unit.CHIP, 4),
        ("bounty", no_limit(15, 30), Unit.CHIP, 4),
        ("play_money_short_blind", no_limit(25, 50), Unit.CHIP, 4),
        ("five_cards_euro", pot_limit(50, 100), Unit.CENT, 5),
        ("six_cards_walk", pot_limit(100, 200), Unit.CENT, 6),
    ],
)
def test_header(name: str, stakes: object, unit: Unit, hole_cards: int) -> None:
    read = history(name)
    assert (read.stakes, read.unit, read.hole_cards) == (stakes, unit, hole_cards)


def test_fixed_limit_headers_name_bets_and_the_small_blind_is_the_one_posted() -> None:
    """R2.2: $3/$6 are the small and the big bet; the room posted $1, not half of $3."""
    stakes = history("limit_2005").stakes
    assert stakes.structure is Structure.FIXED_LIMIT
    assert (stakes.small_blind, stakes.big_blind, stakes.big_bet) == (100, 300, 600)
    assert history("eight_game_home").stakes == fixed_limit(HouseRules(), 20, 40)


@pytest.mark.parametrize(
    "header",
    [
        "PokerStars Hand #2100000006:  8-Game (Omaha Hi/Lo Limit, $20/$40 USD) - 2013/06/05 23:58:54 ET",
        "PokerStars Game #2100000006: Tournament #7, $1+$0.10 USD HORSE (Omaha Hi/Lo Limit) - Level I (20/40) - x",
        "PokerStars Home Game Hand #2100000006: {Kitchen Table}  Omaha Hi/Lo Limit (20/40) - 2013/06/05",
        "PokerStars Hand #2100000006: Tournament #7, Freeroll  Omaha Hi/Lo Limit - Level I (20/40) - 2013/06/05",
    ],
)
def test_other_headers_of_the_same_hand(header: str) -> None:
    text = golden("eight_game_home")
    read = read_one(text.replace(text.splitlines()[0], header)).history
    chips = 100 if read.unit is Unit.CENT else 1
    assert (read.hand_id, read.stakes.big_blind, read.stakes.big_bet) == ("2100000006", 20 * chips, 40 * chips)


def test_posts_become_live_and_dead() -> None:
    """R2.3, R2.6, R2.7: no small blind; both missed; a small one missed; a newcomer's live one."""
    assert [(post.seat, post.kind, post.amount) for post in history("posts").postings] == [
        (2, PostKind.BIG_BLIND, 200),
        (3, PostKind.LIVE, 200),
        (3, PostKind.DEAD, 100),
        (4, PostKind.DEAD, 100),
        (5, PostKind.LIVE, 200),
    ]


def test_a_short_stack_posting_both_blinds_pays_the_live_part_first() -> None:
    """R2.7."""
    text = golden("posts").replace("Sal ($50", "Sal ($1.50").replace("big blinds $3", "big blinds $1.50 and is all-in")
    postings = [post for post in read_one(text).history.postings if post.seat == 3]
    assert [(post.kind, post.amount) for post in postings] == [(PostKind.LIVE, 150)]


def test_who_is_dealt_in() -> None:
    """Away in a tournament means dealt in and folding; out of hand, sitting out or not posting means not."""
    assert set(history("side_pots_antes").names) == {1, 3, 4, 6, 8}
    assert set(history("bounty").names) == {1, 2, 5}
    assert set(history("posts").names) == {2, 3, 4, 5}


def test_moves_are_the_engines_actions() -> None:
    moves = [(move.street, move.seat, move.action, move.added) for move in history("limit_2005").moves]
    assert moves[:5] == [
        (Street.PREFLOP, 1, Check(), None),
        (Street.PREFLOP, 2, RaiseTo(600), None),
        (Street.PREFLOP, 4, Call(), 500),
        (Street.PREFLOP, 7, Fold(), None),
        (Street.PREFLOP, 1, Call(), 300),
    ]
    assert moves[6] == (Street.FLOP, 1, BetTo(300), None)
    assert len(moves) == 17


def test_chat_and_names_that_look_like_actions() -> None:
    read = history("limit_2005")
    assert read.names[4] == "C: folds"
    assert [move.action for move in read.moves if move.seat == 4] == [Call(), Check(), Fold()]


def test_known_cards_and_who_shows() -> None:
    read = history("play_money_short_blind")
    assert [(seat, len([card for card in cards if card is not None])) for seat, cards in read.cards] == [(1, 1), (5, 4)]
    assert read.shown == (5,)
    assert read.board[3:] == history("play_money_short_blind").board[3:]
    mucked = history("eight_game_home")
    assert {seat for seat, _ in mucked.cards} == {1, 2}
    assert mucked.shown == (2,)


def test_a_return_left_unsaid_is_not_compared_but_counts_in_the_stacks() -> None:
    results = read_one(golden("return_unsaid_2005")).results
    assert results.uncalled is None
    assert results.finals == ((1, 500), (2, 1500))


def test_results_are_kept_from_what_the_engine_is_fed() -> None:
    """Whatever the text says came of the hand, the engine is fed the same."""
    text = golden("side_pots_antes")
    changed = text.replace("collected 2590", "collected 1").replace("pot 13630", "pot 9").replace("pot 4850", "pot 7")
    assert changed != text
    assert read_one(changed).history == read_one(text).history
    assert read_one(changed).results != read_one(text).results


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("end", ["\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
def test_line_ends_marks_and_encodings(name: str, end: str, encoding: str) -> None:
    text = golden(name)
    assert read_one(decode_text(text.replace("\n", end).encode(encoding))) == read_one(text)


def test_bytes_of_no_known_encoding_are_still_text() -> None:
    assert decode_text(b"\x81\x8d") == "\x81\x8d"


def test_only_line_ends_end_lines() -> None:
    text = golden("limit_2005").replace('said, "C: folds: folds"', 'said, "\x85\u2028Anna: folds"')
    assert read_one(text) == read_one(golden("limit_2005"))


@pytest.mark.parametrize("between", ["\n\n\n", "\n", "\n\n\ufeff", "\n*********** # 2 **************\n"])
def test_several_hands_in_a_file(between: str) -> None:
    texts = [golden(name).strip("\n") for name in NAMES]
    reads = list(read_histories(between.join(texts)))
    assert [read.history.hand_id for read in reads if not isinstance(read, HistoryError)] == [
        history(name).hand_id for name in NAMES
    ]
    assert list(replayed(between.join(texts))) == [[] for _ in NAMES]


def test_a_bad_hand_does_not_stop_the_rest_of_the_file() -> None:
    bad = golden("bounty").replace("Gil: folds", "Gil: dances")
    first, second, third = replayed("\n\n".join((golden("posts"), bad, golden("limit_2005"))))
    assert first == third == []
    assert isinstance(second, HistoryError)
    assert second.code == "unknown_line"


@pytest.mark.parametrize(
    ("written", "unit", "chips"),
    [
        ("$0.29", Unit.CENT, 29),
        ("$1.5", Unit.CENT, 150),
        ("€12", Unit.CENT, 1200),
        ("12.30€", Unit.CENT, 1230),
        ("£1000000000.01", Unit.CENT, 100_000_000_001),
        ("$2", Unit.CHIP, 2),
        ("2.00", Unit.CHIP, 2),
    ],
)
def test_amounts_are_exact(written: str, unit: Unit, chips: int) -> None:
    assert parse_amount(written, unit) == chips


@pytest.mark.parametrize(("written", "unit"), [("2.50", Unit.CHIP), ("$", Unit.CENT)])
def test_amounts_that_are_no_chips(written: str, unit: Unit) -> None:
    with pytest.raises(ValueError, match="no "):
        parse_amount(written, unit)
