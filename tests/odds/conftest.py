"""Fixtures of these tests."""

from odds.tiers import tier

__all__ = ["tier"]
