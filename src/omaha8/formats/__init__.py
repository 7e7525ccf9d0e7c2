"""Hand histories of other rooms: read into one neutral type, replayed by `omaha8.replay`, told as a story.

`pokerstars.read_histories` reads the texts, `history.History` is what the engine is fed, `history.Results` what
the room says came of it, `story.story` tells the events of any hand in words. See docs/formats.md.
"""
