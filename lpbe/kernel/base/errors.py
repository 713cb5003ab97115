"""Failures, sorted by who must act: the caller, the sender of an order, or everybody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self, TypeAlias

Value: TypeAlias = "str | int | Sequence[str] | Message"
NOTHING: Mapping[str, Value] = {}


class Message:
    """A sentence before it is put into a language: a template and the values of its blanks."""

    __slots__ = ("template", "values")  # no msgspec: a command that only prints help need not load it

    def __init__(self, template: str, values: Mapping[str, Value] = NOTHING) -> None:
        self.template = template
        self.values = values

    def __str__(self) -> str:
        return self.template.format_map({name: in_english(value) for name, value in self.values.items()})


def in_english(value: Value) -> str:
    return str(value) if isinstance(value, str | int | Message) else ", ".join(value)


def plain_value(value: Value) -> str | int | tuple[str, ...]:
    return value if isinstance(value, str | int) else str(value) if isinstance(value, Message) else tuple(value)


class Failure(Exception):
    """What went wrong: a code, the problem and what to do next, both as templates with their values."""

    file = ""
    line = 0

    def __init__(self, code: str, template: str, hint: str = "", /, **values: Value) -> None:
        super().__init__(code, template)
        self.code = code
        self.template = template
        self.values = values
        self.advice = Message(hint, values)

    @classmethod
    def like(cls, other: Failure) -> Self:
        """Return the same failure as somebody else's fault."""
        failure = cls(other.code, other.template, **other.values).in_file(other.file, other.line)
        failure.advice = other.advice
        return failure

    def in_file(self, file: str, line: int = 0) -> Self:
        """Note in which file and line it was found."""
        self.file = file
        self.line = line
        return self

    @property
    def plain_values(self) -> dict[str, str | int | tuple[str, ...]]:
        """Return the values as files carry them."""
        return {name: plain_value(value) for name, value in self.values.items()}

    @property
    def sentence(self) -> Message:
        """Return what is wrong."""
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


class FileFailure(Malformed):
    """A file cannot be read or written, or does not hold what its name promises (`E_FILE_…`)."""


class StorageFailure(FileFailure):
    """The file system fails, whatever the file contains: no letter can cause this, so no letter is blamed for it."""


class MissingFile(StorageFailure):
    """There is no such file (`E_FILE_MISSING`)."""


class NoAccess(StorageFailure):
    """A file may not be opened or written (`E_FILE_ACCESS`)."""


class WrongFileType(StorageFailure):
    """A link, folder or device is found in place of an ordinary file (`E_FILE_TYPE`)."""


class FileTooLarge(FileFailure):
    """A file holds more than it may (`E_FILE_SIZE`)."""


class DiskFailure(StorageFailure):
    """The operating system cannot read or write a file (`E_FILE_IO`); trying again may help."""


class MissingKey(Malformed):
    """A key or password is needed, and there is none (`E_KEY_MISSING`)."""


class OpenToOthers(Malformed):
    """A file with secrets that other people can read (`E_KEY_PERMS`)."""


class WrongKey(Malformed):
    """The key that is given is not the key of this seat (`E_SEAL_OPEN`)."""


class BadText(Malformed):
    """A text that players may not send (`E_TEXT`)."""

    CODE = "E_TEXT"


class OtherRules(Malformed):
    """The rules of this installation are not those the game was started with (`E_RULES_VERSION`)."""


class Unauthentic(Failure):
    """A game file, log or disclosure was forged or damaged."""

    FORGEABLE_CODES = (
        "E_SIG_INVALID",
        "E_SIG_FORMAT",
        "E_STATE_LOG",
        "E_STATE_CHAIN",
        "E_STATE_GAME",
        "E_STATE_FORM",
        "E_ROLLBACK",
    )

    @property
    def is_forgeable(self) -> bool:
        """Return whether anybody who can write the files could have caused this, so that it proves nothing."""
        return self.code in self.FORGEABLE_CODES


class Unproven(Unauthentic):
    """What is offered as evidence proves nothing (`E_EVIDENCE`)."""


class Diverged(Unauthentic):
    """A step of the log is wrong: which one, and where known what was expected and what was found."""

    expected = found = ""

    def __init__(self, code: str, seq: int, template: str, /, **values: Value) -> None:
        super().__init__(code, "step {step}: {reason}", step=seq, reason=Message(template, values))
        self.seq = seq

    @property
    def depends_on_rules(self) -> bool:
        """Return whether other rules might find this step right."""
        return self.code.startswith(("E_AUDIT", "E_ORDER"))

    @classmethod
    def at(cls, code: str, seq: int, fault: Failure) -> Diverged:
        """Return what is wrong with a part of step `seq` as a failure of that step."""
        return cls(code, seq, fault.template, **fault.values)

    def but(self, expected: str, found: str) -> Diverged:
        """Record what was expected and what was found."""
        self.expected, self.found = expected, found
        return self


class FalseReport(Diverged):
    """A report does not say the same as the log (`E_REPORT`). Nobody signs reports, so this accuses nobody."""


class Rejected(Failure):
    """An order is not accepted; `at` may say which one of a batch, and what was asked then."""

    at: Any = None


class WrongKind(Rejected):
    """A letter or order of this kind is not what is asked for (`E_ORDER_KIND`)."""


class AnsweredByPolicy(WrongKind):
    """An order waits for a question that its sender's own policy answers first (`E_ORDER_KIND`)."""


class TooEarly(Rejected):
    """The time for this letter has not come (`E_ORDER_EARLY`)."""


class WrongCode(Rejected):
    """The code of an invitation or of an e-mail is missing, wrong or used up (`E_ORDER_INVITE`)."""


class Outdated(Rejected):
    """This letter comes too late; saying so in public gives no secret away."""

    CODES = ("E_ORDER_STALE", "E_ORDER_REV", "E_ORDER_NOT_WAITING", "E_ORDER_AGAIN")


class Stale(Outdated):
    """The position has moved on (`E_ORDER_STALE`)."""


class WrongRev(Outdated):
    """The revision number is used up or out of reach (`E_ORDER_REV`)."""


class NotWaiting(Outdated):
    """The seat is not asked now (`E_ORDER_NOT_WAITING`)."""


class RefusedBefore(Outdated):
    """The same letter was refused already (`E_ORDER_AGAIN`)."""


class Refused(Rejected):
    """A rule forbids an order (`E_RULE`)."""

    CODE = "E_RULE"

    def __init__(self, clause: str, template: str, hint: str = "", /, **values: Value) -> None:
        super().__init__(self.CODE, template, hint, **values)
        self.clause = clause


class Busy(Failure):
    """Another process holds the folder."""


class NotVisible(Exception):
    """A rule looked up a component that is not visible to this reader."""


class NotListed(Exception):
    """A rule used a component, event or step that its module does not list: a mistake of the module's author."""


def require(condition: object, clause: str, template: str, /, **values: Value) -> None:
    """Refuse an order by a rule unless the condition holds; the sentence is built only then."""
    if not condition:
        raise Refused(clause, template, **values)
