"""The page of one seat: the story as the seat knows it, its own things, what it may do, and an answer ready to send."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from msgspec import Struct

from ...kernel.base.canonical import Plain
from ...kernel.chain.genesis import names_of
from ...kernel.chain.records import Entry, GameFile, View
from ...kernel.content import packs
from ...kernel.content.packs import Words
from ...kernel.engine.auto_answers import AnswerReason
from ...kernel.engine.model import Seat, State
from ...kernel.engine.rulebook import Rules
from ...kernel.language.effects import Effects
from ...kernel.language.sentences import phrase, sentences
from ...kernel.language.templates import order_text
from ..document import Block, Choices, Lines, Notes, Page, Section
from .action_data import page_data
from .choices import choice_section, question_for
from .headline import Viewpoint, fact_lines, head_section
from .messages import chat_section, message_sections
from .panels import position_blocks
from .past_states import public_events, state_before
from .public_page import (
    board_sections,
    component_blocks,
    current_state,
    front_of,
    headline_entries,
    missing_steps,
    page_title,
    result_sections,
    table_sections,
)
from .story import StoryContext, tell_story
from .suggested_reply import reply_section


class SeatContext(Struct, frozen=True):
    """Who reads: the seat, what it sees, its own notes and draft, and why orders of its own were refused."""

    seat: Seat
    view: View
    state: State | None
    memo: str = ""
    draft: list[Plain] = []
    refused: list[str] = []
    filed: bool = False
    """Whether an answer of the seat is waiting in the inbox to be applied."""
    listing: str = ""
    """The command that lists all orders, if it is not lpbe legal."""
    since: bool = False
    """Whether the reader chose where the story begins, instead of starting from their last order."""


def seat_page(
    rules: Rules,
    game: GameFile,
    entries: Sequence[Entry],
    own: SeatContext,
    lang: str,
    whole: bool = True,
    game_path: str = "",
    earlier: Sequence[Entry] = (),
) -> Page:
    """Return what is asked and how the seat stands, what concerns it, what it sees and may do, and then the rest."""
    words = packs.words(rules.game.name, lang)
    log = [*earlier, *entries]
    events = public_events(entries)
    before = state_before(rules, game, earlier, entries)
    blocks = position_blocks(rules, game, words, own.state, own.seat, events) if own.state is not None else {}
    concerns = concern_blocks(rules, game, words, own, None if before is None else before.copy(), events)
    private_news = list(own.view.news)
    telling = StoryContext(
        rules, game, words=words, entries=entries, reader=own.seat, before=before, now=current_state(rules, game)
    )
    story = tell_story(telling, private_news)
    viewpoint = Viewpoint(
        state=own.state,
        reader=own.seat,
        events=public_events(headline_entries(game, entries, earlier)),
        answer=answer_status(own),
    )
    effects = open_effects(words, game, own)
    answers = answer_sections(words, game, own, game_path or "GAME", rules, effects)
    return Page(
        page_title(rules, game, words, own.seat),
        lang,
        sections=[
            head_section(rules, game, words, blocks.get("game", ()), viewpoint),
            *result_sections(rules, game, words, log),
            *message_sections(game, words, log, own.seat),
            own_section(game, words, own, concerns, private_news),
            *board_sections(words, blocks),
            Section("screen", phrase(words, "screen"), screen_blocks(game, words, own, blocks.get("screen"))),
            *answers,
            Section(
                "news",
                phrase(words, "happened" if own.since else "news"),
                [*story, *missing_steps(words, whole, entries)],
            ),
            *table_sections(game, words, blocks),
            Section("notes", phrase(words, "notes"), [note_block(words, own.memo)]),
        ],
        chat=chat_section(game, words, log),
        data=None
        if own.state is None
        else partial(page_data, rules, game, words, own.seat, own.state, effects, answers, telling.told),
        front=front_of(rules, game, words, viewpoint, log),
    )


def open_effects(words: Words, game: GameFile, own: SeatContext) -> Effects | None:
    """Return the effects of answers to the question that the seat is asked, if the game still asks any."""
    if game.state.window.is_over or own.state is None:
        return None
    return effects_for(words, own.state, own.seat, names_of(game.state))


def answer_sections(
    words: Words, game: GameFile, own: SeatContext, game_path: str, rules: Rules, effects: Effects | None
) -> list[Section]:
    """Return what the seat may do, and an answer that only needs to be sent; neither once the game is over."""
    if game.state.window.is_over or own.state is None:
        return []
    choices = choice_section(words, effects, own.listing or f"lpbe legal {game_path} --all")
    if effects is None:
        return [choices]
    options = next((block for block in choices.blocks if isinstance(block, Choices)), None)
    return [choices, reply_section(effects, own.draft, game_path, own.filed, rules.game.presentation().advice, options)]


def effects_for(words: Words, state: State, seat: Seat, names: Mapping[Seat, str]) -> Effects | None:
    """Return the effects of answers to the open question, if the seat is asked one; shared by the whole page."""
    question = question_for(state, seat)
    return None if question is None else Effects(words, state, question, seat, names)


def answer_status(own: SeatContext) -> str:
    """Return the state of the seat's answer to the open question: filed, answered, or nothing."""
    return "filed" if own.filed else "answered" if "answer" in own.view.screen.get("standing", {}) else ""


def concern_blocks(
    rules: Rules, game: GameFile, words: Words, own: SeatContext, before: State | None, events: Sequence[Plain]
) -> list[Lines]:
    """Return what the seat lost, suffered and gained, if the game says so."""
    find_concerns = rules.game.presentation().concerns
    if find_concerns is None or own.state is None:
        return []
    facts = find_concerns(before, own.state, own.seat, events)
    return [fact_lines(words, facts, names_of(game.state), private=True)] if facts else []


def own_section(
    game: GameFile, words: Words, own: SeatContext, concerns: Sequence[Lines], private_news: Sequence[Plain]
) -> Section:
    """Return what concerns the seat, the private news missing from the story, and why orders were refused."""
    events = [event for event in private_news if is_worth_telling(event)]
    lines = sentences(words, events, own.seat, names_of(game.state))
    lines += [phrase(words, "lost")] if own.view.lost else []
    blocks = [*concerns, *([Lines(lines, phrase(words, "own"), private=True)] if lines else [])]
    blocks += [Lines(own.refused, phrase(words, "refused"), private=True)] if own.refused else []
    return Section("mine", phrase(words, "mine"), blocks or [Lines([phrase(words, "mine.none")])])


def is_worth_telling(event: Plain) -> bool:
    """Return whether private news is worth a line: the story already has whatever had only one possible answer."""
    return event["event"] != "answered" or event.get("why") != AnswerReason.ONLY


def screen_blocks(game: GameFile, words: Words, own: SeatContext, panels: Sequence[Block] | None) -> Sequence[Block]:
    """Return what is behind the seat's screen, and its standing orders."""
    parts = {name: part for name, part in own.view.screen.items() if name != "standing"}
    blocks = component_blocks(words, parts, names_of(game.state), private=True) if panels is None else panels
    return [*blocks, *standing_order_blocks(words, own)] or [Lines([phrase(words, "bare")], private=True)]


def standing_order_blocks(words: Words, own: SeatContext) -> Iterator[Lines]:
    """Yield the answer, the plan, the policy and the draft of a seat."""
    standing = own.view.screen.get("standing", {})
    if answer := standing.get("answer"):
        yield Lines([order_text(words, answer["order"])], phrase(words, "answer"), private=True)
    if plan := [order_text(words, held["order"]) for held in standing.get("plan", [])]:
        yield Lines(plan, phrase(words, "plan"), private=True)
    if policy := list(policy_lines(standing.get("policy", {}))):
        yield Lines(policy, phrase(words, "policy"), private=True)
    if draft := [order_text(words, order) for order in own.draft]:
        yield Lines(draft, phrase(words, "draft"), private=True)


def policy_lines(policy: Mapping[str, Any], above: str = "") -> Iterator[str]:
    """Yield a policy as its owner wrote it, one setting per line."""
    for name, value in policy.items():
        if isinstance(value, Mapping):
            yield from policy_lines(value, f"{above}{name}.")
        else:
            items = value if isinstance(value, list | tuple) else [value]
            yield f"{above}{name} = {', '.join(str(item) for item in items)}"


def note_block(words: Words, memo: str) -> Lines | Notes:
    return Notes(memo.split("\n")) if memo else Lines([phrase(words, "no-notes")], private=True)
