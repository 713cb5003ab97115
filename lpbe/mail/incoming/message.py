"""An e-mail as it arrived, read within limits: its claimed sender, its texts, its attachments, and what was skipped."""

from __future__ import annotations

import re
from collections.abc import Sequence
from email.message import Message as Headers
from email.utils import getaddresses, mktime_tz, parsedate_tz
from enum import StrEnum
from hashlib import sha256
from io import BytesIO

from msgspec import Struct

from . import mime
from .autoreplies_and_bounces import AutomaticKind, automatic_kind
from .html_text import html_lines
from .mime import Leaf, header, header_values
from .quoted_lines import MAX_LINES, Line, flowed_lines, plain_lines

MAX_MAIL_BYTES = 4 << 20
"""How much of an e-mail is read."""
MAX_TEXT_BYTES = 256 << 10
"""How much of one text is read."""
MAX_ATTACHMENT_BYTES = 64 << 10
"""An order is never larger than this."""
ADDRESS = re.compile(
    r"(?![.])(?!.*[.]{2}|.*[.]@)[a-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[a-z0-9](?:[a-z0-9.-]{0,180}[a-z0-9])?"
)
"""An address that every mail server accepts; other characters need SMTPUTF8."""
MAX_ADDRESS_HEADER_CHARS = 2000
"""How much of a header with addresses is read."""
MAX_DATE_CHARS = 200
"""How much of a Date header is read."""
DECIDING = (
    "Content-Disposition",
    "Content-Transfer-Encoding",
    "Content-Type",
    "Date",
    "From",
    "In-Reply-To",
    "List-Id",
    "List-Post",
    "Mailing-List",
    "References",
    "Reply-To",
    "Subject",
)
"""Headers that determine how an e-mail is read and answered, besides those of automatic e-mails."""
NOTICE_TYPES = ("text/vnd.google.email-reaction+json", "text/calendar")
ORDER_ENDINGS = (".toml", ".json", ".txt", ".asc", ".eml")


class Attachment(Struct, frozen=True):
    """An attachment that may be an order."""

    name: str
    data: bytes
    quoted: bool = False
    """Whether it is part of a forwarded e-mail."""


class Body(Struct, frozen=True):
    """One text of an e-mail, in the versions that the mail program wrote, each of which is complete."""

    versions: list[list[Line]]


class SkipReason(StrEnum):
    """Why a part was not read."""

    TOO_LARGE = "too-large"
    TOO_DEEP = "too-deep"
    NOT_AN_ORDER = "not-opened"
    CUT_OFF = "cut"


class Skipped(Struct, frozen=True):
    """A part that was not read; if it has no name, the rest of the e-mail."""

    name: str
    reason: SkipReason


class Mail(Struct, frozen=True):
    """An e-mail after parsing. Nothing in it is trusted."""

    message_id: str
    digest: str = ""
    """A hash of everything that matters: anybody can copy an e-mail, even its Message-ID, and change some headers."""
    sender: str = ""
    sender_name: str = ""
    subject: str = ""
    written: int = 0
    """When it was written according to its Date, in seconds; 0 if it does not say."""
    in_reply_to: list[str] = []
    """The ids of the e-mails that this one claims to answer, and of those before them."""
    bodies: list[Body] = []
    attachments: list[Attachment] = []
    skipped: list[Skipped] = []
    automatic: AutomaticKind | None = None
    """What kind of automatic e-mail it is, if any."""
    is_notice: bool = False
    """Whether a program wrote it when its user tapped something: a reaction, an accepted invitation."""
    from_list: bool = False
    """Whether it came through a mailing list."""
    reply_address: str = ""
    """Where a reply is sent."""
    reply_to: str = ""
    """Its Reply-To address, even if a mailing list has set that: lists put their own name into From."""

    @property
    def sender_names(self) -> str:
        """Return the words that the sender may be called by: the name beside the address, and words before the @."""
        return " ".join([self.sender_name, *re.split(r"[^a-z]+", self.sender.partition("@")[0])]).strip()

    @property
    def key(self) -> str:
        """Return what distinguishes this e-mail from all others, however often it is delivered."""
        return " ".join([self.message_id, self.sender, self.digest])

    def versions(self) -> list[list[Line]]:
        """Return all texts of the e-mail one below the other, in each version: pictures may have been between them."""
        count = max([len(body.versions) for body in self.bodies], default=0)
        return [self.version(number) for number in range(count)]

    def version(self, number: int) -> list[Line]:
        """Return one version of all texts; a text that has fewer versions is included in its last one."""
        texts = [body.versions[min(number, len(body.versions) - 1)] for body in self.bodies]
        return [line for text in texts for line in (*text, Line(""))][:MAX_LINES]


def read_mail(data: bytes, whole: bool = True) -> Mail:
    """Parse an e-mail, whatever its bytes are; `whole` says whether all of them are there."""
    whole = whole and len(data) <= MAX_MAIL_BYTES
    data = data[:MAX_MAIL_BYTES]
    if data.startswith(b"From ") and b"\n" in data:
        data = data.split(b"\n", 1)[1]
    headers, content = mime.split_head(data)
    tree = mime.parse_tree(data, whole)
    sender_name, sender = parse_address(header_values(headers, "From"))
    from_list = bool(headers.get("List-Id") or headers.get("List-Post") or headers.get("Mailing-List"))
    texts, attachments, skipped = sort_leaves(tree.leaves)
    if tree.too_many:
        skipped.append(Skipped("", SkipReason.TOO_DEEP))
    if not whole:
        skipped.append(Skipped("", SkipReason.TOO_LARGE))
    return Mail(
        message_id=mail_id(header(headers, "Message-ID"), data),
        digest=digest_of(headers, content),
        sender=sender,
        sender_name=sender_name,
        written=parse_date(header(headers, "Date")),
        subject=mime.decode_words(header(headers, "Subject"))[:300],
        in_reply_to=parse_ids(" ".join([header(headers, "In-Reply-To"), header(headers, "References")])),
        bodies=[make_body(group) for group in texts],
        attachments=attachments,
        skipped=skipped,
        automatic=automatic_kind(headers, mime.content_type(headers)),
        is_notice=any(leaf.content_type in NOTICE_TYPES for leaf in tree.leaves),
        from_list=from_list,
        reply_address=find_reply_address(headers, sender, from_list),
        reply_to=parse_address(header_values(headers, "Reply-To"))[1],
    )


def digest_of(headers: Headers, content: bytes) -> str:
    """Return a hash of the body and of the headers that determine what it means, without those that servers add.

    White space matters except at the ends of lines: servers change line ends, but any other change may alter the text.
    """
    deciding = [str(automatic_kind(headers, mime.content_type(headers))), *(header(headers, one) for one in DECIDING)]
    head = "\n".join(" ".join(value.split()) for value in deciding).encode("utf-8", "surrogateescape")
    digest = sha256(head + b"\0")
    for line in BytesIO(content.strip()):
        digest.update(line.rstrip() + b"\n")
    return digest.hexdigest()


def find_reply_address(headers: Headers, sender: str, from_list: bool) -> str:
    """Return where a reply reaches one person, never all readers of a mailing list."""
    requested = "" if from_list else parse_address(header_values(headers, "Reply-To"))[1]
    return requested or ("" if sender and f":{sender}" in header(headers, "List-Post").lower() else sender)


def mail_id(header: str, data: bytes) -> str:
    """Return the Message-ID of an e-mail; an e-mail without one is identified by its bytes."""
    inner = header.partition("<")[2].partition(">")[0].strip()
    return f"<{inner[:500]}>" if inner else f"<{sha256(data).hexdigest()}@none.invalid>"


def parse_date(text: str) -> int:
    """Return the time of a Date header in seconds; 0 if it is not a date."""
    try:
        found = parsedate_tz(text[:MAX_DATE_CHARS])
        return max(0, mktime_tz(found)) if found else 0
    except (ValueError, LookupError, OverflowError, TypeError):
        return 0


def parse_ids(text: str) -> list[str]:
    """Return the Message-IDs in a header."""
    return [f"<{part.partition('>')[0].strip()}>" for part in text.split("<")[1:] if ">" in part][:100]


def parse_address(fields: Sequence[str]) -> tuple[str, str]:
    """Return the first name and address in a header; the address in lower case, empty if it is not valid."""
    try:
        found = getaddresses([field[:MAX_ADDRESS_HEADER_CHARS] for field in fields[:1]])
    except (ValueError, LookupError, RecursionError):
        return "", ""
    name, address = found[0] if found else ("", "")
    address = address.strip().lower()
    return mime.decode_words(name).strip()[:200], address if ADDRESS.fullmatch(address) else ""


def sort_leaves(leaves: Sequence[Leaf]) -> tuple[list[list[Leaf]], list[Attachment], list[Skipped]]:
    """Sort leaves into groups of texts that say the same, attachments that may be orders, and skipped parts."""
    texts: dict[tuple[int, int], list[Leaf]] = {}
    attachments: list[Attachment] = []
    skipped: list[Skipped] = []
    for number, leaf in enumerate(leaves):
        if is_text(leaf):
            key = (leaf.group, 0) if leaf.group and not is_another_text(leaf, texts) else (0, number)
            texts.setdefault(key, []).append(leaf)
        elif not leaf.whole:
            skipped.append(Skipped(leaf.name, SkipReason.CUT_OFF))
        elif may_be_order(leaf):
            attachments.append(Attachment(leaf.name, leaf.data, leaf.forwarded > 0))
        elif leaf.name:
            skipped.append(
                Skipped(leaf.name, SkipReason.TOO_LARGE if looks_like_order(leaf) else SkipReason.NOT_AN_ORDER)
            )
    return list(texts.values()), attachments, skipped


def is_another_text(leaf: Leaf, texts: dict[tuple[int, int], list[Leaf]]) -> bool:
    """Return whether its group already has a text of this type: then it is another text, not another version."""
    return any(other.content_type == leaf.content_type for other in texts.get((leaf.group, 0), ()))


def is_text(leaf: Leaf) -> bool:
    return (
        leaf.content_type in ("text/plain", "text/html")
        and not leaf.attached
        and not leaf.name.lower().endswith(ORDER_ENDINGS[:2])
    )


def looks_like_order(leaf: Leaf) -> bool:
    return leaf.name.lower().endswith(ORDER_ENDINGS) or leaf.content_type.startswith("text/")


def may_be_order(leaf: Leaf) -> bool:
    named = looks_like_order(leaf) or (not leaf.name and leaf.content_type == "application/octet-stream")
    return named and len(leaf.data) <= MAX_ATTACHMENT_BYTES


def make_body(group: Sequence[Leaf]) -> Body:
    """Return the versions of a text, plain text first: either it was typed, or the sender's program made it."""
    return Body([leaf_lines(leaf) for leaf in sorted(group, key=lambda leaf: leaf.content_type != "text/plain")])


def leaf_lines(leaf: Leaf) -> list[Line]:
    text = mime.decode_text(leaf.data[:MAX_TEXT_BYTES], leaf.charset)
    if leaf.content_type == "text/html":
        return html_lines(text, leaf.forwarded)
    lines = flowed_lines(text, leaf.delsp) if leaf.flowed else plain_lines(text)
    return [line.deeper(leaf.forwarded) for line in lines]
