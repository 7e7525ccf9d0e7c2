"""`omaha8 equity` and `omaha8 rank`, and how one hand stands."""

import json
import random
import subprocess
import sys
from itertools import combinations

import pytest
from click.testing import CliRunner, Result

from evaluation import oracle
from omaha8.cards import FULL_DECK, Card
from omaha8.cli import main
from omaha8.odds.nuts import standing

HANDS = ["AsKs2s3h", "QhJh5c6d"]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments, catch_exceptions=False)


def test_a_table_of_exact_odds() -> None:
    result = run("equity", *HANDS, "--exact")
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[1].split() == [HANDS[0], "58.167%", "41.271%", "48.821%", "0.052%", "46.897%", "0.022%", "0.002%"]
    assert lines[-1] == "all 1,086,008 boards; no low on 42.627%"


def test_json() -> None:
    result = run("equity", *HANDS, "--board", "4s7dKd9c", "--dead", "2c", "--json")
    answer = json.loads(result.output)
    assert (answer["board"], answer["dead"], answer["exact"], answer["boards"]) == ("4s7dKd9c", "2c", True, 39)
    assert sum(hand["share"] for hand in answer["hands"]) == answer["hands"][0]["whole"]
    assert [hand["cards"] for hand in answer["hands"]] == HANDS


def test_samples() -> None:
    result = run("equity", *HANDS, "--samples", "1000", "--seed", "4")
    assert "1,000 boards drawn, seed 4" in result.output
    assert "standard error" in result.output
    assert result.output == run("equity", *HANDS, "--samples", "1000", "--seed", "4").output


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["equity", *HANDS, "--board", "4s7d"], "board: 2 board cards"),
        (["equity", HANDS[0]], "hands: 1 given"),
        (["equity", *HANDS, "--samples", "0"], "samples: 0 samples"),
        (["equity", *HANDS, "--samples", "5", "--exact"], "exact odds take neither samples nor a seed"),
        (["rank", "AsKs2s", "4s7dKd"], "hole: 3 hole cards"),
        (["rank", "AsKs2s3h", "4s7d"], "board: 2 board cards"),
    ],
)
def test_bad_input_is_a_usage_error(arguments: list[str], says: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert says in result.output


def test_rank() -> None:
    assert run("rank", "AsKs2s3h", "4s5s6sKd9c").output.splitlines() == [
        "high  a flush, Ace high  (As Ks with 4s 5s 6s), 2 better ones are possible",
        "low   6,5,4,2,A  (As 2s with 4s 5s 6s), the nuts",
    ]
    lines = run("rank", "AsKs2s3h", "4s7dKd").output.splitlines()
    assert lines[1:3] == ["      the nuts with 0 of 45 next cards", "low   none"]
    assert lines[3].startswith("      the nuts with 21 of 45 next cards: 2c 2d")
    answer = json.loads(run("rank", "AsKs2s3h", "4s5s6sKd9c", "--json").output)
    assert (answer["high"]["nuts"], answer["low"]["nuts"], answer["to_come"]) == (False, True, 0)
    assert (answer["high"]["better"], answer["low"]["better"]) == (2, 0)
    assert run("rank", "AsKs2s3h", "4s5s6sKd2c").output.splitlines()[1].endswith("(As 3h with 4s 5s 2c), the nuts")
    assert json.loads(run("rank", "AsKs2s3h", "TsJsQs", "--json").output)["low"] is None


def test_the_nuts_are_what_no_other_hand_beats() -> None:
    rng = random.Random("nuts")
    for _ in range(15):
        cards = rng.sample(FULL_DECK, 9)
        hole, board = cards[:4], cards[4:]
        found = standing(hole, board)
        assert (found.high_is_nuts, found.low_is_nuts) == nuts(hole, board)
        assert (found.better_highs, found.better_lows) == better(hole, board)
        assert (found.to_come, found.high_outs, found.low_outs) == (0, (), ())
    hole, board = list(standing("AsKs2s3h", "4s7dKd9c").made.hole), list(standing("AsKs2s3h", "4s7dKd9c").made.board)
    then = {card: nuts(hole, [*board, card]) for card in FULL_DECK if card not in (*hole, *board)}
    found = standing(hole, board)
    assert found.low_outs == tuple(card for card, (_, low) in then.items() if low)
    assert found.high_outs == tuple(card for card, (high, _) in then.items() if high)


def nuts(hole: list[Card], board: list[Card]) -> tuple[bool, bool]:
    """By the oracle, over every two unseen cards."""
    better_highs, better_lows = better(hole, board)
    return better_highs == 0, oracle.best(hole, board)[1][0] > 0 and better_lows == 0


def better(hole: list[Card], board: list[Card]) -> tuple[int, int]:
    """How many different highs and lows of two unseen cards are better."""
    (high, *_), (low, *_) = oracle.best(hole, board)
    unseen = [card for card in range(52) if card not in (*hole, *board)]
    others = [oracle.best(two, board) for two in combinations(unseen, 2)]
    return len({best[0][0] for best in others if best[0][0] > high}), len(
        {best[1][0] for best in others if best[1][0] > low}
    )


def test_small_work_loads_no_numba() -> None:
    code = "import sys; from omaha8.odds import equity; equity(['AsKs2s3h', 'QhJh5c6d']); print('numba' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert found.stdout.strip() == "False"


def test_ranking_one_hand_loads_no_numpy() -> None:
    code = "import sys, omaha8; omaha8.evaluate('AsKs2s3h', '4s7dKd'); print('numpy' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert found.stdout.strip() == "False"
