"""What a client that holds the key itself asks lpbe, and the answers it gets.

The client opens what is sealed, seals and signs. lpbe gets what was opened, and never a key. Each method answers what
its command prints with `--json`, and beside it the text that the command prints for a person.
"""

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType, field

from ..audit.opened_seat import OpenedLetter
from ..base.canonical import Plain
from ..chain.letter import Count, Digest, Lang, Slug, Time
from ..chain.records import View
from ..gamedir.receipts import Reason
from .answer import Answer, FailureAnswer, Position
from .audit_answers import VerifyAnswer
from .playing_answers import LegalOrders, ReportAnswer, TryAnswer


class Request(Struct, kw_only=True, forbid_unknown_fields=True):
    """What a client says, in named parts."""


class SentStandingOrders(Request):
    """Policy and plans of a letter that is on its way."""

    policy: Plain = {}
    plans: list[Plain] = []


class OpenedParts(Request):
    """What the client opened for its seat."""

    view: View = field(default_factory=View)
    memo: str = ""
    standing: SentStandingOrders | UnsetType = UNSET
    """Those that were sent last, unless they have been applied."""
    reasons: dict[Digest, Reason] = {}
    """Why letters of the seat were refused, by their ids."""


class OpenRequest(Request):
    """Open a game. All other methods are about the game that was opened last."""

    files: dict[str, str]
    """The files of the game folder by name.

    These are game.toml or game.json, and if available log.jsonl, pack.toml, and files in inbox/, refused/ and reports/.
    """
    where: str = "GAME"
    """What the reader calls the game, for commands that are shown."""
    lang: Lang | UnsetType = UNSET
    """The language of the answers; by default the one that the seat reads."""
    seat: Slug | UnsetType = UNSET
    """Without a seat, only what everybody can see."""
    opened: OpenedParts | UnsetType = UNSET
    """Needed for a seat of a game with sealed parts."""


class OpenedGame(Position, kw_only=True):
    rules: Slug
    expansions: list[Slug]
    trust: Literal["referee", "open"]
    stage: Literal["join", "ready", "play", "over"]
    lang: Lang
    seat: Slug | UnsetType = UNSET


class ReportRequest(Request):
    """The report that `lpbe report` prints; without `since` from the seat's last order on."""

    format: Literal["html", "text", "markdown"] = "html"
    since: Count | UnsetType = UNSET


class LegalRequest(Request):
    """The orders that the seat may give now."""

    words: list[str] = []
    """Only the orders with these words."""
    all: bool = False


class LegalText(LegalOrders, kw_only=True):
    text: str


class TryRequest(Request):
    """Try orders, as they are typed or as data, without sending them."""

    typed: str = ""
    data: list[Plain] = []


class TriedText(TryAnswer, kw_only=True):
    text: str


class ReadRequest(Request):
    """Read orders that are to be signed."""

    typed: str = ""
    data: list[Plain] = []
    note: str = ""
    memo: str = ""
    """A note of the player to themselves; if it is empty, the last one is kept."""


class ReadOrders(Position, kw_only=True):
    """What a letter is made of: a play letter, or a standing letter if only plans were given."""

    letter: Literal["play", "standing"]
    seat: Slug
    orders: list[Plain]
    secret: list[bool]
    """For each order whether it travels sealed."""
    plans: list[Plain]
    draft: list[Plain]
    """What is kept for later, in the seal of the letter."""
    dropped: list[Plain]
    """Orders that no question will ask for."""
    lost: list[Plain]
    """What would be kept for later if there were room."""
    note: str
    memo: str
    policy: Plain | UnsetType = UNSET
    """For a standing letter, which replaces the policy as well: the one that stays in force."""
    texts: list[str]
    text: str
    """How the orders were understood and what they lead to, as `lpbe order` confirms them."""


class PolicyRequest(Request):
    """Show the policy in force, or make a new one in one of these ways."""

    lines: list[str] = []
    file: str | UnsetType = UNSET
    """The text of a policy file."""
    default: bool = False
    clear: bool = False


class PolicyText(Answer, kw_only=True):
    """A policy with the plans that stay beside it: together they are a standing letter."""

    seat: Slug
    policy: Plain
    plans: list[Plain]
    text: str


class TermsRequest(Request):
    """What a player agrees to by joining a game or being ready."""


class TermsText(Position, kw_only=True):
    terms: list[str]
    roster: list[str]
    """The players by their seats; empty before all have joined."""


class SeenStep(Request):
    """When the client first saw a step, by its own clock."""

    seq: Count
    head: Digest
    at: Time


class VerifyRequest(Request):
    """Verify the game: level 1 if the client opened its letters, level 2 if the game is disclosed."""

    letters: dict[Digest, OpenedLetter] | UnsetType = UNSET
    """The seat's own letters in the log, by their ids, opened."""
    seen: list[SeenStep] = []


class VerdictText(VerifyAnswer, kw_only=True):
    text: str


class ReplayRequest(Request):
    """Steps of the game as one HTML page."""

    first: Count | UnsetType = UNSET
    last: Count | UnsetType = UNSET


class ReplayPage(Position, kw_only=True):
    html: str


class ClientFailure(FailureAnswer, kw_only=True):
    text: str
    """The message and what to do, in the reader's language."""


METHODS: dict[str, tuple[type[Request], Any]] = {
    "open": (OpenRequest, OpenedGame),
    "report": (ReportRequest, ReportAnswer),
    "legal": (LegalRequest, LegalText),
    "try": (TryRequest, TriedText),
    "read": (ReadRequest, ReadOrders),
    "policy": (PolicyRequest, PolicyText),
    "terms": (TermsRequest, TermsText),
    "verify": (VerifyRequest, VerdictText),
    "replay": (ReplayRequest, ReplayPage),
}
"""Each method with what it takes and what it answers; any of them may answer with a failure instead."""


def client_records() -> dict[str, Any]:
    """Return the types of all requests and answers by the names of their schemas."""
    requests = {f"client-{name}": request for name, (request, _) in METHODS.items()}
    answers = {f"client-{name}-answer": answer for name, (_, answer) in METHODS.items()}
    return {**requests, **answers, "client-failure-answer": ClientFailure}
