"""The reply block: an answer that is ready to send, between marks that survive what mail programs do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import sha256

from msgspec import Struct

from ..kernel.base.width import wrap
from .lines import Line

NAMED = 12
"""So many signs of its id tell a game from others."""
COLUMNS = 60
"""Comments are no wider: quoted several times they still fit into a line."""
MARK = re.compile(
    r"[-\s]*BEGIN\s+LPBE\s+REPLY\s+(?P<game>[0-9a-f]{12})\s+(?P<seat>[a-z0-9][a-z0-9_-]{0,31})"
    r"\s+(?P<window>\d{1,9})\.(?P<rev>\d{1,2})\s+(?P<check>[0-9a-f]{8})(?:\s+(?P<code>[A-Z2-7]{10}))?\s*-{1,5}",
    re.IGNORECASE,
)
BEGIN = re.compile(r"(?i)BEGIN\s+LPBE\s+REPLY|BEGIN\s*$|BEGIN\s+LPBE\s*$")
END = re.compile(r"(?i)END\s+LPBE\s+REPLY")
COMMENT = re.compile(r"(?:^|\s)#(?!\d).*$")
"""As in typed orders: a number behind the sign is a place."""


class Mark(Struct, frozen=True):
    """For which game, seat and question, and for which answer to it; what the orders in it were; the code of a seat."""

    game: str
    seat: str
    window: int
    rev: int
    check: str = ""
    code: str = ""

    @property
    def begin(self) -> str:
        parts = [self.game[:NAMED], self.seat, f"{self.window}.{self.rev}", self.check, self.code]
        return f"-----BEGIN LPBE REPLY {' '.join(filter(None, parts))}-----"


class Block(Struct, frozen=True):
    """A block as it was found."""

    mark: Mark
    lines: list[Line]
    quoted: bool = False
    whole: bool = True
    """Its end was found too."""

    @property
    def untouched(self) -> bool:
        return check_of([line.text for line in self.lines]) == self.mark.check


LAST = "-----END LPBE REPLY-----"


def without_comment(text: str) -> str:
    return COMMENT.sub("", text).strip()


def check_of(lines: Sequence[str]) -> str:
    """Eight signs that say which orders these are, wherever lines are broken and whatever is made of their spaces."""
    orders = "".join(without_comment(Line(line).plain) for line in lines)
    return sha256("".join(orders.casefold().split()).encode()).hexdigest()[:8]


def block_lines(mark: Mark, orders: Sequence[str], above: Sequence[str] = (), below: Sequence[str] = ()) -> list[str]:
    """The block as a report gives it. A # alone ends every comment: what stands below it is not its broken end."""
    made = Mark(mark.game, mark.seat, mark.window, mark.rev, check_of(orders), mark.code)
    return [made.begin, *commented(above), *orders, *(["#"] if below else []), *commented(below), LAST]


def commented(lines: Sequence[str]) -> list[str]:
    wrapped = [part for line in lines for part in wrap(line, "# ", "#   ", COLUMNS)]
    return [*wrapped, "#"] if wrapped else []


def read_mark(text: str) -> tuple[Mark, int] | None:
    """A mark at the beginning of a text, and where it ends."""
    found = MARK.match(text)
    if not found:
        return None
    code = (found["code"] or "").upper()
    mark = Mark(
        found["game"].lower(),
        found["seat"].lower(),
        int(found["window"]),
        int(found["rev"]),
        found["check"].lower(),
        code,
    )
    rest = text[found.end() :]
    return mark, found.end() + len(rest) - len(rest.lstrip("- "))
