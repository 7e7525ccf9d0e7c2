"""How well the house players play, and how fast: duplicate matches.

    python -m bench.bots                      100,000 hands a match, as the nightly run plays them
    python -m bench.bots --hands 6000 --characters nils --against vera

Exits with 1 if a match against the callers or the random players in fixed or pot limit has its lower 95 % bound under
20 big blinds per 100 hands.
"""

import argparse
import json
import random
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from time import perf_counter, thread_time

import msgspec

from omaha8.bots import CHARACTERS, Rng, Style, choose
from omaha8.bots.match import Player, play_duplicate, score
from omaha8.cards import FULL_DECK, Deck
from omaha8.hand.actions import Action, LegalActions
from omaha8.hand.setup import HandSetup, blinds
from omaha8.hand.view import HandView
from omaha8.rules import HouseRules, Stakes, Structure, fixed_limit, no_limit, pot_limit
from omaha8.simulate import Policy
from omaha8.simulate import choose as simple

TARGET = 20.0  # big blinds per 100 hands
STACK = 100  # big blinds
DEALS_AT_ONCE = 100
COUNTING_AGAINST = (Policy.CALL, Policy.RANDOM)
COUNTING = (Structure.FIXED_LIMIT, Structure.POT_LIMIT)


class Match(msgspec.Struct, frozen=True):
    """One character against a table that all plays alike: a simple policy, or another character."""

    character: str
    against: str
    game: Structure
    players: int
    cards: int
    seed: int


class Part(msgspec.Struct, frozen=True):
    """Some deals of a match: chips won in each, and the processor seconds of each decision."""

    won: list[int]
    seconds: list[float]


class MatchResult(msgspec.Struct, frozen=True, kw_only=True):
    """A match as the nightly record keeps it; rates in big blinds per 100 hands, processor times in milliseconds."""

    match: Match
    hands: int
    bb_per_100: float
    standard_error: float
    lower_bound: float
    counts: bool  # towards the target
    decisions: int
    p50_ms: float
    p99_ms: float


def main() -> int:
    """Play the matches asked for, print progress to stderr and one JSON document to stdout."""
    asked = _arguments()
    results = []
    with ProcessPoolExecutor(asked.workers) as pool:
        for game in asked.games:
            for against in asked.against:
                for character in asked.characters:
                    match = Match(character, against, Structure(game), asked.players, asked.cards, asked.seed)
                    results.append(_play(match, asked.hands, pool))
    good = all(not result.counts or result.lower_bound >= TARGET for result in results)
    document = {"target_bb_per_100": TARGET, "met": good, "matches": msgspec.to_builtins(results)}
    print(json.dumps(document, indent=1))
    return 0 if good else 1


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.bots", description="Duplicate matches of the house players.")
    parser.add_argument("--hands", type=int, default=100_000, help="hands of each match")
    parser.add_argument("--games", nargs="+", default=["fl", "pl"], choices=list(Structure))
    parser.add_argument("--against", nargs="+", default=["call", "random"], choices=[*Policy, *CHARACTERS])
    parser.add_argument("--characters", nargs="+", default=["vera"], choices=list(CHARACTERS))
    parser.add_argument("--players", type=int, default=6)
    parser.add_argument("--cards", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    return parser.parse_args()


def _play(match: Match, hands: int, pool: ProcessPoolExecutor) -> MatchResult:
    deals = -(-hands // match.players)
    starts = range(0, deals, DEALS_AT_ONCE)
    won: list[int] = []
    seconds: list[float] = []
    begun = perf_counter()
    for part in pool.map(partial(_part, match, deals), starts):
        won += part.won
        seconds += part.seconds
        _tell(match, len(won), deals, perf_counter() - begun)
    rate = score(won, match.players, _stakes(match).big_blind)
    seconds.sort()
    return MatchResult(
        match=match,
        hands=rate.hands,
        bb_per_100=round(rate.bb_per_100, 1),
        standard_error=round(rate.standard_error, 2),
        lower_bound=round(rate.lower_bound, 1),
        counts=match.game in COUNTING and match.against in COUNTING_AGAINST,
        decisions=len(seconds),
        p50_ms=round(1000 * seconds[len(seconds) // 2], 3),
        p99_ms=round(1000 * seconds[len(seconds) * 99 // 100], 3),
    )


def _tell(match: Match, done: int, deals: int, seconds: float) -> None:
    left = seconds / done * (deals - done)
    label = f"{match.character} against {match.against}, {match.game}"
    end = "\n" if done == deals else ""
    print(f"\r{label}: {done * match.players:,} hands, {left:.0f} s left   ", end=end, file=sys.stderr, flush=True)


def _part(match: Match, deals: int, first: int) -> Part:
    """Play a run of deals; each has its own seed, so that the result does not depend on the workers."""
    won: list[int] = []
    seconds: list[float] = []
    for number in range(first, min(first + DEALS_AT_ONCE, deals)):
        rng = random.Random(f"{match.seed}/{number}")
        setup, deck = _deal(match, number, rng)
        player = _timed(CHARACTERS[match.character], seconds)
        won.append(play_duplicate(setup, deck, player, _table(match.against, rng), rng))
    return Part(won, seconds)


def _timed(style: Style, seconds: list[float]) -> Player:
    def player(view: HandView, legal: LegalActions, rng: Rng) -> Action:
        begun = thread_time()
        action = choose(view, legal, rng, style)
        seconds.append(thread_time() - begun)
        return action

    return player


def _table(against: str, rng: random.Random) -> Player:
    if against in CHARACTERS:
        return partial(choose, style=CHARACTERS[against])
    policy = Policy(against)
    return lambda _view, legal, _rng: simple(policy, legal, rng)


def _stakes(match: Match) -> Stakes:
    rules = HouseRules(hole_cards=match.cards)
    by_game = {
        Structure.FIXED_LIMIT: fixed_limit(rules, 20, 40),
        Structure.POT_LIMIT: pot_limit(10, 20),
        Structure.NO_LIMIT: no_limit(10, 20),
    }
    return by_game[match.game]


def _deal(match: Match, number: int, rng: random.Random) -> tuple[HandSetup, Deck]:
    rules, stakes = HouseRules(hole_cards=match.cards), _stakes(match)
    seats = range(1, match.players + 1)
    button = number % match.players + 1
    setup = HandSetup(
        rules=rules,
        stakes=stakes,
        button=button,
        stacks=tuple((seat, STACK * stakes.big_blind) for seat in seats),
        posts=blinds(stakes, seats, button),
    )
    return setup, Deck(tuple(rng.sample(FULL_DECK, 52)))


if __name__ == "__main__":
    sys.exit(main())
