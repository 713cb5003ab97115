"""A page from a game file and its log: what everybody may read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, UnsetType

from ..kernel.base.canon import Plain, data
from ..kernel.chain.drawers import public_state
from ..kernel.chain.letters import kind_of
from ..kernel.chain.records import Entry, GameFile
from ..kernel.chain.seating import by_mail, names_of, spec_of
from ..kernel.chain.times import utc_text
from ..kernel.content.packs import Words
from ..kernel.play.rulebook import Rules
from ..kernel.play.rules import Seat, State
from ..kernel.words.sentences import phrase, sentences, text, things
from .page import Lines, Page, Section, capital
from .past import told_events

HOUSEKEEPING = ("agenda", "roster")
TOLD_BY_EVENTS = ("play", "replace", "stop")
"""Letters of which nothing more need be said where their events say something."""
TOLD_OTHERWISE = ("resign", "stop", "note")
"""Letters that their events or their own words tell of."""
Names = Mapping[Seat, str]
Shown = Mapping[str, list[Any]]
"""The blocks that a game shows in its own way, by the part of the page they belong to."""


def page_with(
    rules: Rules,
    game: GameFile,
    entries: Sequence[Entry],
    words: Words,
    now: State | None,
    news: list[Any],
    earlier: Sequence[Entry] = (),
) -> Page:
    """What everybody may read, with a story of these steps."""
    told = told_events(told_of(game, entries, earlier))
    shown = shows(rules, game, words, now, told, [*earlier, *entries])
    return Page(
        title(rules, game, words),
        words.grammar["lang"],
        [
            head(rules, game, words, shown, Glance(now, None, told)),
            *ending(rules, game, words, [*earlier, *entries]),
            Section("news", phrase(words, "happened"), news),
            *board(words, shown),
            *table(game, words, shown),
        ],
    )


def told_of(game: GameFile, entries: Sequence[Entry], earlier: Sequence[Entry]) -> Sequence[Entry]:
    """The steps that the head of a page is about; at the end all there are, for the secret may be disclosed later."""
    return [*earlier, *entries] if game.state.window.kind == "over" else entries


def now_of(rules: Rules, game: GameFile) -> State | None:
    """The table as everybody sees it, once there is one; only for games that make something of it."""
    wants = rules.game.panels or rules.game.picture or rules.game.story or rules.game.brief
    return public_state(rules.book, game.state.table) if game.state.table and wants else None


def shows(
    rules: Rules, game: GameFile, words: Words, now: State | None, told: Sequence[Plain], entries: Sequence[Entry]
) -> Shown:
    """What a game shows in a way of its own, loaded where it has one."""
    if now is None or not (rules.game.panels or rules.game.picture):
        return {}
    from .laying import position_blocks  # saves panels and boards for games that have none

    return position_blocks(rules, game, words, now, None, told, entries)


def title(rules: Rules, game: GameFile, words: Words, reader: Seat | None = None) -> str:
    name = words.terms.get(rules.game.name, rules.game.name)
    told = [phrase(words, "title", game=name, seq=game.state.seq), phrase(words, "file", id=game.state.game[:12])]
    return " · ".join([*told, *([phrase(words, "reader", names_of(game.state), seat=reader)] if reader else [])])


class Glance(Struct, frozen=True):
    """Who looks at which position after which events, and what is known of his answer to the open question."""

    state: State | None
    reader: Seat | None
    told: Sequence[Plain]
    answer: str = ""
    closed: bool = False
    """Whether only the table can be seen, and nothing of the reader's own."""


def head(rules: Rules, game: GameFile, words: Words, shown: Shown, glance: Glance) -> Section:
    """First things first: how far the game is, who is asked what until when, how the reader stands, what threatens."""
    names, reader = names_of(game.state), glance.reader
    brief = rules.game.brief
    now = brief(glance.state, reader, glance.told) if brief and glance.state is not None else None
    over = game.state.window.kind == "over"
    blocks: list[Any] = [Lines(waiting(game, words, glance))]
    if now is not None:
        from .heading import brief_blocks  # saves it for games without a brief

        blocks = brief_blocks(words, now, names, blocks, reader is not None)
    elif over:
        blocks = [Lines([*end_told(words, glance.told, names), *waiting(game, words, glance)])]
    return Section("head", phrase(words, "over.title" if over else "now"), [*blocks, *shown.get("game", ())])


def end_told(words: Words, told: Sequence[Plain], names: Names) -> list[str]:
    """Who has won, as the last events tell it."""
    return sentences(words, [event for event in told if event["event"] == "ended"], None, names)


def question_asked(game: GameFile, words: Words) -> str:
    """What the open question is about, in words."""
    steps = game.state.table.get("agenda", {}).get("steps", [])
    return words.terms.get(f"ask.{steps[-1]['step']}", "") if steps else ""


def waiting(game: GameFile, words: Words, glance: Glance) -> list[str]:
    """What is asked of whom until when; and who else has a part in the game that one should know of."""
    window, names = game.state.window, names_of(game.state)
    if window.kind == "over":
        return [phrase(words, "disclosed" if game.last.public.disclosed else "over")]
    return [
        *asked(game, words, glance),
        *(phrase(words, "taken", names, seat=seat) for seat in taken_by_bots(game)),
        *([phrase(words, "stopping", names, seats=stopping)] if (stopping := stopping_seats(game)) else []),
        *([phrase(words, "mailed", names, seats=mailed)] if (mailed := mail_seats(game)) else []),
    ]


def asked(game: GameFile, words: Words, glance: Glance) -> list[str]:
    window, names = game.state.window, names_of(game.state)
    what = question_asked(game, words) if window.kind == "play" else ""
    until = "" if isinstance(window.deadline, UnsetType) else utc_text(window.deadline)
    others = [seat for seat in window.waiting if seat != glance.reader]
    told = {"seats": others, "window": window.number, "what": what}
    line = [phrase(words, f"waiting.{window.kind}", names, **told)] if others else []
    time = [phrase(words, "until", deadline=until)] if until else []
    if glance.reader not in window.waiting:
        return [" ".join([*line, *time])]
    mine = phrase(words, f"awaited.{glance.answer or window.kind}", names, **told)
    return [" ".join([mine, *time]), *line]


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


def board(words: Words, shown: Shown) -> list[Section]:
    return [Section("board", phrase(words, "board"), shown["board"])] if shown.get("board") else []


def table(game: GameFile, words: Words, shown: Shown) -> list[Section]:
    """The panels of a game, or its components, sorted: a file does not keep the order of its keys."""
    blocks = shown["table"] if "table" in shown else components(game, words)
    return [Section("table", phrase(words, "table"), blocks)] if blocks else []


def ending(rules: Rules, game: GameFile, words: Words, entries: Sequence[Entry]) -> list[Section]:
    """Who came in where, and by what; loaded at the end alone."""
    if game.state.window.kind != "over":
        return []
    from .ending import ending  # saves it for games under way

    return ending(rules, game, words, entries)


def components(game: GameFile, words: Words) -> list[Any]:
    """What lies on the table of a game that has no panels."""
    parts = {name: part for name, part in data(game.state.table).items() if name not in HOUSEKEEPING}
    return described(words, parts, names_of(game.state))


def events_for_reader(events: Iterable[Plain]) -> list[Plain]:
    """Who is awaited stands elsewhere, not among the events."""
    return [event for event in events if event["event"] != "asked"]


def is_told(entry: Entry, event: Plain) -> bool:
    """Who is awaited stands elsewhere; and a bot that takes a seat is no other person: the letter tells it better."""
    if event["event"] != "replaced":
        return bool(event["event"] != "asked")
    from .acts import is_to_bot  # saves all acts but one for most steps

    return not is_to_bot(entry.order)


def event_lines(game: GameFile, entry: Entry, words: Words) -> list[str]:
    """One step in sentences: who acted, and what came of it."""
    names = names_of(game.state)
    lines = sentences(words, [event for event in entry.public.events if is_told(entry, event)], None, names)
    return [*about(game, entry, words, names, bool(lines)), *lines, *noted(entry, words, names)]


def about(game: GameFile, entry: Entry, words: Words, names: Names, told: bool) -> list[str]:
    """What kind of step it was, where its events do not say so."""
    letter = entry.order
    if isinstance(letter, UnsetType):
        return [phrase(words, "begun", names, seats=[s.id for s in game.state.seats])]
    kind = kind_of(letter)
    if kind in TOLD_OTHERWISE or (kind in TOLD_BY_EVENTS and told):
        return []
    if kind == "play":
        return [phrase(words, kind, names, seat=letter.seat)]
    from .acts import act_told  # saves all acts but one for most steps

    return [act_told(letter, words, names, told)]


def noted(entry: Entry, words: Words, names: Names) -> list[str]:
    """What the sender of a letter wrote to the table."""
    letter = entry.order
    if isinstance(letter, UnsetType) or not (text := letter.said()):
        return []
    return [f"{phrase(words, 'note', names, seat=letter.seat)} {text}".replace("\n", " ")]


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
