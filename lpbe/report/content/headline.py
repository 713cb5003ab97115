"""The head of a page and the subject of an e-mail: the progress of the game, what is asked, how the reader stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct, UnsetType

from ...kernel.base.canonical import Plain
from ...kernel.chain.deadlines import format_utc
from ...kernel.chain.genesis import WindowKind, by_mail, names_of, spec_of
from ...kernel.chain.records import GameFile
from ...kernel.content.packs import Words
from ...kernel.engine.foresight import Brief, Fact
from ...kernel.engine.model import Seat, State
from ...kernel.engine.rulebook import Rules
from ...kernel.language.sentences import fact_text, phrase, sentences
from ..document import Block, Lines, Section, capital

SUBJECT_ID_LENGTH = 8
"""How many characters of its id distinguish a game from the others of a player."""
Names = Mapping[Seat, str]


class Viewpoint(Struct, frozen=True):
    """The reader's position and the events before it, their seat if any, and the state of their answer."""

    state: State | None
    reader: Seat | None
    events: Sequence[Plain]
    answer: str = ""
    closed: bool = False
    """Whether only the public table is visible, and nothing of the reader's own."""


def head_section(
    rules: Rules, game: GameFile, words: Words, game_blocks: Sequence[Block], viewpoint: Viewpoint
) -> Section:
    """Return the head: the progress of the game, who has to answer what by when, the reader's standing, and threats."""
    names = names_of(game.state)
    over = game.state.window.is_over
    waiting = waiting_lines(game, words, viewpoint)
    brief = game_brief(rules, viewpoint, viewpoint.reader)
    if brief is not None:
        blocks = brief_blocks(words, brief, names, Lines(waiting), viewpoint.reader is not None)
    elif over:
        blocks = [Lines([*ending_sentences(words, viewpoint.events, names), *waiting])]
    else:
        blocks = [Lines(waiting)]
    return Section("head", phrase(words, "over.title" if over else "now"), [*blocks, *game_blocks])


def game_brief(rules: Rules, viewpoint: Viewpoint, reader: Seat | None) -> Brief | None:
    """Return the position as the game itself sums it up, if it does."""
    brief = rules.game.presentation().brief
    return brief(viewpoint.state, reader, viewpoint.events) if brief and viewpoint.state is not None else None


def brief_blocks(words: Words, brief: Brief, names: Names, waiting: Lines, own: bool) -> list[Lines]:
    """Return who has won, at the end; before that the turn, what is asked, the standing and the threats."""
    if brief.ended:  # the sources of the points are listed with the ranks
        return [fact_lines(words, brief.ended[:1], names), waiting]
    return [
        *clock_lines(words, brief, names),
        waiting,
        *standing_lines(words, brief, names, own),
        *threat_lines(words, brief, names, own),
    ]


def clock_lines(words: Words, brief: Brief, names: Names) -> Iterator[Lines]:
    if brief.clock:
        yield Lines([" ".join(fact_lines(words, brief.clock, names).lines)])


def standing_lines(words: Words, brief: Brief, names: Names, own: bool) -> Iterator[Lines]:
    """Yield the reader's own standing on one line, or everybody's with one line each."""
    if own and brief.standing:
        yield Lines([" ".join(fact_lines(words, brief.standing, names).lines)], private=True)
    elif brief.standing:
        yield fact_lines(words, brief.standing, names, phrase(words, "standing.seats"))


def threat_lines(words: Words, brief: Brief, names: Names, own: bool) -> Iterator[Lines]:
    if brief.threats:
        yield fact_lines(words, brief.threats, names, phrase(words, "threats"), own)
    elif own:
        yield Lines([phrase(words, "threats.none")])


def fact_lines(words: Words, facts: Sequence[Fact], names: Names, title: str = "", private: bool = False) -> Lines:
    """Return facts in the reader's words, one per line, each with its tone."""
    lines = [capital(fact_text(words, fact, names)) for fact in facts]
    return Lines(lines=lines, title=title, private=private, tones=[fact.tone for fact in facts])


def ending_sentences(words: Words, events: Sequence[Plain], names: Names) -> list[str]:
    """Return who has won, according to the last events."""
    return sentences(words, [event for event in events if event["event"] == "ended"], None, names)


def open_question(game: GameFile, words: Words) -> str:
    """Return what the open question is about, in words."""
    steps = game.state.table.get("agenda", {}).get("steps", [])
    return words.terms.get(f"ask.{steps[-1]['step']}", "") if steps else ""


def waiting_lines(game: GameFile, words: Words, viewpoint: Viewpoint) -> list[str]:
    """Return who has to answer what by when, and which seats are played by bots, want to stop, or play by mail."""
    window = game.state.window
    names = names_of(game.state)
    if window.is_over:
        return [phrase(words, "disclosed" if game.last.public.disclosed else "over")]
    return [
        *question_lines(game, words, viewpoint),
        *(phrase(words, "taken", names, seat=seat) for seat in seats_taken_by_bots(game)),
        *([phrase(words, "stopping", names, seats=stopping)] if (stopping := stopping_seats(game)) else []),
        *([phrase(words, "mailed", names, seats=mailed)] if (mailed := mail_seats(game)) else []),
    ]


def question_lines(game: GameFile, words: Words, viewpoint: Viewpoint) -> list[str]:
    window = game.state.window
    names = names_of(game.state)
    what = open_question(game, words) if window.kind == WindowKind.PLAY else ""
    until = "" if isinstance(window.deadline, UnsetType) else format_utc(window.deadline)
    others = [seat for seat in window.waiting if seat != viewpoint.reader]
    values = {"seats": others, "window": window.number, "what": what}
    line = [phrase(words, f"waiting.{window.kind}", names, **values)] if others else []
    time = [phrase(words, "until", deadline=until)] if until else []
    if viewpoint.reader not in window.waiting:
        return [" ".join([*line, *time])]
    own = phrase(words, f"awaited.{viewpoint.answer or window.kind}", names, **values)
    return [" ".join([own, *time]), *line]


def stopping_seats(game: GameFile) -> list[Seat]:
    """Return the seats that agree to stop the game now."""
    return list(game.state.table.get("roster", {}).get("stopping", []))


def seats_taken_by_bots(game: GameFile) -> list[Seat]:
    """Return the seats of people that a bot plays now; their players may come back."""
    held = [seat.id for seat in game.state.seats if not isinstance(seat.held, UnsetType)]
    return [seat for seat in held if isinstance(spec_of(game.genesis, seat).held, UnsetType)]


def mail_seats(game: GameFile) -> list[Seat]:
    """Return the seats whose moves only the referee vouches for."""
    return [seat.id for seat in game.state.seats if by_mail(seat)]


def subject(rules: Rules, game: GameFile, words: Words, viewpoint: Viewpoint) -> str:
    """Return the subject line of an e-mail; its parts are joined by ASCII, so that in English it needs no encoding."""
    name = words.terms.get(rules.game.name, rules.game.name)
    parts = [f"{name} {game.state.game[:SUBJECT_ID_LENGTH]}", *subject_parts(rules, game, words, viewpoint)]
    return " - ".join(part.strip().rstrip(".") for part in parts if part)


def subject_parts(rules: Rules, game: GameFile, words: Words, viewpoint: Viewpoint) -> Iterator[str]:
    """Yield the turn and what is asked; at the end who has won."""
    names = names_of(game.state)
    brief = game_brief(rules, viewpoint, None if viewpoint.closed else viewpoint.reader)
    if game.state.window.is_over:
        lines = (
            [fact_text(words, fact, names) for fact in brief.ended]
            if brief
            else ending_sentences(words, viewpoint.events, names)
        )
        yield (lines or [phrase(words, "over")])[0]
        return
    yield fact_text(words, brief.clock[0], names) if brief and brief.clock else ""
    yield subject_question(game, words, viewpoint)


def subject_question(game: GameFile, words: Words, viewpoint: Viewpoint) -> str:
    window = game.state.window
    if viewpoint.reader not in window.waiting:
        return phrase(words, "mail.others", names_of(game.state), seats=window.waiting)
    if viewpoint.answer:
        return phrase(words, "mail.answered")
    what = open_question(game, words) if window.kind == WindowKind.PLAY else words.terms.get(f"ask.{window.kind}", "")
    return phrase(words, "mail.asked", what=what)
