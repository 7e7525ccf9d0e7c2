"""The one family of errors for input that cannot be used.

A player's illegal action is not an error but a `Refusal` value (`omaha8.hand.actions`): it happens all day and
changes nothing. Errors here are for what a caller, a file or a text gets wrong.
"""


class InputError(ValueError):
    """Input that cannot be used.

    `code` is stable and meant for programs; `where` names the place (an argument, a file and line, a seat);
    the message says what is wrong and what would be legal.
    """

    def __init__(self, code: str, message: str, where: str = "") -> None:
        super().__init__(f"{where}: {message}" if where else message)
        self.code = code
        self.where = where
        self.message = message


class CardError(InputError):
    """Cards that do not exist, repeat, or are too few or too many."""


class RulesError(InputError):
    """House options or stakes that contradict each other."""


class SetupError(InputError):
    """A hand that cannot be started: its seats, stacks, button, posts or deck do not fit together."""


class ScriptError(InputError):
    """A hand script (`docs/hand-script.md`) that cannot be read, or whose expectations the engine does not meet."""


class HistoryError(InputError):
    """Another room's hand history that cannot be read or breaks the rules."""
