"""The tables a room opens with: the built-in list, or a TOML file of the host's.

The file creates tables that are missing; afterwards the database is the truth (decision 4).
"""

import tomllib
from collections.abc import Iterable
from difflib import get_close_matches
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import msgspec

from omaha8.errors import InputError, RulesError
from omaha8.rules import TABLE_PROFILES, HouseRules, Stakes, TableRules, parse_stakes
from omaha8.server.names import clean_name
from omaha8.store import AccountError
from omaha8.table.state import TableConfig

LONGEST_NAME = 40
MOST_CHIPS = 10**12
"""Of a buy-in or a bet: ten stacks of it, won many times over, are numbers that every page holds exactly."""
LONGEST_TIME = 24 * 60 * 60 * 1000  # ms

Chips = Annotated[int, msgspec.Meta(ge=1, le=MOST_CHIPS)]


class TablesFileError(InputError):
    """A tables file that cannot be used; `where` names the file and the table."""


class TableEntry(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """One `[tables.ID]` of the file.

    `game` is one stakes text or a rotation of several (R5.4), `buy_in` the least and most chips, `small_blind` one
    of the table's own (R2.2), `options` override single rules of the profile by their names in docs/hosting.md.
    """

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
    game: str | list[str]
    profile: str = "classic"
    buy_in: tuple[Chips, Chips]
    seats: int | None = None
    cards: int = 4
    small_blind: Chips | None = None
    rotate_by_orbit: bool = False
    options: dict[str, Any] = {}


# What has a place of its own in an entry is no option.
_HAND_OPTIONS = {name: kind for name, kind in get_type_hints(HouseRules).items() if name != "hole_cards"}
_TABLE_OPTIONS = {name: kind for name, kind in get_type_hints(TableRules).items() if name not in {"hand", "seats"}}
_IN_WORDS: dict[object, str] = {bool: "true and false", int: "whole numbers", int | None: "whole numbers"}


def read_tables(path: Path | None) -> dict[str, TableConfig]:
    """The tables of a TOML file, or the built-in ones. `TablesFileError` says what is wrong and where."""
    source = files("omaha8.server") / "tables.toml" if path is None else path
    try:
        document = tomllib.loads(source.read_text(encoding="utf-8"))
    except OSError as error:
        raise TablesFileError("unreadable", f"cannot be read: {error.strerror}", str(path)) from error
    except (ValueError, RecursionError) as error:  # TOML's and UTF-8's own errors, and numbers without end
        raise TablesFileError("not_toml", f"is not TOML: {error}", str(path)) from error
    where = str(path or "built-in tables")
    entries = document.pop("tables", None)
    if document or not isinstance(entries, dict) or not entries:
        raise TablesFileError("no_tables", "write one [tables.ID] or more, and nothing else at the top", where)
    return {key: _config(key, entry, f"{where}, table {key}") for key, entry in entries.items()}


def _config(key: str, raw: object, where: str) -> TableConfig:
    if not key.isascii() or not key.replace("-", "").isalnum() or len(key) > LONGEST_NAME:
        raise TablesFileError("bad_id", f"an id is letters, digits and hyphens, {LONGEST_NAME} at most", where)
    if isinstance(raw, dict) and (unknown := raw.keys() - {*TableEntry.__struct_fields__}):
        legal = _listed(TableEntry.__struct_fields__)
        raise TablesFileError("bad_table", f"{_listed(unknown)}; legal are {legal}", where)
    try:
        entry = msgspec.convert(raw, TableEntry)
        rules = _rules(entry, where)
        games = [entry.game] if isinstance(entry.game, str) else entry.game
        config = TableConfig(
            name=clean_name(entry.name, LONGEST_NAME),
            profile=entry.profile,
            rules=rules,
            rotation=tuple(_stakes(game, entry.small_blind, rules) for game in games),
            rotate_by_orbit=entry.rotate_by_orbit,
            min_buy_in=entry.buy_in[0],
            max_buy_in=entry.buy_in[1],
        )
    except msgspec.ValidationError as error:
        what, _, place = str(error).replace(" | null", "").partition(" - at `$.")
        raise TablesFileError("bad_table", f"{place[:-1]}: {what}" if place else what, where) from error
    except (RulesError, AccountError) as error:
        place = {"rotation": "game", "buy_in": "buy_in"}.get(error.code, error.where.replace("stakes", "game"))
        raise TablesFileError("bad_table", f"{place}: {error.message}", where) from error
    most, least = max(stakes.big_bet for stakes in config.rotation), max(stakes.big_blind for stakes in config.rotation)
    if most > MOST_CHIPS:
        raise TablesFileError("bad_table", f"game: a bet of {most} chips; {MOST_CHIPS} at most are legal", where)
    if config.min_buy_in < least:
        raise TablesFileError("bad_table", f"buy_in: {config.min_buy_in}; the big blind, {least}, at least", where)
    return config


def _stakes(game: str, small_blind: int | None, rules: TableRules) -> Stakes:
    """The stakes of a game; a table may set its own small blind (R2.2)."""
    stakes = parse_stakes(game, rules.hand)
    return stakes if small_blind is None else msgspec.structs.replace(stakes, small_blind=small_blind)


def _rules(entry: TableEntry, where: str) -> TableRules:
    profile = TABLE_PROFILES.get(entry.profile)
    if profile is None:
        raise TablesFileError("profile", f"profile: {entry.profile!r}; legal are {_listed(TABLE_PROFILES)}", where)
    hand: dict[str, Any] = {"hole_cards": entry.cards}
    table: dict[str, Any] = {}
    for option, value in entry.options.items():
        if option in _HAND_OPTIONS:
            hand[option] = _option(option, value, _HAND_OPTIONS[option], where)
        elif option in _TABLE_OPTIONS:
            table[option] = _option(option, value, _TABLE_OPTIONS[option], where)
        else:
            near = _listed(get_close_matches(option, [*_HAND_OPTIONS, *_TABLE_OPTIONS]))
            hint = f"did you mean {near}? " if near else ""
            raise TablesFileError("option", f"{option!r} is no option; {hint}docs/hosting.md lists them", where)
    built = {**msgspec.to_builtins(profile), **table}
    if "visible_clock" not in table:  # a shorter time to act shortens it
        built["visible_clock"] = min(built["visible_clock"], built["time_to_act"])
    built["hand"] = {**msgspec.to_builtins(profile.hand), **hand}
    # A profile's number of seats may be too many for five or six cards; one that is asked for is taken as it is.
    most = msgspec.convert(built["hand"], HouseRules).max_seats
    built["seats"] = min(profile.seats, most) if entry.seats is None else entry.seats
    return msgspec.convert(built, TableRules)


def _option(name: str, value: object, kind: Any, where: str) -> object:
    """The value of an option, if it is one of its kind."""
    try:
        option = msgspec.convert(value, kind)
        if type(option) is int and option > LONGEST_TIME:
            raise TablesFileError("option", f"{name}: {option} ms; {LONGEST_TIME}, a day, at most are legal", where)
        return option
    except msgspec.ValidationError as error:
        legal = _IN_WORDS[kind] if kind in _IN_WORDS else _listed(kind)
        raise TablesFileError("option", f"{name}: {value!r}; legal are {legal}", where) from error


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"'{name}'" for name in names)
