"""Turns a row of `expected.jsonl` (hands of many rooms, already normalised) into a `ReadHand`.

What single rooms and single hands write differently is named here, once each; the engine gets none of it.
"""

from collections import Counter
from decimal import Decimal
from typing import Any

from omaha8.cards import Card, parse_cards
from omaha8.formats.history import Collected, History, Move, Player, Posting, ReadHand, Results, Unit
from omaha8.hand.actions import BettingAction, BetTo, Call, Check, Fold, Protect, RaiseTo
from omaha8.hand.events import PostKind
from omaha8.hand.state import Street
from omaha8.rules import Stakes, Structure

Row = dict[str, Any]

STREETS = {"pre": Street.PREFLOP, "flop": Street.FLOP, "turn": Street.TURN, "river": Street.RIVER}
LIVE_AND_DEAD_KINDS = {
    "sb": (PostKind.SMALL_BLIND, None),
    "bb": (PostKind.BIG_BLIND, None),
    "ante": (PostKind.ANTE, None),
    "post_bb": (PostKind.LIVE, None),
    "dead_sb": (None, PostKind.DEAD),
    "both": (PostKind.LIVE, PostKind.DEAD),
    "straddle": (PostKind.STRADDLE, None),
}
POTS = {"main pot": 0, "main": 0, "side": 1, "side pot": 1, "side pot 1": 1, "side pot-1": 1, "side pot-2": 2}
HOLE_CARDS = {"O8": 4, "5O8": 5, "6O8": 6}

# Player2 lost the connection and stayed in for what was paid (R8.4); the row leaves that out.
PROTECTED = {"741631166": (Street.FLOP, "Player2")}
# A text without street markers: these many actions are the preflop, the others the flop.
PREFLOP_ACTIONS = {"2645486142": 8}
# The text takes the bet that came back off what its bettor won (76 for 576).
WON_LESS_RETURNED = {"489318468": ("Player5", 500)}


def read_row(row: Row) -> ReadHand:
    """The row as the engine's input and the room's results."""
    return _RowReader(row).read()


class _RowReader:
    def __init__(self, row: Row) -> None:
        self.row = row
        self.hole_cards = HOLE_CARDS[row["variant"]]
        numbers = [number for number, _, _ in row["seats"]]
        if max(numbers) > 10:  # not seats but ids; the listing goes clockwise
            self.numbers = {number: place for place, number in enumerate(numbers, start=1)}
        else:
            shift = 1 if 0 in numbers else 0
            self.numbers = {number: number + shift for number in range(11)}
        self.seats = {name: self.numbers[number] for number, name, _ in row["seats"]}
        self.stacks = {name: self.chips(stack) for _, name, stack in row["seats"]}
        self.front: Counter[str] = Counter()
        self.paid: Counter[str] = Counter()
        self.postings: list[Posting] = []
        self.moves: list[Move] = []
        self.last_bettor = ""

    def chips(self, amount: str | None) -> int:
        value = Decimal(amount or 0) * (100 if self.row["unit"] == "cent" else 1)
        assert value == int(value)
        return int(value)

    def read(self) -> ReadHand:
        row = self.row
        for name, kind, live, dead in row["posts"]:
            self.post(name, kind, self.chips(live), self.chips(dead))
        for key, street in STREETS.items():
            for action in self.actions(key):
                self.act(street, *action)
            if row["id"] in PROTECTED and PROTECTED[row["id"]][0] is street:
                self.move(street, PROTECTED[row["id"]][1], Protect())
            self.front.clear()
        if "after the blinds" in row["note"]:
            for posting in self.postings:
                self.stacks[next(name for name, seat in self.seats.items() if seat == posting.seat)] += posting.amount
        pots = tuple(amount for amount, _ in row["computed_pots"])
        returned = self.returned(pots)
        collected = self.collected(pots, returned)
        rake = sum(pots) - sum(won.amount for won in collected)
        return ReadHand(self.history(rake), self.results(pots, collected, returned))

    # What goes in

    def actions(self, key: str) -> list[list[Any]]:
        actions: list[list[Any]] = self.row["actions"][key]
        split = PREFLOP_ACTIONS.get(self.row["id"])
        if split is None or key not in ("pre", "flop"):
            return actions
        if key == "pre":
            return actions[:split]
        return [
            [name, kind, added, added, all_in] for name, kind, added, _, all_in in self.row["actions"]["pre"][split:]
        ]

    def post(self, name: str, kind: str, live: int, dead: int) -> None:
        for post_kind, amount in zip(LIVE_AND_DEAD_KINDS[kind], (live, dead), strict=True):
            if post_kind is not None and amount:
                self.postings.append(Posting(self.seats[name], post_kind, amount, 0))
        if kind in ("bb", "straddle"):
            self.last_bettor = name
        self.paid[name] += live + dead
        if kind != "ante":
            self.front[name] += live

    def act(self, street: Street, name: str, kind: str, added: str | None, total: str, all_in: bool) -> None:
        highest, to = max(self.front.values(), default=0), self.chips(total)
        action: BettingAction
        match kind:
            case "fold":
                action = Fold()
            case "check":
                action = Check()
            case "call":
                action = Call()
            case "allin" if to <= highest:
                action = Call()
            case _:  # some rooms call a bet a raise
                action = RaiseTo(to) if highest else BetTo(to)
                self.last_bettor = name
        self.move(street, name, action, self.chips(added), all_in)
        self.paid[name] += self.chips(added)
        self.front[name] += self.chips(added)

    def move(
        self, street: Street, name: str, action: BettingAction | Protect, added: int = 0, all_in: bool = False
    ) -> None:
        self.moves.append(
            Move(
                street=street,
                seat=self.seats[name],
                action=action,
                added=added if isinstance(action, Call) else None,
                all_in=all_in and not self.row["site"].startswith("PokerNow"),  # there: all that others could call
                line=len(self.moves) + 1,
            )
        )

    def history(self, rake: int) -> History:
        row = self.row
        structure = Structure(row["limit"].lower())
        big = self.chips(row["bb"])
        known = {**row["dealt"], **row["shown"]}
        return History(
            file=row["file"] if "file" in row else row["site"],
            line=0,
            hand_id=row["id"],
            unit=Unit(row["unit"]),
            stakes=Stakes(
                structure=structure,
                small_blind=self.chips(row["sb"]) or big // 2,
                big_blind=big,
                big_bet=2 * big if structure is Structure.FIXED_LIMIT else 0,
            ),
            hole_cards=self.hole_cards,
            players=tuple(
                Player(seat, name, self.stacks[name]) for name, seat in self.seats.items() if seat in self.dealt_in
            ),
            button=self.button(),
            postings=tuple(self.postings),
            moves=tuple(self.moves),
            cards=tuple((self.seats[name], self.cards(cards)) for name, cards in known.items()),
            shown=tuple(self.seats[name] for name, cards in row["shown"].items() if len(cards) == self.hole_cards),
            board=parse_cards("".join(row["board"])),
            rake=rake,
        )

    @property
    def dealt_in(self) -> set[int]:
        """Who is listed but neither posts nor acts sits out."""
        return {posting.seat for posting in self.postings} | {move.seat for move in self.moves}

    def button(self) -> int:
        """The button's seat; where the row has none it lay on the empty seat right of the small blind."""
        if self.row["button_seat"] is not None:
            return self.numbers[self.row["button_seat"]]
        small_blind = next(post.seat for post in self.postings if post.kind is PostKind.SMALL_BLIND)
        assert small_blind - 1 not in self.seats.values()
        return small_blind - 1

    def cards(self, names: list[str]) -> tuple[Card | None, ...]:
        known = parse_cards("".join(name for name in names if name != "??"))
        return (*known, *[None] * (self.hole_cards - len(known)))

    # What comes out

    def returned(self, pots: tuple[int, ...]) -> int:
        """What went in and is in no pot came back, whether or not the text says so."""
        return sum(self.paid.values()) - sum(pots)

    def collected(self, pots: tuple[int, ...], returned: int) -> list[Collected]:
        """The payments; some rooms write what came back as won, in a pot of its own or together with a pot."""
        row = self.row
        won = [[name, self.chips(amount), POTS.get(label or "")] for name, amount, label, _ in row["collected"]]
        if row["id"] in WON_LESS_RETURNED:
            name, amount = WON_LESS_RETURNED[row["id"]]
            next(line for line in won if line[0] == name)[1] += amount
        left = sum(pots) - sum(amount for _, amount, _ in won)
        too_much = left < 0 or (row["rake"] is not None and left != self.chips(row["rake"]))
        if not row.get("uncalled") and (too_much or any((pot or 0) >= len(pots) for _, _, pot in won)):
            own = [line for line in won if line[0] == self.last_bettor and line[1] >= returned]
            max(own, key=lambda line: line[2] or 0)[1] -= returned
        return [Collected(self.seats[name], amount, pot) for name, amount, pot in won if amount]

    def results(self, pots: tuple[int, ...], collected: list[Collected], returned: int) -> Results:
        uncalled = tuple((self.seats[name], self.chips(amount)) for name, amount in self.row.get("uncalled", []))
        back: Counter[int] = Counter()
        for seat, amount in uncalled or ((self.seats[self.last_bettor], returned),):
            back[seat] += amount
        for won in collected:
            back[won.seat] += won.amount
        return Results(
            total=sum(pots),
            pots=pots,
            collected=tuple(collected),
            uncalled=uncalled or None,
            finals=tuple(
                (seat, self.stacks[name] - self.paid[name] + back[seat])
                for name, seat in self.seats.items()
                if seat in self.dealt_in
            ),
        )
