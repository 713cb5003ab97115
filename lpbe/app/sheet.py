"""The rules of a game as they are in force: single clauses, or the whole sheet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from os.path import join
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from ..games import GAMES, book_of, game_of
from ..kernel.base.errors import Misused
from ..kernel.base.text import quote
from ..kernel.base.width import wrap
from ..kernel.content import packs
from ..kernel.content.packs import Words
from ..kernel.disk import files
from ..kernel.play.chance import Rng
from ..kernel.play.rulebook import Rulebook
from ..kernel.play.rules import Component, Module, Seat, kebab
from ..kernel.play.table import Table, start
from ..kernel.schemas.answers import Chapter, Clause, Option, ToldClause
from ..kernel.words.sentences import fill, text
from ..report.choices import matches_words
from .game import OpenGame

WORD = re.compile(r"[^\w-]+")


class Source(Struct, frozen=True):
    """What a game is played by: a rulebook, its seats, what was set, and whose it is."""

    rules: str
    version: int
    book: Rulebook
    seats: list[Seat]
    options: Mapping[str, Mapping[str, Any]]
    lang: str
    game: str | UnsetType = UNSET


def clause(name: str, lang: str) -> ToldClause:
    for game in GAMES:
        if name in packs.clauses(game):
            return ToldClause(name, packs.clauses(game)[name][lang], game)
    from difflib import get_close_matches

    near = get_close_matches(name, [known for game in GAMES for known in packs.clauses(game)], 3)
    hint = "did you mean: {near}" if near else "all of them: lpbe rules GAME"
    raise Misused("E_USAGE", "no clause is called '{clause}'", hint, clause=quote(name), near=near)


def is_game(path: str) -> bool:
    return files.is_file(path) or any(files.is_file(join(path, name)) for name in ("game.toml", "game.json"))


def usual_source(name: str, lang: str, expansions: Sequence[str] = ()) -> Source:
    """A game as it is played where nobody has set anything, with these expansions."""
    game = game_of(name)
    return Source(game.name, game.version, book_of(name, expansions), list(game.first_seats()), {}, lang)


def source_of(opened: OpenGame) -> Source:
    """The rules that the players of a running game have agreed to."""
    genesis, rules = opened.game.genesis, opened.rules
    seats = [spec.id for spec in genesis.seats]
    game = opened.game.state.game
    return Source(genesis.rules, rules.game.version, rules.book, seats, genesis.options, genesis.lang, game)


def expansions(played: Source) -> list[str]:
    return [module.name for module in played.book.modules if module.name != played.rules]


def options_of(played: Source, words: Words) -> Iterator[Option]:
    """Every option of every module, as the set-up of the game settles it."""
    given, usually = settled(played, played.options), settled(played, {})
    for module in played.book.modules:
        if module.options:
            for name, value in given[module.name].items():
                yield option(module, module.options, name, value, usually[module.name].get(name), words)


def settled(played: Source, options: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """The options once the game has begun: a set-up fills in what nobody said. Which draws it makes does not matter."""
    table = Table(played.book.blank(played.seats, options), Rng(bytes(32)))
    start(table)
    return {
        module.name: values(table.state[module.options]) for module in played.book.modules if module.options is not None
    }


def values(options: Component) -> dict[str, Any]:
    return {name: value for name, value in msgspec.structs.asdict(options).items() if value is not UNSET}


def option(module: Module, kind: type[Component], name: str, value: Any, usually: Any, words: Words) -> Option:
    plain = msgspec.to_builtins(value)
    label = words.terms.get(f"{kebab(kind.__name__)}.{name}", name)
    return Option(module.name, name, plain, value == usually, label, text(words, plain, {}))


def leads(played: Source, option: Option) -> bool:
    """Whether an option is told even where it is as usual."""
    return any(option.module == module.name and option.name in module.leading for module in played.book.modules)


def chapters_of(played: Source, lang: str) -> Iterator[Chapter]:
    """The chapters of the modules in play, each with its clauses."""
    modules = {module.name for module in played.book.modules}
    lines = packs.clauses(played.rules)
    for chapter in packs.chapters(played.rules):
        if chapter["module"] in modules:
            within = [Clause(name, lines[name][lang]) for name in sorted(lines) if chapter_of(name) == chapter["id"]]
            yield Chapter(chapter["id"], chapter[lang], within)


def overview(played: Source, words: Words) -> list[str]:
    """The game in short, a paragraph a line, and what each expansion adds."""
    told = [words.terms.get(f"overview.{module.name}", "") for module in played.book.modules]
    return [line for text in told if text for line in text.split("\n")]


def chapters_with(chapters: Iterable[Chapter], wanted: Sequence[str]) -> list[Chapter]:
    """The clauses that have all these words, beginnings of words or ids in them, under their chapters."""
    found = [
        Chapter(chapter.id, chapter.title, [one for one in chapter.clauses if matches_words(searched(one), wanted)])
        for chapter in chapters
    ]
    return [chapter for chapter in found if chapter.clauses]


def searched(clause: Clause) -> str:
    return WORD.sub(" ", f"{clause.id} {clause.text}")


def found_text(words: Words, chapters: Sequence[Chapter], wanted: Sequence[str]) -> str:
    title = words.terms["sheet.found" if chapters else "sheet.none"].format(words=" ".join(wanted))
    return "\n".join([title, *(line for chapter in chapters for line in chapter_text(chapter))])


def chapter_text(chapter: Chapter) -> list[str]:
    lines = [line for one in chapter.clauses for line in hung(one.id, one.text)]
    return ["", chapter.title, "-" * len(chapter.title), *lines]


def chapter_list(chapters: Iterable[Chapter]) -> str:
    """The chapters by the ids that their clauses begin with."""
    shown = list(chapters)
    wide = max(len(chapter.id) for chapter in shown)
    return "\n".join(f"{chapter.id:{wide}}  {chapter.title} ({len(chapter.clauses)})" for chapter in shown)


def short_text(played: Source, words: Words) -> list[str]:
    """The game in short, and how to find more."""
    title = words.terms["sheet.overview"]
    lines = [
        line for text in (*overview(played, words), words.terms["sheet.find"]) for line in ("", *wrapped(text, "", ""))
    ]
    return ["", title, "-" * len(title), *lines[1:]]


def one_page(played: Source, words: Words) -> str:
    """How to play, on one page: the game in short, then how to answer and where to look."""
    title = fill(words, words.terms["sheet.how"], {"game": words.terms.get(played.rules, played.rules)}, {})
    told = [words.terms.get(f"overview.{module.name}", "") for module in played.book.modules]
    begin = words.terms["sheet.play"].format(game=played.rules)
    parts = [text for text in (*told, begin) if text]
    return "\n".join([title, "=" * len(title), *(line for text in parts for line in ("", *hanging(text)))])


def hanging(text: str) -> list[str]:
    """Paragraphs without a line between them: all but the first line of each stand further in."""
    return [line for paragraph in text.split("\n") for line in wrapped(paragraph, "", "  ")]


def chapter_of(clause: str) -> str:
    return clause.rpartition("-")[0]


def sheet(played: Source, words: Words, options: list[Option], chapters: Iterable[Chapter], everything: bool) -> str:
    """All of it on a page of 72 columns."""
    name = words.terms.get(played.rules, played.rules)
    title = fill(words, words.terms["sheet.title"], {"game": name, "version": played.version}, {})
    lines = [title, "=" * len(title), *short_text(played, words), *optional(played, words, options, everything)]
    return "\n".join([*lines, *(line for chapter in chapters for line in chapter_text(chapter))])


def optional(played: Source, words: Words, options: list[Option], everything: bool) -> list[str]:
    pairs = [(one.label, one.text) for one in options]
    if more := expansions(played):
        pairs.insert(0, (words.terms["sheet.expansions"], text(words, more, {})))
    form = words.grammar["label"]
    lines = [line for label, value in pairs for line in wrapped(form.format(label=label, value=value), "  ")]
    if not everything:
        lines += wrapped(words.terms["sheet.usual"], "  ")
    title = words.terms["sheet.options"]
    return ["", title, "-" * len(title), *lines]


def hung(name: str, line: str) -> list[str]:
    """A clause behind its id; what does not fit on the line stands below, further in."""
    return wrapped(f"{name}  {line}", "", " " * (len(name) + 2))


def wrapped(line: str, first: str, rest: str = "    ") -> list[str]:
    return wrap(line, first, rest)
