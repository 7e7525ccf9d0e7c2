"""How fast omaha8 is, against PokerKit in the same run; `python -m bench`, explained in `docs/benchmarks.md`."""
