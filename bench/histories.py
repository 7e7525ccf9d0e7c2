"""Hand histories: PokerStars texts read, replayed on the engine and compared, a hand at a time."""

from pathlib import Path

from bench.measure import Row, at_most, processor_time
from omaha8.formats.history import ReadHand
from omaha8.formats.reading import read_hands
from omaha8.formats.source import decode_text
from omaha8.replay import Customs, compare

TEXTS = Path(__file__).parent.parent / "tests" / "formats" / "data"
MOST_MILLISECONDS = 2.0  # 500 hands a second
LEAST_SECONDS = 2.0


def measure() -> list[Row]:
    """The one row: all hands of the tests' own texts."""
    texts = [decode_text(file.read_bytes()) for file in sorted(TEXTS.glob("*.txt"))]
    customs = Customs()

    def replay() -> int:
        """Replay every hand once; how many there were."""
        count = 0
        for text in texts:
            for read in read_hands(text):
                assert isinstance(read, ReadHand), read
                compare(read.history, read.results, customs.replay(read.history))
                count += 1
        return count

    each = processor_time(replay, replay(), LEAST_SECONDS)
    return [at_most("a PokerStars text replayed and compared", each * 1000, MOST_MILLISECONDS, "ms")]
