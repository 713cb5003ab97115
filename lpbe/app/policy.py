"""A standing policy as people write it: a file with what may stand in each line, or single lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import UnsetType, to_builtins

from ..kernel.base.canon import Plain
from ..kernel.base.errors import Malformed, Message, Misused
from ..kernel.base.text import quote
from ..kernel.content import packs
from ..kernel.content.packs import Words
from ..kernel.disk import files
from ..kernel.play.policy_lines import (
    Line,
    Value,
    complaint,
    complaints,
    policy_lines,
    spread,
    toml_line,
    unknown_line,
    written,
    wrong_value,
)
from ..kernel.play.rulebook import Rulebook
from ..kernel.play.rules import Module
from ..kernel.words.grammar import LANGUAGES
from ..kernel.words.matching import plain_spelling
from ..kernel.words.templates import typed_name
from ..kernel.words.translate import translated
from .advance import said_in_advance
from .desk import Desk

YES = {"true": True, "yes": True, "oui": True, "false": False, "no": False, "non": False}
"""What people type where yes or no is wanted."""


def policy_now(desk: Desk) -> Plain:
    return dict(desk.view.screen.get("standing", {}).get("policy", {}))


def default_policy(book: Rulebook) -> Plain:
    if not (found := book.default_policy()):
        raise Misused("E_USAGE", "this game has no default policy", "write one; see: lpbe policy GAME")
    return found


def policy_of_file(desk: Desk, file: str) -> Plain:
    return checked(desk.opened.rules.book, files.read_letter_data(file))


def checked(book: Rulebook, policy: Plain) -> Plain:
    """A policy in which every line may stand; the first that may not is told with what may."""
    for module in with_policy(book):
        section = policy.get(module.name, {})
        if not isinstance(section, Mapping):
            raise complaint(book, module, section)
        for wrong in complaints(policy_lines(book, module), section, ""):
            raise wrong
    return book.read_policy(policy)


def with_policy(book: Rulebook) -> list[Module]:
    return [module for module in book.modules if module.policy]


def policy_with(desk: Desk, settings: Sequence[str]) -> Plain:
    """The newest policy with some lines set anew; a line without a value is left out again."""
    book, policy = desk.opened.rules.book, to_builtins(said_in_advance(desk).policy)
    for setting in settings:
        name, _, value = setting.partition("=")
        module, line = line_called(book, name.strip())
        put(policy.setdefault(module.name, {}), line.name.split("."), typed_value(desk, book, module, line, value))
    try:
        return checked(book, {name: section for name, section in policy.items() if section})
    except Malformed as fault:
        raise Misused.like(fault) from None


def line_called(book: Rulebook, name: str) -> tuple[Module, Line]:
    """A line by its name, with or without the section that it stands in."""
    modules = with_policy(book)
    if not modules:
        raise Misused("E_USAGE", "this game has no policies")
    for module in modules:
        known = policy_lines(book, module)
        if line := known.get(name.removeprefix(f"{module.name}.")) or same_spelling(known, name):
            return module, line
    every = {line: one for module in modules for line, one in policy_lines(book, module).items()}
    raise Misused.like(unknown_line(every, quote(name)))


def same_spelling(known: Mapping[str, Line], name: str) -> Line | None:
    return next((line for key, line in known.items() if plain_spelling(key) == plain_spelling(name)), None)


def put(section: Plain, path: Sequence[str], value: Any) -> None:
    """Set a line, or take it out; a table takes the place of a value where a line of its own is set."""
    first, *rest = path
    if rest:
        inner = section.get(first)
        section[first] = dict(inner) if isinstance(inner, dict) else {}
        put(section[first], rest, value)
        if not section[first]:
            del section[first]
    elif value is None:
        section.pop(first, None)
    else:
        section[first] = value


def typed_value(desk: Desk, book: Rulebook, module: Module, line: Line, text: str) -> Any:
    """What was typed as the line wants it: a value that it knows, else a list."""
    items = [item for item in text.strip("[] ").replace(",", " ").split() if item]
    if not items:
        return None
    words = [packs.words(desk.opened.rules.game.name, lang) for lang in LANGUAGES]
    alone = [value for item in items if (value := meant(line.alone.known, line.alone.numbers, item, words)) is not None]
    if len(items) == len(alone) == 1 and line.alone:
        return alone[0]
    if not line.listed:
        raise Misused.like(wrong_value(policy_lines(book, module), line, quote(text)))
    found = [meant(line.listed.known, line.listed.numbers, item, words) for item in items]
    bad = next((item for item, value in zip(items, found, strict=True) if value is None), None)
    if bad is not None and not line.listed.texts:
        raise Misused.like(wrong_value(policy_lines(book, module), line, quote(bad)))
    return [item.upper() if value is None else value for item, value in zip(items, found, strict=True)]


def meant(known: Sequence[Value], numbers: bool, typed: str, words: Sequence[Words]) -> Value | None:
    """The value of this name, in whichever language it was typed."""
    plain = plain_spelling(typed.strip("\"'"))
    if numbers and plain.removeprefix("-").isdecimal() and len(plain) < 10:
        return int(plain)
    for one in known:
        if isinstance(one, bool):
            if YES.get(plain) is one:
                return one
        elif plain in {plain_spelling(name) for name in spellings(one, words)}:
            return one
    return None


def spellings(value: Value, words: Sequence[Words]) -> Iterator[str]:
    yield written(value)
    yield from (typed_name(tongue.terms[value]) for tongue in words if isinstance(value, str) and value in tongue.terms)


def policy_text(desk: Desk, lang: str, where: str) -> str:
    """The policy in force as a file: what may stand in each line, and what is not set behind a #."""
    book, now = desk.opened.rules.book, policy_now(desk)
    words = packs.words(desk.opened.rules.game.name, lang)
    head = words.terms["policy.head" if now else "policy.none"].format(game=where)
    lines = [f"# {line}".rstrip() for line in head.split("\n")]
    for module in with_policy(book):
        set_lines = dict(spread(now.get(module.name, {})))
        lines += ["", f"[{module.name}]"]
        for line in policy_lines(book, module).values():
            if line.alone or line.listed:
                lines += ["", *line_text(words, lang, module, line, set_lines.get(line.name))]
    return "\n".join(lines)


def line_text(words: Words, lang: str, module: Module, line: Line, value: Any) -> Iterator[str]:
    about = words.terms.get(f"policy.{module.name}.{line.name}")
    if about:
        yield f"# {about}"
    yield f"#   {translated(Message('allowed: {allowed}', {'allowed': line.allowed()}), lang)}"
    if value is not None:
        yield toml_line(line.name, value)
    else:
        yield f"#{toml_line(line.name, example_value(line))}"


def example_value(line: Line) -> Any:
    """What is so where nothing is set, if that can be written; else the first value that may stand there."""
    if not isinstance(line.usual, UnsetType) and line.takes(line.usual):
        return line.usual
    return (*line.alone.known, *line.listed.known, 0)[0]
