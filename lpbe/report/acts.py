"""What a step was about if it was no move: seats that change hands, time that is given, silence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import UnsetType

from ..kernel.chain.acts.endorse import Endorse
from ..kernel.chain.acts.join import Join
from ..kernel.chain.acts.pace import ExtendLetter, PaceLetter, PauseLetter
from ..kernel.chain.acts.replace import Replace
from ..kernel.chain.acts.timeout import Timeout
from ..kernel.chain.letters import AnyLetter, kind_of
from ..kernel.chain.times import utc_text
from ..kernel.content.packs import Words
from ..kernel.play.rules import Seat
from ..kernel.words.sentences import phrase


def act_told(letter: AnyLetter, words: Words, names: Mapping[Seat, str], told: bool) -> str:
    if isinstance(letter, Join):
        return phrase(words, "join", seat=letter.seat, name=letter.args.name)
    return phrase(words, form(letter, told), names, seat=letter.seat, **details(letter, words))


def is_to_bot(letter: AnyLetter | UnsetType) -> bool:
    """Whether it gives a seat to the machine."""
    return isinstance(letter, Replace) and not isinstance(letter.args.held, UnsetType)


def form(letter: AnyLetter, told: bool) -> str:
    """Which sentence tells of it: a seat may change hands at once, and a pace be agreed to."""
    if is_to_bot(letter):
        return "replace.bot"
    if isinstance(letter, Replace) and told:
        return "replace.now"
    if isinstance(letter, Endorse) and not isinstance(letter.args.pace, UnsetType):
        return "endorse.pace"
    return kind_of(letter)


def details(letter: AnyLetter, words: Words) -> dict[str, Any]:
    """Whom and what it names."""
    if isinstance(letter, Timeout):
        return {"seats": letter.args.seats}
    if isinstance(letter, Replace):
        return {"target": letter.args.seat, "bot": (letter.args.held or "").removeprefix("bot:").partition("@")[0]}
    if isinstance(letter, PaceLetter):
        return {"pace": span_text(words, letter.args.pace)}
    if isinstance(letter, PauseLetter | ExtendLetter):
        return {"until": utc_text(letter.args.until)}
    return {"pace": span_text(words, letter.args.pace or "")} if isinstance(letter, Endorse) else {}


def span_text(words: Words, span: str) -> str:
    """A span such as 2d, in words."""
    return phrase(words, f"span.{span[-1]}", count=int(span[:-1])) if span else ""
