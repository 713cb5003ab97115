"""The page of one seat: the story as it knows it, its own things, what it may do, and an answer ready to send."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from ..kernel.base.canon import Plain
from ..kernel.chain.records import Entry, GameFile, View
from ..kernel.chain.seating import names_of
from ..kernel.content import packs
from ..kernel.content.packs import Words
from ..kernel.play.rulebook import Rules
from ..kernel.play.rules import Seat, State
from ..kernel.words.sentences import phrase, sentences
from ..kernel.words.templates import order_text
from .blocks import Notes
from .choices import choices, reply
from .compose import cut_short, described, opening, position, title, told_events
from .laying import position_blocks
from .page import Lines, Page, Section
from .telling import story


class Sitting(Struct, frozen=True):
    """Who reads: the seat, what it sees, what it keeps for itself, and why orders of its own were refused."""

    seat: Seat
    view: View
    state: State | None
    memo: str = ""
    draft: list[Plain] = []
    refused: list[str] = []
    filed: bool = False
    """Whether an answer of its own waits beside the game to be applied."""
    listing: str = ""
    """What lists all orders that there are, where it is not lpbe legal."""
    since: bool = False
    """Whether the story begins where the reader wished, and not at the last order."""


def seat_page(
    rules: Rules, game: GameFile, entries: Sequence[Entry], own: Sitting, lang: str, whole: bool = True, where: str = ""
) -> Page:
    words, told, names = packs.words(rules.game.name, lang), told_events(entries), names_of(game.state)
    ways = position_blocks(rules.game, game, words, own.state, own.seat, told) if own.state is not None else {}
    return Page(
        title(rules, game, words),
        lang,
        [
            opening(game, words, ways, own.seat, answer_so_far(own)),
            news(game, words, entries, own, whole),
            *position(game, words, ways),
            Section("screen", phrase(words, "screen"), screen(game, words, own, ways.get("screen"))),
            *choices(words, own.state, own.seat, own.listing or f"lpbe legal {where or 'GAME'} --all", names),
            Section("notes", phrase(words, "notes"), [notes(words, own.memo)]),
            *reply(words, own.state, own.seat, drafted(own), where or "GAME", own.filed),
        ],
    )


def answer_so_far(own: Sitting) -> str:
    """What is known of the seat's answer to the open window: it waits, it is in, or nothing."""
    return "filed" if own.filed else "answered" if "answer" in own.view.screen.get("standing", {}) else ""


def news(game: GameFile, words: Words, entries: Sequence[Entry], own: Sitting, whole: bool) -> Section:
    """The story; then what only this seat was told beside it, and why its orders came to nothing."""
    left = list(own.view.news)
    blocks = story(game, entries, words, own.seat, left)
    lines = sentences(words, [event for event in left if worth_telling(event)], own.seat, names_of(game.state))
    lines += [phrase(words, "lost")] if own.view.lost else []
    blocks += [Lines(lines, phrase(words, "own"), private=True)] if lines else []
    blocks += [Lines(own.refused, phrase(words, "refused"), private=True)] if own.refused else []
    title = phrase(words, "happened" if own.since else "news")
    return Section("news", title, [*blocks, *cut_short(words, whole, entries)])


def worth_telling(event: Plain) -> bool:
    """What nobody could have answered otherwise, the story tells."""
    return event["event"] != "answered" or event.get("why") != "only"


def screen(game: GameFile, words: Words, own: Sitting, panels: list[Any] | None) -> list[Any]:
    """What lies behind the screen, and what was said in advance."""
    parts = {name: part for name, part in own.view.screen.items() if name != "standing"}
    blocks = described(words, parts, names_of(game.state), private=True) if panels is None else panels
    return [*blocks, *standing_blocks(words, own)] or [Lines([phrase(words, "bare")], private=True)]


def standing_blocks(words: Words, own: Sitting) -> Iterator[Lines]:
    standing = own.view.screen.get("standing", {})
    if answer := standing.get("answer"):
        yield Lines([order_text(words, answer["order"])], phrase(words, "answer"), private=True)
    if plan := [order_text(words, held["order"]) for held in standing.get("plan", [])]:
        yield Lines(plan, phrase(words, "plan"), private=True)
    if policy := list(settings(standing.get("policy", {}))):
        yield Lines(policy, phrase(words, "policy"), private=True)
    if draft := [order_text(words, order) for order in drafted(own)]:
        yield Lines(draft, phrase(words, "draft"), private=True)


def settings(policy: Mapping[str, Any], above: str = "") -> Iterator[str]:
    """A policy as its owner wrote it, a setting a line."""
    for name, value in policy.items():
        if isinstance(value, Mapping):
            yield from settings(value, f"{above}{name}.")
        else:
            items = value if isinstance(value, list | tuple) else [value]
            yield f"{above}{name} = {', '.join(str(item) for item in items)}"


def drafted(own: Sitting) -> list[Plain]:
    """What is left of the last batch."""
    return own.draft


def notes(words: Words, memo: str) -> Lines | Notes:
    return Notes(memo.split("\n")) if memo else Lines([phrase(words, "no-notes")], private=True)
