"""Amounts, currencies and times as texts write them, and as the engine counts them: whole chips, no floating point."""

import re
from datetime import UTC, datetime, tzinfo
from decimal import Decimal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from omaha8.formats.history import Unit

SYMBOLS = {"$": "USD", "€": "EUR", "£": "GBP"}
NO_CURRENCY = "XXX"  # the code of ISO 4217 where no currency is involved
_DIGITS = re.compile(r"(?P<whole>\d+)(?:\.(?P<part>\d{1,2}))?")
# Zones as hand histories abbreviate them; "ET" is New York's time, summer or winter.
_ZONES = {"ET": "America/New_York", "EST": "America/New_York", "EDT": "America/New_York"}


def parse_amount(text: str, unit: Unit) -> int:
    """Money or chips as written, in whole chips: `$1.5` is 150 cents. `ValueError` for a part of a chip.

    Digits only, no floating point: 0.29 * 100 is not 29.
    """
    digits = _DIGITS.search(text)
    if digits is None:
        raise ValueError(f"{text!r} is no amount")
    whole, part = digits["whole"], digits["part"] or ""
    if unit is Unit.CENT:
        return int(whole + part.ljust(2, "0"))
    if part.strip("0"):
        raise ValueError(f"{text!r} is no whole number of chips")
    return int(whole)


def whole_chips(value: Decimal, unit: Unit) -> int:
    """A number of a file in whole chips; `ValueError` for a part of one, and for what is no amount."""
    if not value.is_finite() or abs(value) >= 10**15:
        raise ValueError(f"{value} is no amount")
    scaled = value * 100 if unit is Unit.CENT else value
    if scaled != int(scaled):
        raise ValueError(f"{value} is no whole number of {unit.value}s")
    return int(scaled)


def decimal_amount(amount: int, unit: Unit) -> Decimal:
    """The amount as a number of the currency: 150 cents are 1.50, chips are themselves."""
    return Decimal(amount).scaleb(-2) if unit is Unit.CENT else Decimal(amount)


def zone(name: str) -> tzinfo | None:
    """The zone of that abbreviation; `None` for one not known here."""
    if name in {"UTC", "GMT"}:
        return UTC
    try:
        return ZoneInfo(_ZONES[name])
    except (KeyError, ZoneInfoNotFoundError):
        return None


def parse_time(text: str, form: str, zone_name: str) -> datetime | None:
    """The time in UTC; `None` where it is none, or its zone is not known."""
    where = zone(zone_name)
    if where is None:
        return None
    try:
        return datetime.strptime(text, form).replace(tzinfo=where).astimezone(UTC)
    except (ValueError, OverflowError):
        return None
