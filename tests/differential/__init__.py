"""The same hands on omaha8 and on PokerKit 0.7.7: who acts, how much, and every stack.

`hands` makes them, `oracle` speaks to PokerKit, `faults` knows where PokerKit is wrong, `compare` plays and compares.
"""
