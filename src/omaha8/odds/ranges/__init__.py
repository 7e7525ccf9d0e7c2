"""Ranges of hands: their language (`signs`, `patterns`, `language`; docs/ranges.md), and what they are worth."""
