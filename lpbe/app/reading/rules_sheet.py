"""The rules in force in a game: single clauses, or the whole rules sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from ...games import book_of, each_game, game_of, is_game_name
from ...kernel.base.canonical import Plain
from ...kernel.base.errors import Misused
from ...kernel.base.safe_text import quote
from ...kernel.base.wrapping import wrap
from ...kernel.content import packs
from ...kernel.content.lessons import lessons
from ...kernel.content.packs import Words
from ...kernel.disk import files
from ...kernel.engine.chance import Rng
from ...kernel.engine.model import Component, Module, Seat, kebab
from ...kernel.engine.rulebook import Rulebook
from ...kernel.engine.table import Table, start
from ...kernel.language.sentences import fill, value_text
from ...kernel.schemas.rules_answers import Chapter, Clause, GameClause, GlossaryEntry, Option
from ..hosting.find_games import is_game_folder
from ..session.locale import Locale, environment_language
from ..session.open_game import OpenGame
from ..session.paths import shell_text
from ..session.session import Session
from .rules_search import Found, search_rules


class Source(Struct, frozen=True):
    """The rules of a game: a rulebook, seats and options, of a running game or of any."""

    rules: str
    version: int
    book: Rulebook
    seats: list[Seat]
    options: Mapping[str, Mapping[str, Any]]
    lang: str
    game: str | UnsetType = UNSET


class Clauses(Struct, frozen=True):
    """Single clauses of the rules, in a language."""

    clauses: list[GameClause]
    lang: str

    def data(self) -> Plain:
        return {"clauses": msgspec.to_builtins(self.clauses)}

    def text(self) -> str:
        own = Locale(self.lang)
        return "\n".join(own.localise("{one}: {other}", one=one.id, other=one.text) for one in self.clauses)


class RulesSheet(Struct, frozen=True, kw_only=True):
    """The rules in force in a game, or the part of them that was looked up."""

    source: Source
    lang: str
    options: list[Option]
    chapters: list[Chapter]
    found: Found | None
    """What was found for the words that were looked up; None for the whole sheet."""
    short: bool
    everything: bool

    def data(self) -> Plain:
        source = self.source
        words = packs.words(self.source.rules, self.lang)
        answer: Plain = msgspec.to_builtins(
            {
                "rules": source.rules,
                "version": source.version,
                "lang": self.lang,
                "overview": overview(source, words),
                "expansions": expansions(source),
                "options": self.options,
                "chapters": self.found.chapters if self.found else self.chapters,
                **({} if self.found is None else found_data(self.found)),
                **({} if isinstance(source.game, UnsetType) else {"game": source.game}),
            }
        )
        return answer

    def text(self) -> str:
        words = packs.words(self.source.rules, self.lang)
        if self.found:
            return found_text(words, self.found, self.source.rules)
        if self.short:
            return one_page_text(self.source, words)
        return sheet_text(self.source, words, self.options, self.chapters, self.everything)


def find_clauses(names: Sequence[str], lang: str) -> Clauses:
    """Return clauses by their ids."""
    return Clauses([find_clause(name.upper(), lang) for name in names], lang)


def read_rules(
    session: Session,
    source: str,
    expansions: Sequence[str] = (),
    *,
    lang: str | None = None,
    words: Sequence[str] = (),
    short: bool = False,
    everything: bool = False,
) -> RulesSheet:
    """Return the rules in force in a game, or of a game by its name; with words, what the rules say about them."""
    played = rules_in_force(session, source, expansions)
    lang = lang or played.lang
    options = list(options_of(played, packs.words(played.rules, lang)))
    chapters = list(chapters_of(played, lang))
    return RulesSheet(
        source=played,
        lang=lang,
        options=[one for one in options if everything or not one.usual or is_leading(played, one)],
        chapters=chapters,
        found=look_up(played, words, lang) if words else None,
        short=short,
        everything=everything,
    )


def rules_in_force(session: Session, source: str, expansions: Sequence[str]) -> Source:
    """Return the rules of a game in a folder; otherwise those of a game by name, with the requested expansions."""
    if not is_game(source) and is_game_name(source):
        return usual_source(source, environment_language(), expansions)
    if expansions:
        raise Misused("E_USAGE", "the expansions of a game cannot be changed: use --with only with the name of a game")
    return source_of(session.open_game(source))


def find_clause(name: str, lang: str) -> GameClause:
    for game in each_game():
        if name in packs.clauses(game):
            return GameClause(name, packs.clauses(game)[name][lang], game)
    from difflib import get_close_matches

    near = get_close_matches(name, [known for game in each_game() for known in packs.clauses(game)], 3)
    hint = "did you mean: {near}" if near else "all clauses: lpbe rules GAME"
    raise Misused("E_USAGE", "there is no clause '{clause}'", hint, clause=quote(name), near=near)


def is_game(path: str) -> bool:
    return files.is_file(path) or is_game_folder(path)


def usual_source(name: str, lang: str, expansions: Sequence[str] = ()) -> Source:
    """Return a game by its name with these expansions and the usual options."""
    game = game_of(name)
    return Source(
        rules=game.name,
        version=game.version,
        book=book_of(name, expansions),
        seats=list(game.first_seats()),
        options={},
        lang=lang,
    )


def source_of(opened: OpenGame) -> Source:
    """Return the rules that the players of a running game have agreed to."""
    genesis = opened.game.genesis
    rules = opened.rules
    seats = [spec.id for spec in genesis.seats]
    return Source(
        rules=genesis.rules,
        version=rules.game.version,
        book=rules.book,
        seats=seats,
        options=genesis.options,
        lang=genesis.lang,
        game=opened.game.state.game,
    )


def expansions(played: Source) -> list[str]:
    return [module.name for module in played.book.modules if module.name != played.rules]


def options_of(played: Source, words: Words) -> Iterator[Option]:
    """Yield every option of every module, with the values that the set-up of the game gives them."""
    given = settled_options(played, played.options)
    usually = settled_options(played, {})
    for module in played.book.modules:
        if module.options:
            for name, value in given[module.name].items():
                yield make_option(module, module.options, name, value, usually[module.name].get(name), words)


def settled_options(played: Source, options: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return the options once the game has begun: its set-up fills in those that are not set.

    The draws of the set-up do not matter.
    """
    table = Table(played.book.blank(played.seats, options), Rng(bytes(32)))
    start(table)
    return {
        module.name: values(table.state[module.options]) for module in played.book.modules if module.options is not None
    }


def values(options: Component) -> dict[str, Any]:
    return {name: value for name, value in msgspec.structs.asdict(options).items() if value is not UNSET}


def make_option(module: Module, kind: type[Component], name: str, value: Any, usually: Any, words: Words) -> Option:
    plain = msgspec.to_builtins(value)
    label = words.terms.get(f"{kebab(kind.__name__)}.{name}", name)
    return Option(
        module=module.name,
        name=name,
        value=plain,
        usual=value == usually,
        label=label,
        text=value_text(words, plain, {}),
    )


def is_leading(played: Source, option: Option) -> bool:
    """Return whether an option is listed even if it is as usual."""
    return any(option.module == module.name and option.name in module.leading for module in played.book.modules)


def chapters_of(played: Source, lang: str) -> Iterator[Chapter]:
    """Yield the chapters of the modules in play, each with its clauses."""
    modules = {module.name for module in played.book.modules}
    lines = packs.clauses(played.rules)
    for chapter in packs.chapters(played.rules):
        if chapter["module"] in modules:
            within = [Clause(name, lines[name][lang]) for name in sorted(lines) if chapter_of(name) == chapter["id"]]
            yield Chapter(chapter["id"], chapter[lang], within)


def overview(played: Source, words: Words) -> list[str]:
    """Return the game in short, one paragraph per line, and what each expansion adds."""
    return [line for text in overview_texts(played, words) if text for line in text.split("\n")]


def overview_texts(played: Source, words: Words) -> list[str]:
    return [words.terms.get(f"overview.{module.name}", "") for module in played.book.modules]


def look_up(played: Source, words: Sequence[str], lang: str) -> Found:
    """Look up words in the rules in play: in the glossary, then in the clauses."""
    modules = [module.name for module in played.book.modules]
    return search_rules(played.rules, modules, list(chapters_of(played, lang)), words, lang)


def found_data(found: Found) -> dict[str, Any]:
    return {"entries": found.entries, "elsewhere": found.elsewhere, "near": found.near}


def found_text(words: Words, found: Found, game: str = "") -> str:
    """Return entries, then clauses; if there are none, where else to look.

    Commands are named if the name of a game is given for them: inside a game none can be typed.
    """
    asked = " ".join(found.searched)
    lines = [line for entry in found.entries for line in (*entry_lines(entry), "")]
    if found.chapters:
        lines.append(words.terms["sheet.clauses" if found.entries else "sheet.found"].format(words=asked))
    elif not found.entries and not found.elsewhere:
        lines.append(words.terms["sheet.none"].format(words=asked))
    lines += [line for chapter in found.chapters for line in chapter_text(chapter)]
    lines += elsewhere_lines(words, found, game)
    if found.near:
        lines.append(words.terms["sheet.near"].format(words=", ".join(found.near)))
    if found.subjects:
        lines += wrap_indented(words.terms["sheet.subjects"].format(words=", ".join(found.subjects)), "", "  ")
    return "\n".join(lines).rstrip()


def entry_lines(entry: GlossaryEntry) -> list[str]:
    return [entry.name[0].upper() + entry.name[1:], *wrap_indented(entry.text, "  ", "  ")]


def elsewhere_lines(words: Words, found: Found, game: str) -> list[str]:
    """Return which expansions explain the words, each with the command that prints it."""
    lines = [""] if found.elsewhere and found.chapters else []
    for name in found.elsewhere:
        expansion = words.terms.get(name, name)
        lines += wrap_indented(words.terms["sheet.elsewhere"].format(expansion=expansion), "", "")
        if game:
            lines.append(f"  lpbe rules {game} --with {name} {' '.join(map(shell_text, found.searched))}")
    return lines


def chapter_text(chapter: Chapter) -> list[str]:
    lines = [line for one in chapter.clauses for line in hanging_clause(one.id, one.text)]
    return ["", chapter.title, "-" * len(chapter.title), *lines]


def chapter_list(chapters: Iterable[Chapter]) -> str:
    """Return the chapters by the ids that their clauses begin with."""
    listed = list(chapters)
    width = max(len(chapter.id) for chapter in listed)
    return "\n".join(f"{chapter.id:{width}}  {chapter.title} ({len(chapter.clauses)})" for chapter in listed)


def short_text(played: Source, words: Words) -> list[str]:
    """Return the game in short, and how to find more."""
    title = words.terms["sheet.overview"]
    lines = [
        line
        for text in (*overview(played, words), words.terms["sheet.find"])
        for line in ("", *wrap_indented(text, "", ""))
    ]
    return ["", title, "-" * len(title), *lines[1:]]


def one_page_text(played: Source, words: Words) -> str:
    """Return how to play, on one page: the game in short, then how to answer and where to look."""
    title = fill(words, words.terms["sheet.how"], {"game": words.terms.get(played.rules, played.rules)}, {})
    begin = words.terms["sheet.learn" if lessons(played.rules) else "sheet.begin"].format(game=played.rules)
    parts = [text for text in (*overview_texts(played, words), f"{begin}\n{words.terms['sheet.play']}") if text]
    return "\n".join([title, "=" * len(title), *(line for text in parts for line in ("", *hanging_paragraphs(text)))])


def hanging_paragraphs(text: str) -> list[str]:
    """Wrap paragraphs without a line between them; all but the first line of each are indented."""
    return [line for paragraph in text.split("\n") for line in wrap_indented(paragraph, "", "  ")]


def chapter_of(clause: str) -> str:
    return clause.rpartition("-")[0]


def sheet_text(
    played: Source, words: Words, options: list[Option], chapters: Iterable[Chapter], everything: bool
) -> str:
    """Return the whole rules sheet in 72 columns."""
    name = words.terms.get(played.rules, played.rules)
    title = fill(words, words.terms["sheet.title"], {"game": name, "version": played.version}, {})
    lines = [title, "=" * len(title), *short_text(played, words), *options_section(played, words, options, everything)]
    return "\n".join([*lines, *(line for chapter in chapters for line in chapter_text(chapter))])


def options_section(played: Source, words: Words, options: list[Option], everything: bool) -> list[str]:
    pairs = [(one.label, one.text) for one in options]
    if more := expansions(played):
        pairs.insert(0, (words.terms["sheet.expansions"], value_text(words, more, {})))
    form = words.grammar["label"]
    lines = [line for label, value in pairs for line in wrap_indented(form.format(label=label, value=value), "  ")]
    if not everything:
        lines += wrap_indented(words.terms["sheet.usual"], "  ")
    title = words.terms["sheet.options"]
    return ["", title, "-" * len(title), *lines]


def hanging_clause(name: str, line: str) -> list[str]:
    """Wrap a clause after its id, with further lines indented."""
    return wrap_indented(f"{name}  {line}", "", " " * (len(name) + 2))


def wrap_indented(line: str, first: str, rest: str = "    ") -> list[str]:
    return wrap(line, first, rest)
