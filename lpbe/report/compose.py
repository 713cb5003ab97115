"""A page from a game file and its log: what everybody may read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import UnsetType

from ..kernel.base.canon import Plain, data
from ..kernel.chain.acts import AnyLetter
from ..kernel.chain.acts.endorse import Endorse
from ..kernel.chain.acts.join import Join
from ..kernel.chain.acts.note import NoteLetter
from ..kernel.chain.acts.pace import ExtendLetter, PaceLetter, PauseLetter
from ..kernel.chain.acts.replace import Replace
from ..kernel.chain.acts.resign import Resign
from ..kernel.chain.acts.stop import Stop
from ..kernel.chain.acts.timeout import Timeout
from ..kernel.chain.drawers import public_state
from ..kernel.chain.letters import kind_of
from ..kernel.chain.records import Entry, GameFile
from ..kernel.chain.seating import by_mail, names_of, spec_of
from ..kernel.chain.times import utc_text
from ..kernel.content import packs
from ..kernel.content.packs import Words
from ..kernel.play.rulebook import Rules
from ..kernel.play.rules import Seat
from ..kernel.words.sentences import phrase, sentences, text, things
from .page import Lines, Page, Section, capital

HOUSEKEEPING = ("agenda", "roster")
TOLD_BY_EVENTS = ("play", "replace", "stop")
"""Letters of which nothing more need be said where their events say something."""
Names = Mapping[Seat, str]


def step_page(rules: Rules, game: GameFile, entry: Entry, lang: str) -> Page:
    """What one step was about, and how things stand after it."""
    return page_with(rules, game, [entry], lang, [Lines(event_lines(game, entry, packs.words(rules.game.name, lang)))])


def page_with(rules: Rules, game: GameFile, entries: Sequence[Entry], lang: str, blocks: list[Any]) -> Page:
    """What everybody may read, with a story of these steps."""
    words = packs.words(rules.game.name, lang)
    shown = shows(rules, game, words, entries)
    news = Section("news", phrase(words, "happened"), blocks)
    return Page(
        title(rules, game, words), lang, [opening(game, words, shown, None), news, *position(game, words, shown)]
    )


def shows(rules: Rules, game: GameFile, words: Words, entries: Sequence[Entry]) -> Mapping[str, list[Any]]:
    """What a game shows in a way of its own, loaded where it has one."""
    if not game.state.table or not (rules.game.panels or rules.game.picture):
        return {}
    from .laying import position_blocks  # saves panels and boards for games that have none

    return position_blocks(
        rules.game, game, words, public_state(rules.book, game.state.table), None, told_events(entries)
    )


def title(rules: Rules, game: GameFile, words: Words) -> str:
    name = words.terms.get(rules.game.name, rules.game.name)
    return f"{phrase(words, 'title', game=name, seq=game.state.seq)} · {phrase(words, 'file', id=game.state.game[:12])}"


def opening(
    game: GameFile, words: Words, shown: Mapping[str, list[Any]], reader: Seat | None, answer: str = ""
) -> Section:
    """Who is awaited until when, and which turn it is; and what is known of the reader's answer."""
    told = [phrase(words, "reader", names_of(game.state), seat=reader)] if reader else []
    return Section(
        "game", phrase(words, "now"), [Lines([*told, *waiting(game, words, reader, answer)]), *shown.get("game", ())]
    )


def waiting(game: GameFile, words: Words, reader: Seat | None = None, answer: str = "") -> list[str]:
    window, names = game.state.window, names_of(game.state)
    if window.kind == "over":
        more = [phrase(words, "disclosed")] if game.last.public.disclosed else []
        return [phrase(words, "over"), *more]
    line = phrase(words, f"waiting.{window.kind}", names, seats=window.waiting, window=window.number)
    if not isinstance(window.deadline, UnsetType):
        line += " " + phrase(words, "until", deadline=utc_text(window.deadline))
    return [
        line,
        *([phrase(words, f"awaited.{answer or window.kind}")] if reader in window.waiting else []),
        *(phrase(words, "taken", names, seat=seat) for seat in taken_by_bots(game)),
        *([phrase(words, "stopping", names, seats=stopping)] if (stopping := stopping_seats(game)) else []),
        *([phrase(words, "mailed", names, seats=mailed)] if (mailed := mail_seats(game)) else []),
    ]


def stopping_seats(game: GameFile) -> list[Seat]:
    """Who agrees to stop the game here."""
    return list(game.state.table.get("roster", {}).get("stopping", []))


def taken_by_bots(game: GameFile) -> list[Seat]:
    """The seats of people that a bot plays now: whoever had one may come back."""
    held = [s.id for s in game.state.seats if not isinstance(s.held, UnsetType)]
    return [seat for seat in held if isinstance(spec_of(game.genesis, seat).held, UnsetType)]


def mail_seats(game: GameFile) -> list[Seat]:
    """Whose moves are the referee's word."""
    return [seat.id for seat in game.state.seats if by_mail(seat)]


def cut_short(words: Words, whole: bool, entries: Sequence[Entry]) -> list[Any]:
    """What is said where older steps are missing."""
    if whole:
        return []
    return [Lines([phrase(words, "short") if len(entries) < 2 else phrase(words, "cut", seq=entries[0].head.seq)])]


def position(game: GameFile, words: Words, shown: Mapping[str, list[Any]]) -> list[Section]:
    """The board and the panels of a game, or its components, sorted: a file does not keep the order of its keys."""
    board = [Section("board", phrase(words, "board"), shown["board"])] if shown.get("board") else []
    blocks = shown["table"] if "table" in shown else components(game, words)
    return [*board, *([Section("table", phrase(words, "table"), blocks)] if blocks else [])]


def components(game: GameFile, words: Words) -> list[Any]:
    """What lies on the table of a game that has no panels."""
    parts = {name: part for name, part in data(game.state.table).items() if name not in HOUSEKEEPING}
    return described(words, parts, names_of(game.state))


def told_events(entries: Iterable[Entry]) -> list[Plain]:
    return [event for entry in entries for event in entry.public.events]


def events_for_reader(events: Iterable[Plain]) -> list[Plain]:
    """Who is awaited stands elsewhere, not among the events."""
    return [event for event in events if event["event"] != "asked"]


def events_told(entry: Entry) -> list[Plain]:
    """A bot that takes a seat is no other person: the letter tells it better."""
    events, letter = events_for_reader(entry.public.events), entry.order
    if isinstance(letter, Replace) and not isinstance(letter.args.held, UnsetType):
        return [event for event in events if event["event"] != "replaced"]
    return events


def event_lines(game: GameFile, entry: Entry, words: Words) -> list[str]:
    """One step in sentences: who acted, and what came of it."""
    names = names_of(game.state)
    lines = sentences(words, events_told(entry), None, names)
    return [*about(game, entry, words, names, bool(lines)), *lines, *noted(entry, words, names)]


def about(game: GameFile, entry: Entry, words: Words, names: Names, told: bool) -> list[str]:
    """What kind of step it was, where its events do not say so."""
    letter = entry.order
    if isinstance(letter, UnsetType):
        return [phrase(words, "begun", names, seats=[s.id for s in game.state.seats])]
    if isinstance(letter, Resign | Stop | NoteLetter) or (kind_of(letter) in TOLD_BY_EVENTS and told):
        return []
    if isinstance(letter, Join):
        return [phrase(words, "join", seat=letter.seat, name=letter.args.name)]
    return [phrase(words, form(letter, told), names, seat=letter.seat, **details(letter, words))]


def form(letter: AnyLetter, told: bool) -> str:
    """Which sentence tells of it: a seat may change hands at once, and a pace be agreed to."""
    if isinstance(letter, Replace) and not isinstance(letter.args.held, UnsetType):
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


def noted(entry: Entry, words: Words, names: Names) -> list[str]:
    """What the sender of a letter wrote to the table."""
    letter = entry.order
    if isinstance(letter, UnsetType):
        return []
    text = letter.args.text if isinstance(letter, NoteLetter) else letter.note
    return [f"{phrase(words, 'note', names, seat=letter.seat)} {text}".replace("\n", " ")] if text else []


def described(words: Words, parts: Mapping[str, Any], names: Names, private: bool = False) -> list[Any]:
    """Components as lines: the name of each, then what it holds."""
    return [
        Lines(list(fields(words, name, part, names)), capital(words.terms.get(name, name)), private)
        for name, part in parts.items()
    ]


def fields(words: Words, name: str, part: Mapping[str, Any], names: Names) -> Iterator[str]:
    """A field a line; one that holds things with fields of their own has a line for each of these."""
    for field, value in part.items():
        shown, told = {} if field in things(words) else names, words.terms.get(f"{name}.{field}", field)
        if isinstance(value, Mapping) and any(isinstance(item, Mapping | list | tuple) for item in value.values()):
            yield words.grammar["label"].format(label=told, value="").rstrip()
            yield from (f"  {line}" for line in deeper(words, value, shown))
        else:
            yield words.grammar["label"].format(label=told, value=text(words, value, shown))


def deeper(words: Words, value: Mapping[str, Any], names: Names) -> Iterator[str]:
    for key, item in value.items():
        inside = item.items() if isinstance(item, Mapping) else ()
        told = "; ".join(reason_lines(words, k, v, names) for k, v in inside) if inside else text(words, item, names)
        yield words.grammar["label"].format(label=text(words, key, names), value=told)


def reason_lines(words: Words, key: str, value: Any, names: Names) -> str:
    """One of the fields of a thing; what is simply so needs no value."""
    named = words.terms.get(key, key)
    return named if value is True else f"{named} {text(words, value, names)}"
