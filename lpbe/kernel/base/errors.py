"""What can go wrong, by who must act: the caller, the order's sender, or everybody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self, TypeAlias

Value: TypeAlias = "str | int | Sequence[str] | Message"
NOTHING: Mapping[str, Value] = {}


class Message:
    """A sentence of ours before anybody reads it: a template, and what fills its blanks."""

    __slots__ = ("template", "values")  # no msgspec: whoever only asks for help need not load it

    def __init__(self, template: str, values: Mapping[str, Value] = NOTHING) -> None:
        self.template, self.values = template, values

    def __str__(self) -> str:
        return self.template.format_map({name: in_english(value) for name, value in self.values.items()})


def in_english(value: Value) -> str:
    return str(value) if isinstance(value, str | int | Message) else ", ".join(value)


def plain_value(value: Value) -> str | int | tuple[str, ...]:
    return value if isinstance(value, str | int) else str(value) if isinstance(value, Message) else tuple(value)


class Failure(Exception):
    """Something a person must be told: a code, what is wrong, what to do next; both in templates with their values."""

    file, line = "", 0

    def __init__(self, code: str, template: str, hint: str = "", /, **values: Value) -> None:
        super().__init__(code, template)
        self.code, self.template, self.values = code, template, values
        self.advice = Message(hint, values)

    @classmethod
    def like(cls, other: Failure) -> Self:
        """The same told as somebody else's fault."""
        made = cls(other.code, other.template, **other.values).in_file(other.file, other.line)
        made.advice = other.advice
        return made

    def in_file(self, file: str, line: int = 0) -> Self:
        """Where it was found."""
        self.file, self.line = file, line
        return self

    @property
    def plain_values(self) -> dict[str, str | int | tuple[str, ...]]:
        """The values as files carry them."""
        return {name: plain_value(value) for name, value in self.values.items()}

    @property
    def sentence(self) -> Message:
        """What is wrong."""
        return Message(self.template, self.values)

    @property
    def message(self) -> str:
        return str(self.sentence)

    @property
    def hint(self) -> str:
        return str(self.advice)

    def advise(self, hint: str, /, **values: Value) -> None:
        """Say what to do next, once that is known."""
        self.advice = Message(hint, values)

    def __str__(self) -> str:
        return self.message


class Misused(Failure):
    """The command line was used wrongly."""


class Malformed(Failure):
    """A file or a key cannot be read or used here."""


class Unauthentic(Failure):
    """A game file, log or disclosure is false."""


class Rejected(Failure):
    """An order is not accepted; `at` may tell which one of a batch, and what was asked then."""

    at: Any = None


class Refused(Rejected):
    """A rule forbids an order."""

    def __init__(self, clause: str, template: str, hint: str = "", /, **values: Value) -> None:
        super().__init__("E_RULE", template, hint, **values)
        self.clause = clause


class Busy(Failure):
    """Another process holds the folder."""


class ClosedDrawer(Exception):
    """A rule looked into a drawer that is closed to this reader."""


def require(condition: object, clause: str, template: str, /, **values: Value) -> None:
    """A rule that holds, or a refusal in its words; no sentence is built while it holds."""
    if not condition:
        raise Refused(clause, template, **values)
