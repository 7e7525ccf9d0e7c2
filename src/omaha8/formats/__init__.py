"""Hand histories of other rooms and of the open standards, in and out, and any hand told as a story.

`reading.read_hands` reads a text of any format into `history.History`, what the engine is fed, and `history.Results`,
what the room says came of it; `writing.write_hand` writes a `history.Record`, a hand that was played, in one of them;
`story.story` tells the events of any hand in words. Nothing here plays: see `omaha8.replay`, and docs/formats.md.
"""
