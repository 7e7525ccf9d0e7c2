"""One hand of Omaha Hi/Lo as a pure state machine: `start`, `decide`, `evolve`, `view`.

It knows no clock, no randomness, no storage and no network; the deck and every choice come in as arguments.
"""
