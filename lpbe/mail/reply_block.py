"""The reply block: an answer ready to be sent back, between marks that survive what mail programs do to them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import sha256

from msgspec import Struct

from ..kernel.base.wrapping import wrap
from .incoming.quoted_lines import Line

SHORT_ID_CHARS = 12
"""How much of a game's id is enough to distinguish it from others."""
COMMENT_COLUMNS = 60
"""The width of comments, which still fit on a line when quoted several times."""
MARK = re.compile(
    r"[-\s]*BEGIN\s+LPBE\s+REPLY\s+(?P<game>[0-9a-f]{12})\s+(?P<seat>[a-z0-9][a-z0-9_-]{0,31})"
    r"\s+(?P<window>\d{1,9})\.(?P<rev>\d{1,2})\s+(?P<check>[0-9a-f]{8})(?:\s+(?P<code>[A-Z2-7]{10}))?\s*-{1,5}",
    re.IGNORECASE,
)
BEGIN = re.compile(r"(?i)BEGIN\s+LPBE\s+REPLY|BEGIN\s*$|BEGIN\s+LPBE\s*$")
END = re.compile(r"(?i)END\s+LPBE\s+REPLY")
COMMENT = re.compile(r"(?:^|\s)#(?!\d).*$")
"""As in typed orders: # followed by a number is a place, not a comment."""
END_LINE = "-----END LPBE REPLY-----"


class Mark(Struct, frozen=True):
    """The begin mark of a block: game, seat, question, revision of the answer, checksum of its orders, mail code."""

    game: str
    seat: str
    window: int
    rev: int
    check: str = ""
    code: str = ""

    @property
    def line(self) -> str:
        parts = [self.game[:SHORT_ID_CHARS], self.seat, f"{self.window}.{self.rev}", self.check, self.code]
        return f"-----BEGIN LPBE REPLY {' '.join(filter(None, parts))}-----"


class Block(Struct, frozen=True):
    """A block as it was found in an e-mail."""

    mark: Mark
    lines: list[Line]
    quoted: bool = False
    whole: bool = True
    """Whether its end mark was found as well."""

    @property
    def untouched(self) -> bool:
        """Return whether its orders are still the ones that were sent."""
        return checksum([line.text for line in self.lines]) == self.mark.check

    @property
    def own_lines(self) -> list[Line]:
        """Return the lines of a quoted block that are not quoted: its reader typed them."""
        return [line for line in self.lines if self.quoted and not line.depth]

    @property
    def quote_untouched(self) -> bool:
        """Return whether the quoted lines are still the ones that were sent."""
        return checksum([line.text for line in self.lines if line.depth]) == self.mark.check


def without_comment(text: str) -> str:
    return COMMENT.sub("", text).strip()


def checksum(lines: Sequence[str]) -> str:
    """Return eight hex digits that identify the orders, wherever lines are broken and however they are spaced."""
    orders = "".join(without_comment(Line(line).plain) for line in lines)
    return sha256("".join(orders.casefold().split()).encode()).hexdigest()[:8]


def block_lines(mark: Mark, orders: Sequence[str], above: Sequence[str] = (), below: Sequence[str] = ()) -> list[str]:
    """Write a block with comments above and below its orders.

    A lone # ends every comment, so that the line after it is not taken for its broken-off end.
    """
    complete = Mark(mark.game, mark.seat, mark.window, mark.rev, check=checksum(orders), code=mark.code)
    return [complete.line, *comment_lines(above), *orders, *(["#"] if below else []), *comment_lines(below), END_LINE]


def comment_lines(lines: Sequence[str]) -> list[str]:
    wrapped = [part for line in lines for part in wrap(line, "# ", "#   ", COMMENT_COLUMNS)]
    return [*wrapped, "#"] if wrapped else []


def read_mark(text: str) -> tuple[Mark, int] | None:
    """Read a begin mark at the start of a text; return the mark and where it ends."""
    found = MARK.match(text)
    if not found:
        return None
    mark = Mark(
        game=found["game"].lower(),
        seat=found["seat"].lower(),
        window=int(found["window"]),
        rev=int(found["rev"]),
        check=found["check"].lower(),
        code=(found["code"] or "").upper(),
    )
    rest = text[found.end() :]
    return mark, found.end() + len(rest) - len(rest.lstrip("- "))
