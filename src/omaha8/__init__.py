"""Omaha Hi/Lo (8-or-better): the rules, an evaluator, and hands replayed to the chip."""
