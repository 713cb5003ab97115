"""Whether a game has all that it is played and told with: content, clauses, words in every language."""

from __future__ import annotations

from collections.abc import Iterator

from ..games import game_of
from ..kernel.base.errors import Malformed
from ..kernel.content import packs
from ..kernel.disk import files
from ..kernel.play.events import KERNEL_EVENTS
from ..kernel.play.rulebook import tag
from ..kernel.play.rules import Game, Module, Question
from ..kernel.words.grammar import LANGUAGES


def check_complete(name: str) -> None:
    """All that is missing, in one list."""
    if missing := [*missing_files(name), *missing_words(game_of(name))]:
        raise Malformed(
            "E_CONTENT",
            "{game} is not complete; there is no {missing}",
            "write it under lpbe/content/{game}, then: python tools/build_content.py",
            game=name,
            missing=missing,
        )


def missing_files(name: str) -> list[str]:
    wanted = ["json", "rules.json", "chapters.json", *(f"{lang}.json" for lang in LANGUAGES)]
    return [f"{name}.{end}" for end in wanted if not files.is_packaged(f"{name}.{end}")]


def missing_words(game: Game) -> Iterator[str]:
    for lang in LANGUAGES:
        if files.is_packaged(f"{game.name}.{lang}.json"):
            words = packs.words(game.name, lang)
            known = {"event": {*words.events, *words.silent}, "order": words.orders, "term": words.terms}
            for kind, names in needed_words(game).items():
                yield from (f"{kind} '{name}' ({lang})" for name in names if name not in known[kind])


def needed_words(game: Game) -> dict[str, list[str]]:
    """What every report and every list of orders takes for granted."""
    modules = game.modules()
    return {
        "event": list(dict.fromkeys(tag(event) for event in (*KERNEL_EVENTS, *(e for m in modules for e in m.events)))),
        "order": list(dict.fromkeys(name for module in modules for name in orders_of(module))),
        "term": [
            *dict.fromkeys(f"ask.{tag(step)}" for m in modules for step in m.steps if issubclass(step, Question)),
            *([game.clock[0]] if game.clock else []),
        ],
    }


def orders_of(module: Module) -> Iterator[str]:
    asked = [step.offers for step in module.steps if issubclass(step, Question)]
    yield from (tag(order) for offered in (*asked, *module.offers.values()) for order in offered)
