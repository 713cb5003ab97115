"""A mail as it came, read within limits: who says to have written it, what stands in it, what was left out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from email.message import Message as Headers
from email.utils import getaddresses
from hashlib import sha256

from msgspec import Struct

from . import mime
from .html_text import html_lines
from .lines import MOST as LINES
from .lines import Line, flowed_lines, plain_lines
from .mime import Leaf, header, headers_of
from .robots import why_ignored

LARGEST = 4 << 20
"""So much of a mail is read; what comes behind it is not looked at."""
TEXT = 256 << 10
"""So much of one text."""
FILE = 64 << 10
"""An order is never larger."""
ADDRESS = re.compile(
    r"(?![.])(?!.*[.]{2}|.*[.]@)[a-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[a-z0-9](?:[a-z0-9.-]{0,180}[a-z0-9])?"
)
"""What every mail server takes; other letters need servers that not everybody has."""
FIELD = 2000
"""So much of a header with addresses is read."""
ORDERS = (".toml", ".json", ".txt", ".asc", ".eml", "")


class File(Struct, frozen=True):
    """Something attached that may be an order."""

    name: str
    data: bytes
    quoted: bool = False
    """It lay in a mail inside this one."""


class Body(Struct, frozen=True):
    """What was written, in the ways that the mail program wrote it: each is the whole."""

    ways: list[list[Line]]


class Left(Struct, frozen=True):
    """What was not looked at, and why: too-large, not-opened, cut."""

    name: str
    why: str


class Mail(Struct, frozen=True):
    """A mail after reading. Nothing in it is believed."""

    ident: str
    sender: str = ""
    name: str = ""
    subject: str = ""
    answers: list[str] = []
    """The ids of mails that this one says to answer."""
    bodies: list[Body] = []
    files: list[File] = []
    left: list[Left] = []
    ignored: str = ""
    """Why nobody wrote this: a robot, a bounce, ourselves; nothing for a person's mail."""
    listed: bool = False
    """It came by a mailing list."""
    answer_to: str = ""
    reply_to: str = ""
    """Whom it names to be answered, also where a list has put that there: lists put their own name in From."""

    def ways(self) -> list[list[Line]]:
        """All parts below each other, in each way they were written in: pictures may stand between them."""
        many = max([len(body.ways) for body in self.bodies], default=0)
        parts = [[body.ways[min(way, len(body.ways) - 1)] for body in self.bodies] for way in range(many)]
        return [[line for part in way for line in (*part, Line(""))][:LINES] for way in parts]


def read_mail(data: bytes, whole: bool = True) -> Mail:
    """Whatever the bytes are."""
    whole = whole and len(data) <= LARGEST
    data = data[:LARGEST]
    if data.startswith(b"From ") and b"\n" in data:
        data = data.split(b"\n", 1)[1]
    headers, _ = mime.split_head(data)
    tree = mime.leaves_of(data, whole)
    name, sender = address_of(headers_of(headers, "From"))
    listed = bool(headers.get("List-Id") or headers.get("List-Post") or headers.get("Mailing-List"))
    texts, files, left = sorted_out(tree.leaves)
    return Mail(
        ident_of(header(headers, "Message-ID"), data),
        sender,
        name,
        mime.words(header(headers, "Subject"))[:300],
        answered_ids(" ".join([header(headers, "In-Reply-To"), header(headers, "References")])),
        [bodies_of(group) for group in texts],
        files,
        [*left, *([Left("", "too-deep")] if tree.too_many else []), *([] if whole else [Left("", "too-large")])],
        why_ignored(headers, mime.kind_of(headers)),
        listed,
        back_to(headers, sender, listed),
        address_of(headers_of(headers, "Reply-To"))[1],
    )


def back_to(headers: Headers, sender: str, listed: bool) -> str:
    """Whom an answer reaches alone: never all who read a list."""
    wished = "" if listed else address_of(headers_of(headers, "Reply-To"))[1]
    return wished or ("" if sender and f":{sender}" in header(headers, "List-Post").lower() else sender)


def ident_of(said: str, data: bytes) -> str:
    """The id of a mail; one that has none is known by its bytes."""
    inner = said.partition("<")[2].partition(">")[0].strip()
    return f"<{inner[:500]}>" if inner else f"<{sha256(data).hexdigest()}@none.invalid>"


def answered_ids(text: str) -> list[str]:
    return [f"<{part.partition('>')[0].strip()}>" for part in text.split("<")[1:] if ">" in part][:100]


def address_of(fields: Sequence[str]) -> tuple[str, str]:
    """The first name and address; the address in small letters, nothing where it is none."""
    try:
        found = getaddresses([field[:FIELD] for field in fields[:1]])
    except (ValueError, LookupError, RecursionError):
        return "", ""
    name, address = found[0] if found else ("", "")
    plain = address.strip().lower()
    return mime.words(name).strip()[:200], plain if ADDRESS.fullmatch(plain) else ""


def sorted_out(leaves: Sequence[Leaf]) -> tuple[list[list[Leaf]], list[File], list[Left]]:
    """Texts in groups that say the same, files that may be orders, and what is left out."""
    texts: dict[tuple[int, int], list[Leaf]] = {}
    files: list[File] = []
    left: list[Left] = []
    for number, leaf in enumerate(leaves):
        if is_text(leaf):
            key = (leaf.group, 0) if leaf.group and not in_line(leaf, texts) else (0, number)
            texts.setdefault(key, []).append(leaf)
        elif not leaf.whole:
            left.append(Left(leaf.name, "cut"))
        elif may_be_order(leaf):
            files.append(File(leaf.name, leaf.data, leaf.forwarded > 0))
        elif leaf.name:
            left.append(Left(leaf.name, "too-large" if looks_like_order(leaf) else "not-opened"))
    return list(texts.values()), files, left


def in_line(leaf: Leaf, texts: dict[tuple[int, int], list[Leaf]]) -> bool:
    """A second text of the same kind in one group is another text, not another way to say the first."""
    return any(other.kind == leaf.kind for other in texts.get((leaf.group, 0), ()))


def is_text(leaf: Leaf) -> bool:
    return leaf.kind in ("text/plain", "text/html") and not leaf.attached and not leaf.name.lower().endswith(ORDERS[:2])


def looks_like_order(leaf: Leaf) -> bool:
    return leaf.name.lower().endswith(ORDERS[:-1]) or leaf.kind.startswith("text/")


def may_be_order(leaf: Leaf) -> bool:
    named = looks_like_order(leaf) or (not leaf.name and leaf.kind == "application/octet-stream")
    return named and len(leaf.data) <= FILE


def bodies_of(group: Sequence[Leaf]) -> Body:
    """Plain text first: it is what was written, or made of it by the program that knows best."""
    return Body([lines_of(leaf) for leaf in sorted(group, key=lambda leaf: leaf.kind != "text/plain")])


def lines_of(leaf: Leaf) -> list[Line]:
    text = mime.text_of(leaf.data[:TEXT], leaf.charset)
    if leaf.kind == "text/html":
        return html_lines(text, leaf.forwarded)
    read = flowed_lines(text, leaf.delsp) if leaf.flowed else plain_lines(text)
    return [line.deeper(leaf.forwarded) for line in read]
