"""One attack with an order file: where it is tried, how it is made, and how it must end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from lpbe.kernel.chain.records import Envelope

from ..conftest import Stages
from ..world.club import Club
from ..world.forged_letters import save_letter

Maker = Callable[[Club, Stages], Envelope | str]
"""Makes an order, or writes a file beside the game folder and says its name."""


@dataclass(frozen=True)
class Attack:
    """What is tried at which stage, and the code, exit status and clause that must result."""

    says: str
    stage: str
    make: Maker
    code: str
    status: int = 5
    clause: str = ""
    now: str = ""
    forgotten: bool = False
    """Whether the order is already in the log: then `run` deletes it without a message."""

    def __str__(self) -> str:
        return self.says.replace(" ", "-")

    def prepared(self, club: Club, stages: Stages) -> str:
        made = self.make(club, stages)
        return made if isinstance(made, str) else save_letter(club, made)

    @property
    def time(self) -> Sequence[str]:
        return ("--now", self.now) if self.now else ()
