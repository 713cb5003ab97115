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
from ..kernel.play.rules import Question, Seat, State
from ..kernel.words.effects import Effects
from ..kernel.words.sentences import phrase, sentences
from ..kernel.words.templates import order_text
from .blocks import Choices, Clicks, Notes
from .choices import choices, question_for
from .compose import Glance, board, cut_short, described, ending, head, now_of, table, title, told_of
from .laying import position_blocks
from .page import Lines, Page, Section
from .past import table_before, told_events
from .plan import reply
from .telling import Telling, story
from .wording import told_lines


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
    rules: Rules,
    game: GameFile,
    entries: Sequence[Entry],
    own: Sitting,
    lang: str,
    whole: bool = True,
    where: str = "",
    earlier: Sequence[Entry] = (),
) -> Page:
    """First what is asked and how the seat stands, then what concerns it, what it sees and may do; then the rest."""
    words, told = packs.words(rules.game.name, lang), told_events(entries)
    ended = told_events(told_of(game, entries, earlier))
    before, left = table_before(rules, game, earlier, entries), list(own.view.news)
    log = [*earlier, *entries]
    ways = position_blocks(rules, game, words, own.state, own.seat, told, log) if own.state is not None else {}
    suffered = concerns(rules, game, words, own, None if before is None else before.copy(), told)
    news = story(Telling(rules, game, words, entries, own.seat, before, now_of(rules, game)), left)
    return Page(
        title(rules, game, words, own.seat),
        lang,
        [
            head(rules, game, words, ways, Glance(own.state, own.seat, ended, answer_so_far(own))),
            *ending(rules, game, words, log),
            mine(game, words, own, suffered, left),
            *board(words, ways),
            Section("screen", phrase(words, "screen"), screen(game, words, own, ways.get("screen"))),
            *acting(words, game, own, where or "GAME", rules),
            Section(
                "news",
                phrase(words, "happened" if own.since else "news"),
                [*news, *cut_short(words, whole, entries)],
            ),
            *table(game, words, ways),
            Section("notes", phrase(words, "notes"), [notes(words, own.memo)]),
        ],
    )


def acting(words: Words, game: GameFile, own: Sitting, where: str, rules: Rules) -> list[Section]:
    """What the seat may do, and an answer that need only be sent; after the end neither."""
    if game.state.window.kind == "over":
        return []
    effects = effects_of(words, own.state, own.seat, names_of(game.state))
    listing = own.listing or f"lpbe legal {where} --all"
    listed = choices(words, effects, listing, clickable) if own.state is not None else []
    options = next((block for section in listed for block in section.blocks if isinstance(block, Choices)), None)
    return [*listed, *(reply(effects, drafted(own), where, own.filed, rules.game.advice, options) if effects else [])]


def effects_of(words: Words, state: State | None, seat: Seat, names: Mapping[Seat, str]) -> Effects | None:
    """What answers to the open question come to, if the seat is asked one: worked out once for all of the page."""
    question = question_for(state, seat)
    return None if state is None or question is None else Effects(words, state, question, seat, names)


def clickable(words: Words, state: State, question: Question, seat: Seat) -> Clicks:
    from .clicks import clicks  # saves it for pages that nobody clicks

    return clicks(words, state, question, seat)


def answer_so_far(own: Sitting) -> str:
    """What is known of the seat's answer to the open window: it waits, it is in, or nothing."""
    return "filed" if own.filed else "answered" if "answer" in own.view.screen.get("standing", {}) else ""


def concerns(
    rules: Rules, game: GameFile, words: Words, own: Sitting, before: State | None, told: Sequence[Plain]
) -> list[Any]:
    """What the seat lost, suffered and gained, as the game tells it."""
    if rules.game.concerns is None or own.state is None:
        return []
    found = rules.game.concerns(before, own.state, own.seat, told)
    return [told_lines(words, found, names_of(game.state), private=True)] if found else []


def mine(game: GameFile, words: Words, own: Sitting, suffered: list[Any], left: Sequence[Plain]) -> Section:
    """What concerns the seat; then what only it was told beside the story, and why its orders came to nothing."""
    lines = sentences(words, [event for event in left if worth_telling(event)], own.seat, names_of(game.state))
    lines += [phrase(words, "lost")] if own.view.lost else []
    blocks = [*suffered, *([Lines(lines, phrase(words, "own"), private=True)] if lines else [])]
    blocks += [Lines(own.refused, phrase(words, "refused"), private=True)] if own.refused else []
    return Section("mine", phrase(words, "mine"), blocks or [Lines([phrase(words, "mine.none")])])


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
