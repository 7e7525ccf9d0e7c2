"""PokerKit's faults, each in its smallest hand: our value, and what PokerKit 0.7.7 has instead.

The numbered cases are those of the list of faults the project began with; the others were found by this comparison.
Where a later PokerKit mends one, its test here fails and its predicate can go.
"""

from typing import NamedTuple

import pokerkit
import pytest

from differential.faults import FAULTS, Bites, Moment
from differential.oracle import AUTOMATIONS, Oracle, Turn
from omaha8.hand.actions import AmountRange
from omaha8.hand.betting import legal_actions
from omaha8.hand.evolve import evolve
from omaha8.hand.script import run_script


class Both:
    """A script played on both engines, and the faults that its last moment falls under."""

    def __init__(self, script: str, *, trim_dead_posts: bool = False) -> None:
        result = run_script(script)
        setup, deck = result.setup, result.deck
        assert setup is not None
        assert deck is not None
        self.oracle = Oracle(setup, deck, trim_dead_posts=trim_dead_posts)
        first, *rest = result.events
        moment = Moment(evolve(None, first, deck), ())
        for event in rest:
            moment = moment.after(event, evolve(moment.state, event, deck))
            self.oracle.follow(event)
        self.state = moment.state
        asked = (Bites.PAYMENT,) if self.state.has_ended else (Bites.EVERYTHING, Bites.RAISES)
        self.faults = {fault.name for fault in FAULTS if fault.bites in asked and fault.applies(moment)}

    def turns(self) -> tuple[Turn | None, Turn | None]:
        """What the seat to act may do, here and in PokerKit."""
        legal = legal_actions(self.state)
        assert legal is not None
        return Turn(self.state.turn, legal.call or 0, legal.bet or legal.raise_to), self.oracle.turn

    def stacks(self) -> tuple[list[int], list[int]]:
        """The final stacks by seat number, here and in PokerKit."""
        assert self.oracle.has_ended
        ours, theirs = self.state.stacks, self.oracle.stacks
        return [ours[seat] for seat in sorted(ours)], [theirs[seat] for seat in sorted(theirs)]


class Decision(NamedTuple):
    """A hand that stops at a decision: what may be done there, here and in PokerKit."""

    case: str
    fault: str
    script: str
    ours: Turn
    theirs: Turn


class Payment(NamedTuple):
    """A hand played to its end: the final stacks by seat, here and in PokerKit."""

    case: str
    fault: str
    script: str
    ours: list[int]
    theirs: list[int]


DECISIONS = (
    Decision(
        "case 6, R2.5: others call the full 10; pot limit counts the chips really there, 10 + 8 + 10",
        "short_big_blind",
        """
        game     pl 5/10
        stacks   s1 100 s2 3 s3 100
        button   s3
        unfinished
        """,
        Turn(2, 10, AmountRange(20, 28)),
        Turn(2, 5, AmountRange(15, 18)),
    ),
    Decision(
        "case 7, R5.5: who limped and faces an all-in below a full raise may call or fold",
        "short_all_in_before_action",
        """
        game     nl 5/10
        stacks   s1 100 s2 100 s3 100 s4 15
        button   s4
        preflop  s3 call | s4 raise 15 | s1 fold | s2 call
        unfinished
        """,
        Turn(2, 5, None),
        Turn(2, 5, AmountRange(25, 100)),
    ),
    Decision(
        "case 8, R5.5: over a bet of 4 and an all-in of 5 the raise is the completion to 8",
        "fl_short_all_in",
        """
        game     fl 4/8
        stacks   s1 100 s2 9 s3 100
        button   s3
        preflop  s3 call | s1 call | s2 check
        flop     2c 7d Jh : s1 bet 4 | s2 raise 5
        unfinished
        """,
        Turn(2, 5, AmountRange(8, 8)),
        Turn(2, 5, AmountRange(9, 9)),
    ),
    Decision(
        "case 9, R5.5: an all-in of 6 over 4 counts as the raise to 8, the next is to 12",
        "fl_short_all_in",
        """
        game     fl 4/8
        stacks   s1 100 s2 10 s3 100
        button   s3
        preflop  s3 call | s1 call | s2 check
        flop     2c 7d Jh : s1 bet 4 | s2 raise 6
        unfinished
        """,
        Turn(2, 6, AmountRange(12, 12)),
        Turn(2, 6, AmountRange(10, 10)),
    ),
    Decision(
        "case 9, R5.5: that all-in reopens the betting for who bet",
        "fl_short_all_in",
        """
        game     fl 4/8
        stacks   s1 100 s2 10 s3 100
        button   s3
        preflop  s3 call | s1 call | s2 check
        flop     2c 7d Jh : s1 bet 4 | s2 raise 6 | s3 call
        unfinished
        """,
        Turn(0, 2, AmountRange(12, 12)),
        Turn(0, 2, None),
    ),
    Decision(
        "case 9, R5.5: an all-in of 13 over 12, below half-way, uses up no raise of the cap",
        "fl_short_all_in",
        """
        game     fl 4/8
        stacks   s1 100 s2 17 s3 100
        button   s3
        preflop  s3 call | s1 call | s2 check
        flop     2c 7d Jh : s1 bet 4 | s2 call | s3 raise 8 | s1 raise 12 | s2 raise 13
        unfinished
        """,
        Turn(2, 5, AmountRange(16, 16)),
        Turn(2, 5, None),
    ),
    Decision(
        "new, R4.8: a player with chips is still behind, though covered; a raise is legal",
        "only_covered_players_behind",
        """
        game     nl 5/10
        stacks   s1 100 s2 30 s3 50
        button   s3
        preflop  s3 raise 50
        unfinished
        """,
        Turn(0, 45, AmountRange(90, 100)),
        Turn(0, 45, None),
    ),
    Decision(
        "new, R4.6: a live poster has the option while a covered player is still to act",
        "option_before_covered_players",
        """
        game     nl 5/10
        stacks   s1 8 s2 10 s3 100
        button   s3
        posts    s3 live 10
        unfinished
        """,
        Turn(2, 0, AmountRange(20, 100)),
        Turn(0, 3, None),
    ),
    Decision(
        "new, R5.5: all-ins of 60 and 50 add up to reopen over 100, also when one of 40 follows",
        "short_all_ins_beyond_a_full_raise",
        """
        game     nl 5/10
        stacks   s1 1000 s2 170 s3 220 s4 260 s5 1000
        button   s5
        preflop  s3 call | s4 call | s5 call | s1 call | s2 check
        flop     2c 7d Jh : s1 bet 100 | s2 raise 160 | s3 raise 210 | s4 raise 250 | s5 call
        unfinished
        """,
        Turn(0, 150, AmountRange(350, 990)),
        Turn(0, 150, None),
    ),
)

PAYMENTS = (
    Payment(
        "case 2, R7.4: 50 chips between three are 17, 17 and 16, from the left of the button",
        "half_tied_with_odd_chips",
        """
        game     nl 2/16
        stacks   s1 100 s2 100 s3 100 s4 100
        button   s4
        deal     s1 ???? s2 AcTc2c3d s3 AdTd2d3c s4 AhTh2h3s
        preflop  s3 call | s4 call | s1 fold | s2 check
        flop     Kc Qd Jc : s2 check | s3 check | s4 check
        turn     9h : s2 check | s3 check | s4 check
        river    8s : s2 check | s3 check | s4 check
        """,
        [98, 101, 101, 100],
        [98, 102, 100, 100],
    ),
    Payment(
        "case 3, R7.4: the same two win both halves of 54 and get 27 each",
        "same_winners_both_halves",
        """
        game     nl 2/26
        stacks   s1 100 s2 100 s3 100
        button   s3
        deal     s1 ???? s2 AcJc2cTd s3 AdJd2dTc
        preflop  s3 call | s1 fold | s2 check
        flop     3s 4h 8c : s2 check | s3 check
        turn     Kh : s2 check | s3 check
        river    Qs : s2 check | s3 check
        """,
        [98, 101, 101],
        [98, 102, 100],
    ),
    Payment(
        "case 4, R7.2: the side pot of 42 has no low and is shared 21 and 21",
        "low_outside_side_pot",
        """
        game     nl 1/2
        stacks   s1 31 s2 31 s3 10
        button   s3
        deal     s1 KsJsTs9s s2 KdJdTd9d s3 Ac2c7h7d
        preflop  s3 raise 10 | s1 raise 31 | s2 call
        flop     3s 4d 8c
        turn     Kh
        river    Qd
        """,
        [29, 28, 15],
        [30, 27, 15],
    ),
    Payment(
        "case 5, R7.2: the only low stands outside the side pot of 120, whose best high gets all of it",
        "low_outside_side_pot",
        """
        game     fl 20/40
        house    classic odd_chips=by_half
        stacks   s1 400  s2 60  s3 20  s4 400
        button   s4
        deal     s1 QdQcJdTd  s2 KsKhQsJh  s3 Ac2d9h9d  s4 JsJcTcTh
        preflop  s3 call 20 | s4 raise 40 | s1 raise 60 | s2 call 40 | s4 call 20
        flop     Kd 3c 7h : s1 bet 20 | s4 call 20
        turn     8s : s1 check | s4 check
        river    5s : s1 check | s4 check
        show     s4 muck
        """,
        [360, 160, 40, 320],
        [390, 130, 40, 320],
    ),
    Payment(
        "new, R7.4: pots of 45 and 33 have an odd chip each; PokerKit drops the loser and makes one pot of 78",
        "odd_chips_of_several_pots",
        """
        game     nl 1/2
        stacks   s1 100 s2 100 s3 100 s4 11 s5 100
        button   s5
        deal     s1 ???? s2 Ac2c7h7d s3 ???? s4 QsQd9s9d s5 KsKcTsTc
        preflop  s3 raise 14 | s4 call | s5 raise 26 | s1 fold | s2 call | s3 fold
        flop     3s 4d 8c : s2 check | s5 check
        turn     Kh : s2 check | s5 check
        river    Jd : s2 check | s5 check
        """,
        [99, 112, 86, 0, 114],
        [99, 113, 86, 0, 113],
    ),
)


@pytest.mark.parametrize("hand", DECISIONS, ids=lambda hand: hand.case)
def test_decision(hand: Decision) -> None:
    both = Both(hand.script)
    assert both.turns() == (hand.ours, hand.theirs)
    assert both.faults == {hand.fault}


@pytest.mark.parametrize("hand", PAYMENTS, ids=lambda hand: hand.case)
def test_payment(hand: Payment) -> None:
    both = Both(hand.script)
    assert both.stacks() == (hand.ours, hand.theirs)
    assert both.faults == {hand.fault}


def test_every_predicate_has_a_case() -> None:
    """A predicate that nothing needs would only hide differences."""
    assert {hand.fault for hand in (*DECISIONS, *PAYMENTS)} == {fault.name for fault in FAULTS}


def test_case_1_fixed_limit_is_fixed() -> None:
    """R5.1: bets and raises of 4. The predefined fixed-limit game has pot limit's amounts and no cap."""
    ours, theirs = Both("game fl 4/8\nstacks s1 200 s2 200 s3 200\nbutton s3\nunfinished\n").turns()
    assert ours == theirs == Turn(2, 4, AmountRange(8, 8))
    predefined = pokerkit.FixedLimitOmahaHoldemHighLowSplitEightOrBetter.create_state(
        AUTOMATIONS, True, 0, (2, 4), 4, 8, 200, 3
    )
    for player in range(3):
        predefined.deal_hole("????????", player)
    assert predefined.max_completion_betting_or_raising_to_amount == 14
    assert predefined.street is not None
    assert predefined.street.max_completion_betting_or_raising_count is None


def test_case_10_cap_before_the_flop() -> None:
    """R5.1: the big blind and three raises. PokerKit's own fixed-limit games allow a fourth."""
    both = Both(
        """
        game     fl 4/8
        stacks   s1 100 s2 100 s3 100
        button   s3
        preflop  s3 raise 8 | s1 raise 12 | s2 raise 16
        unfinished
        """
    )
    ours, theirs = both.turns()
    assert ours == theirs == Turn(2, 8, None)
    predefined = pokerkit.FixedLimitTexasHoldem.create_state(AUTOMATIONS, True, 0, (2, 4), 4, 8, 100, 3)
    for player in range(3):
        predefined.deal_hole("????", player)
    for amount in (8, 12, 16):
        predefined.complete_bet_or_raise_to(amount)
    assert predefined.max_completion_betting_or_raising_to_amount == 20


def test_case_11_lone_dead_small_blind() -> None:
    """R2.7: it is in the pot, so pot limit allows 40; PokerKit gives it back when trimming is on."""
    script = "game pl 5/10\nstacks s1 100 s2 100 s3 100\nbutton s3\nposts s3 dead 5\nunfinished\n"
    ours, theirs = Both(script).turns()
    assert ours == theirs == Turn(2, 10, AmountRange(20, 40))
    ours, theirs = Both(script, trim_dead_posts=True).turns()
    assert ours == Turn(2, 10, AmountRange(20, 40))
    assert theirs == Turn(2, 10, AmountRange(20, 35))


def test_lone_player_is_not_asked() -> None:
    """R4.8: the only player with chips owes nothing, so nobody acts. PokerKit asks for a check, which is harmless."""
    both = Both(
        """
        game     nl 5/10
        stacks   s1 100 s2 100 s3 8 s4 100
        button   s4
        deal     s1 ???? s2 AcJc2cTd s3 AdJd2dTc s4 ????
        preflop  s3 call | s4 fold | s1 fold
        flop     3s 4h 8c
        turn     Kh
        river    Qs
        """
    )
    ours, theirs = both.stacks()
    assert ours == theirs
    assert both.oracle.lone_checks == 1
