"""What an audit finds: a step that is false, or how far everything holds."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec

from msgspec import Struct, field

from ..base.errors import Failure, Malformed, Message, Rejected, Unauthentic, Value
from .story import Story

Progress = Callable[[int], None]
P = ParamSpec("P")


def no_progress(seq: int) -> None:
    pass


class Diverged(Unauthentic):
    """A step of the log is false: which, what was expected, what is there."""

    expected = found = ""

    def __init__(self, code: str, seq: int, template: str, /, **values: Value) -> None:
        super().__init__(code, "step {step}: {reason}", step=seq, reason=Message(template, values))
        self.seq = seq

    @classmethod
    def at(cls, code: str, seq: int, fault: Failure) -> Diverged:
        """What is wrong inside a step of the log."""
        return cls(code, seq, fault.template, **fault.values)

    def but(self, expected: str, found: str) -> Diverged:
        """What should be there, and what is."""
        self.expected, self.found = expected, found
        return self


class Verdict(Struct):
    """What holds, up to which level, and what a reader should know."""

    level: int
    steps: int
    history: bool
    signed: bool
    over: bool
    held: dict[str, str] = {}
    """The seats that no person holds, and who plays them."""
    seats: list[str] = []
    """For whom the own part was checked."""
    reports: int = 0
    others: list[int] = []
    """Reports that another version wrote, which this one cannot check."""
    story: Story = field(default_factory=Story)
    unfinished: bool = False
    """A run was cut short: its last step is not in the log yet."""
    bots: dict[str, int] = {}
    """Bots that are not at hand in that version, and how many of their moves stay unchecked."""
    notes: list[Message] = []
    """What could not be shown to a player."""
    ignored: bool = False
    """The reports were left out."""
    receipts: int = 0
    """How many refused orders were tried again."""
    untried: int = 0
    """How many were not, for their letters are not at hand or their words a matter of taste."""
    other_rules: bool = False
    """The rules at hand are not those it was begun with."""

    @property
    def complete(self) -> bool:
        """Everything there is has been checked."""
        return self.level == 2 and not (self.unfinished or self.others or self.bots)


def blame(seq: int, check: Callable[P, None], *args: P.args, **named: P.kwargs) -> None:
    """What is wrong inside the log is wrong with the game, and has a place."""
    try:
        check(*args, **named)
    except (Rejected, Unauthentic, Malformed) as fault:
        raise Diverged.at(fault.code, seq, fault) from None
