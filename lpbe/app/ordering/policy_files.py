"""Standing policies as people write them: a file that lists what each line may contain, or single lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import UnsetType, to_builtins

from ...kernel.base.canonical import Plain
from ...kernel.base.errors import Malformed, Message, Misused
from ...kernel.base.safe_text import quote
from ...kernel.content import packs
from ...kernel.content.packs import Words
from ...kernel.disk import files
from ...kernel.engine.model import Module
from ...kernel.engine.rulebook import Rulebook
from ...kernel.engine.setting_checks import (
    Line,
    Value,
    flatten,
    format_value,
    policy_error,
    policy_lines,
    section_errors,
    toml_line,
    unknown_line_error,
    wrong_value_error,
)
from ...kernel.language.order_parser import LANGUAGES
from ...kernel.language.template_matcher import plain_spelling
from ...kernel.language.templates import typed_name
from ...kernel.language.translate import translate_message
from ..session.seat_view import SeatView
from .standing_orders import newest_standing_orders

YES = {"true": True, "yes": True, "oui": True, "false": False, "no": False, "non": False}
"""What people type for yes and no."""


def policy_now(view: SeatView) -> Plain:
    return dict(view.private.screen.get("standing", {}).get("policy", {}))


def default_policy(book: Rulebook) -> Plain:
    if not (found := book.default_policy()):
        raise Misused("E_USAGE", "this game has no default policy", "write one; see: lpbe policy GAME")
    return found


def policy_of_file(view: SeatView, file: str) -> Plain:
    return check_policy(view.opened.rules.book, files.read_letter_data(file))


def check_policy(book: Rulebook, policy: Plain) -> Plain:
    """Check and return a policy; refuse the first line that is not allowed, and say what is."""
    for module in with_policy(book):
        section = policy.get(module.name, {})
        if not isinstance(section, Mapping):
            raise policy_error(book, module, section)
        for wrong in section_errors(policy_lines(book, module), section, ""):
            raise wrong
    return book.read_policy(policy)


def with_policy(book: Rulebook) -> list[Module]:
    return [module for module in book.modules if module.policy]


def policy_with(view: SeatView, settings: Sequence[str]) -> Plain:
    """Return the newest policy with some lines changed; a line without a value is removed."""
    book = view.opened.rules.book
    policy = to_builtins(newest_standing_orders(view).policy)
    for setting in settings:
        name, _, value = setting.partition("=")
        module, line = find_line(book, name.strip())
        set_line(policy.setdefault(module.name, {}), line.name.split("."), typed_value(view, book, module, line, value))
    try:
        return check_policy(book, {name: section for name, section in policy.items() if section})
    except Malformed as fault:
        raise Misused.like(fault) from None


def find_line(book: Rulebook, name: str) -> tuple[Module, Line]:
    """Return a line by its name, with or without its section."""
    modules = with_policy(book)
    if not modules:
        raise Misused("E_USAGE", "this game has no policies")
    for module in modules:
        known = policy_lines(book, module)
        if line := known.get(name.removeprefix(f"{module.name}.")) or same_spelling(known, name):
            return module, line
    every = {line: one for module in modules for line, one in policy_lines(book, module).items()}
    raise Misused.like(unknown_line_error(every, quote(name)))


def same_spelling(known: Mapping[str, Line], name: str) -> Line | None:
    return next((line for key, line in known.items() if plain_spelling(key) == plain_spelling(name)), None)


def set_line(section: Plain, path: Sequence[str], value: Any) -> None:
    """Set a line, or remove it; a table takes the place of a value if a line within the table is set."""
    first, *rest = path
    if rest:
        inner = section.get(first)
        section[first] = dict(inner) if isinstance(inner, dict) else {}
        set_line(section[first], rest, value)
        if not section[first]:
            del section[first]
    elif value is None:
        section.pop(first, None)
    else:
        section[first] = value


def typed_value(view: SeatView, book: Rulebook, module: Module, line: Line, text: str) -> Any:
    """Return the value that was typed for a line: a value that the line knows, otherwise a list."""
    items = [item for item in text.strip("[] ").replace(",", " ").split() if item]
    if not items:
        return None
    words = [packs.words(view.opened.rules.game.name, lang) for lang in LANGUAGES]
    alone = [
        value for item in items if (value := parse_value(line.alone.known, line.alone.numbers, item, words)) is not None
    ]
    if len(items) == len(alone) == 1 and line.alone:
        return alone[0]
    if not line.listed:
        raise Misused.like(wrong_value_error(policy_lines(book, module), line, quote(text)))
    found = [parse_value(line.listed.known, line.listed.numbers, item, words) for item in items]
    bad = next((item for item, value in zip(items, found, strict=True) if value is None), None)
    if bad is not None and not line.listed.texts:
        raise Misused.like(wrong_value_error(policy_lines(book, module), line, quote(bad)))
    return [item.upper() if value is None else value for item, value in zip(items, found, strict=True)]


def parse_value(known: Sequence[Value], numbers: bool, typed: str, words: Sequence[Words]) -> Value | None:
    """Return the value of this name, in whichever language it was typed."""
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
    yield format_value(value)
    yield from (typed_name(tongue.terms[value]) for tongue in words if isinstance(value, str) and value in tongue.terms)


def policy_text(view: SeatView, lang: str, where: str) -> str:
    """Return the policy in force as a file, with what each line may contain; lines that are not set begin with #."""
    book = view.opened.rules.book
    now = policy_now(view)
    words = packs.words(view.opened.rules.game.name, lang)
    head = words.terms["policy.head" if now else "policy.none"].format(game=where)
    lines = [f"# {line}".rstrip() for line in head.split("\n")]
    for module in with_policy(book):
        set_lines = dict(flatten(now.get(module.name, {})))
        lines += ["", f"[{module.name}]"]
        for line in policy_lines(book, module).values():
            if line.alone or line.listed:
                lines += ["", *line_text(words, lang, module, line, set_lines.get(line.name))]
    return "\n".join(lines)


def line_text(words: Words, lang: str, module: Module, line: Line, value: Any) -> Iterator[str]:
    about = words.terms.get(f"policy.{module.name}.{line.name}")
    if about:
        yield f"# {about}"
    yield f"#   {translate_message(Message('allowed: {allowed}', {'allowed': line.describe_allowed()}), lang)}"
    if value is not None:
        yield toml_line(line.name, value)
    else:
        yield f"#{toml_line(line.name, example_value(line))}"


def example_value(line: Line) -> Any:
    """Return the default of a line, if that can be written; else the first value that it may have."""
    if not isinstance(line.default, UnsetType) and line.takes(line.default):
        return line.default
    return (*line.alone.known, *line.listed.known, 0)[0]
