"""Hand scripts that are wrong: each is refused with its code, its line, and a word of what would be legal."""

import random
from pathlib import Path

import msgspec
import pytest

from omaha8.cards import Deck
from omaha8.errors import ScriptError
from omaha8.hand.actions import Action, Protect, Refusal
from omaha8.hand.events import Half, HandEvent, PotAwarded, Share
from omaha8.hand.machine import decide
from omaha8.hand.script import run_script
from omaha8.hand.state import HandState

SCRIPTS = sorted((Path(__file__).parent / "scripts").rglob("*.hand"))

HEAD = "game pl 5/10\nstacks s1 100 s2 100 s3 100\nbutton s3\n"
DEALT = f"{HEAD}deal s1 AsAh8c3c s2 QsQh8d3d s3 TsTh4c4d\n"
CHECKED = "preflop s3 fold | s1 call | s2 check\nflop Kd 7c 2h : s1 check | s2 check\nturn 9s : s1 check | s2 check\n"
TO_THE_END = f"{DEALT}{CHECKED}river Jd : s1 check | s2 check\n"

BAD_SCRIPTS = [
    ("", "missing_keyword", 1, "game, stacks and button"),
    ("game pl 5/10\nstacks s1 100 s2 100", "missing_keyword", 2, "button"),
    ("gmae pl 5/10", "unknown_keyword", 1, "legal: rule, game"),
    ("game pl", "bad_game", 1, "fl SMALLBET/BIGBET"),
    ("game xl 5/10", "bad_game", 1, "pl SB/BB"),
    ("game pl 5/10 hands 5", "bad_game", 1, "cards N"),
    ("game pl 5/10 cards five", "bad_house", 1, "hole_cards=five"),
    ("game pl 5-10", "bad_amount", 1, "5/10"),
    ("game pl 5/10.5", "bad_amount", 1, "whole chips"),
    ("game pl 0/10", "bad_amount", 1, "1 or more"),
    ("game pl 5/10\ngame pl 5/10", "repeated_keyword", 2, "line 1"),
    ("game pl 5/10 cards 5\nhouse classic hole_cards=5", "bad_house", 2, "twice"),
    ("house", "bad_house", 1, "classic, party, russian"),
    ("house baltic", "bad_house", 1, "classic, party, russian"),
    ("house classic odd_chips", "bad_house", 1, "name=value"),
    ("house classic odd_chip=tda", "bad_house", 1, "odd_chips"),
    ("house classic odd_chips=left", "bad_house", 1, "odd_chips=left"),
    ("house classic cap_heads_up=perhaps", "bad_house", 1, "cap_heads_up"),
    ("stacks s1", "bad_line", 1, "s1 400"),
    ("stacks s1 -5", "bad_amount", 1, "0 or more"),
    ("stacks s1 ٣", "bad_amount", 1, "whole chips"),
    ("stacks s1 1" + "0" * 20, "bad_amount", 1, "whole chips"),
    ("stacks 1 100", "bad_seat", 1, "like s3"),
    ("stacks s0 100", "bad_seat", 1, "like s3"),
    ("stacks s1 100 s1 200", "repeated_seat", 1, "s1"),
    ("stacks s1 100\nstacks s1 200", "repeated_seat", 2, "s1"),
    ("button 3", "bad_seat", 1, "like s3"),
    ("chip 0", "bad_amount", 1, "1 or more"),
    ("rake x", "bad_amount", 1, "whole chips"),
    ("posts", "bad_posts", 1, "sb none"),
    ("posts live 10", "bad_posts", 1, "a seat, then"),
    ("posts s1 alive 10", "bad_posts", 1, "straddle"),
    ("posts s1 live", "bad_posts", 1, "a seat, then"),
    ("posts bb none", "bad_posts", 1, "sb none"),
    ("posts s1 live 0", "bad_amount", 1, "1 or more"),
    ("deal s1", "bad_line", 1, "AsKd3h2h"),
    ("deal s1 AsKd3h2x", "bad_card", 1, "like As"),
    ("deal s1 AsKd3h2", "bad_card", 1, "like As"),
    ("deal s1 AsKdAsKh", "repeated_card", 1, "As"),
    ("deal s1 AsKdQsKh s2 2s3sAs5s", "repeated_card", 1, "As"),
    ("deal s1 AsKdQsKh\ndeal s1 2s3s4s5s", "repeated_seat", 2, "s1"),
    (f"{HEAD}deal s1 AsKdQs\npreflop s3 fold", "bad_deal", 4, "deals 4"),
    (f"{HEAD}deal s4 AsKdQsKh\npreflop s3 fold", "bad_seat", 4, "no stack"),
    (f"{DEALT}preflop s3 call\nflop Kd As 2h", "repeated_card", 6, "As"),
    (f"{DEALT}flop Kd 7c", "bad_board", 5, "has 3"),
    (f"{DEALT}flop Kd 7c 2h\nturn 9s Jd", "bad_board", 6, "has 1"),
    (f"{DEALT}flop Kd 7c 2h\nflop Jd : s1 check", "bad_board", 6, "flop :"),
    (f"{DEALT}turn 9s", "out_of_order", 5, "flop"),
    (f"{DEALT}preflop s3 call\nturn 9s", "out_of_order", 6, "flop"),
    (f"{DEALT}flop Kd 7c 2h\npreflop s3 call", "out_of_order", 6, "turn"),
    (f"{DEALT}preflop s3 call\nstacks s4 100", "out_of_order", 6, "setup"),
    (f"{TO_THE_END}final s1 110 s2 90 s3 100\nshow s2 muck", "out_of_order", 10, "show"),
    (f"{HEAD}preflop s3 fold | | s1 fold", "bad_line", 4, "two bars"),
    (f"{HEAD}preflop s3 jump", "bad_action", 4, "fold, check, call"),
    (f"{HEAD}preflop s3 raise", "bad_action", 4, "raise N"),
    (f"{HEAD}preflop s3 raise 2O", "bad_amount", 4, "whole chips"),
    (f"{HEAD}preflop s3 show", "bad_action", 4, "fold, check, call"),
    (f"{HEAD}preflop refuse", "bad_action", 4, "refuse s4 raise 50"),
    (f"{HEAD}preflop refuse s3 raise 12 too_small", "bad_refusal", 4, "raise_too_small"),
    (f"{HEAD}preflop legal s3 fold", "bad_legal", 4, "a colon"),
    (f"{HEAD}preflop legal s3: fold, pass", "bad_legal", 4, "bet A..B"),
    (f"{HEAD}preflop legal s3: fold, fold", "bad_legal", 4, "twice"),
    (f"{HEAD}preflop s1 call", "refused", 4, "legal s3: fold, call 10, raise 20..35"),
    (f"{HEAD}preflop s3 check", "refused", 4, "cannot_check"),
    (f"{HEAD}preflop s3 raise 36", "refused", 4, "20..35"),
    (f"{HEAD}preflop s4 fold", "refused", 4, "not_in_hand"),
    (f"{HEAD}preflop refuse s3 raise 35", "expectation", 4, "it is legal"),
    (f"{HEAD}preflop s3 raise 35 all-in", "expectation", 4, "65 chips are left"),
    (f"{HEAD}preflop s3 fold", "expectation", 4, "legal s1"),
    (f"{HEAD}preflop s3 fold | s1 fold | s2 check", "refused", 4, "hand_ended"),
    (f"{HEAD}preflop s3 fold | s1 fold\nflop Kd 7c 2h", "expectation", 5, "not dealt"),
    (f"{HEAD}preflop s3 fold | s1 fold\nunfinished", "expectation", 5, "has ended"),
    (f"{HEAD}preflop s3 fold | s1 fold\nunfinished now", "bad_line", 5, "alone"),
    (f"{HEAD}preflop s3 fold | s1 call | s2 check", "unknown_board", 4, "flop"),
    (f"{DEALT}preflop s3 fold | s1 call\nflop Kd 7c 2h : s1 check", "expectation", 6, "not dealt"),
    (f"{DEALT}preflop s3 fold | s1 call | s2 check | s1 check\nflop Kd 7c 2h", "expectation", 5, "on the flop"),
    (f"{DEALT}{CHECKED}show s2 muck", "unknown_board", 7, "river"),
    (f"{DEALT}preflop s3 fold\nshow s2 muck", "expectation", 6, "betting is not over"),
    (f"{TO_THE_END}show s2 fold", "bad_action", 9, "show, muck"),
    (f"{TO_THE_END}shown", "bad_line", 9, "shown none"),
    (f"{TO_THE_END}shown s1 s1", "repeated_seat", 9, "s1"),
    (f"{TO_THE_END}pots", "bad_line", 9, "pots none"),
    (f"{TO_THE_END}award", "bad_line", 9, "award none"),
    (f"{TO_THE_END}pots side1 20 s1 s2", "bad_pots", 9, "main"),
    (f"{TO_THE_END}pots main 20", "bad_pots", 9, "its seats"),
    (f"{TO_THE_END}award pot scoop s1 20", "bad_pot", 9, "side1"),
    (f"{TO_THE_END}award side10 scoop s1 20", "bad_pot", 9, "side1"),
    (f"{TO_THE_END}award main scoop s1 20 | main scoop s1 20", "bad_award", 9, "once"),
    (f"{TO_THE_END}award main s1 20", "bad_award", 9, "scoop SEAT N"),
    (f"{TO_THE_END}award main high s1 20", "bad_award", 9, "low"),
    (f"{TO_THE_END}award main scoop s1 10 s2 10", "bad_award", 9, "one seat"),
    (f"{TO_THE_END}award side1 scoop s1 20", "expectation", 9, "main scoop s1 20"),
    (f"{TO_THE_END}final s1 110 s2 90", "conservation", 9, "300"),
    (f"{TO_THE_END}final s1 110 s2 90 s3 101", "conservation", 9, "300"),
    (f"{TO_THE_END}final s1 111 s2 89 s3 100", "expectation", 9, "s1 110"),
    (f"{TO_THE_END}uncalled s1", "bad_line", 9, "s1 400"),
    (f"{TO_THE_END}error blinds", "out_of_order", 9, "refused at its start"),
    (f"{HEAD}error", "bad_line", 4, "code"),
    (f"{HEAD}error too_many_seats", "expectation", 4, "it starts"),
    ("game pl 10/5\nstacks s1 100 s2 100\nbutton s1\nerror too_many_seats", "blinds", 1, "small blind"),
    ("game pl 5/10\nstacks s1 100\nbutton s1", "too_few_seats", 2, "two or more"),
    ("game pl 5/10\nstacks s1 100 s2 0\nbutton s1", "bad_stack", 2, "1 chip or more"),
    ("game pl 5/10\nstacks s1 100 s2 100\nbutton s11", "bad_seat", 2, "1 to 10"),
    (f"{HEAD}posts s4 live 10", "bad_post", 4, "not dealt in"),
    (f"{HEAD}posts s3 straddle 10", "bad_post", 4, "legal are 20"),
    (f"{HEAD}# {'x' * 1000}", "line_too_long", 4, "1000"),
]


@pytest.mark.parametrize(
    ("text", "code", "line", "words"),
    BAD_SCRIPTS,
    ids=[f"{number}-{code}" for number, (_, code, _, _) in enumerate(BAD_SCRIPTS)],
)
def test_bad_scripts_are_refused_with_their_line(text: str, code: str, line: int, words: str) -> None:
    with pytest.raises(ScriptError) as caught:
        run_script(text, "bad")
    error = caught.value
    assert (error.code, error.where) == (code, f"bad:{line}")
    assert words in error.message
    assert str(error).startswith(f"bad:{line}: ")


def test_the_scripts_of_the_table_are_good_but_for_one_thing() -> None:
    run_script(f"{HEAD}preflop s3 fold | s1 fold")
    run_script(TO_THE_END)


def test_a_chip_out_of_nowhere_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Conservation is checked though the script expects nothing."""

    def generous(state: HandState, seat: int, action: Action | Protect, deck: Deck) -> tuple[HandEvent, ...] | Refusal:
        outcome = decide(state, seat, action, deck)
        if isinstance(outcome, Refusal):
            return outcome
        return tuple(
            msgspec.structs.replace(event, shares=(Share(2, Half.WHOLE, event.amount + 1),))
            if isinstance(event, PotAwarded)
            else event
            for event in outcome
        )

    monkeypatch.setattr("omaha8.hand.script.decide", generous)
    with pytest.raises(ScriptError) as caught:
        run_script(f"{HEAD}preflop s3 fold | s1 fold", "bad")
    assert (caught.value.code, caught.value.where) == ("conservation", "bad:4")


def test_whatever_the_text_only_script_errors_come_out() -> None:
    """Scripts with words moved, cut and doubled at random are played or refused, never a crash."""
    dice = random.Random(8)
    texts = [path.read_text() for path in SCRIPTS]
    words = [word for text in texts for word in text.split()]
    places = []
    for _ in range(400):
        parts = dice.choice(texts).split(" ")
        for _ in range(dice.randint(1, 3)):
            at = dice.randrange(len(parts))
            match dice.randrange(3):
                case 0:
                    parts[at] = dice.choice(words)
                case 1:
                    parts.insert(at, dice.choice(parts))
                case _:
                    parts[at] = parts[at][: len(parts[at]) // 2]
        try:
            run_script(" ".join(parts))
        except ScriptError as error:
            places.append(error.where)
    assert places
    assert all(place.startswith("script:") for place in places)
