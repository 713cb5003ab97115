"""The registry and the walls around its games: content is current, and nobody names what it may not know."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

import lpbe
from lpbe.games import GAMES, book_of, game_of
from lpbe.kernel.base.errors import Malformed
from lpbe.kernel.content import packs
from lpbe.kernel.play.limits import limits_missing, sent
from lpbe.kernel.play.rules import Module

from .trial import trial, trials

PACKAGE = Path(lpbe.__file__).parent
every_game = pytest.mark.parametrize("game", GAMES)


def build_content() -> ModuleType:
    file = PACKAGE.parent / "tools" / "build_content.py"
    spec = importlib.util.spec_from_file_location("build_content", file)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_compiled_content_is_current() -> None:
    compiled = dict(build_content().compiled())
    content = PACKAGE / "content"
    found = [*content.glob("*.json"), *(content / "locale").rglob("*.mo")]
    assert compiled.keys() == {str(file.relative_to(content)) for file in found}
    for name, data in compiled.items():
        assert (PACKAGE / "content" / name).read_bytes() == data, f"run tools/build_content.py: {name} is stale"


def test_every_game_is_tried_and_nothing_else() -> None:
    assert sorted(one.game for one in trials().values()) == sorted(GAMES)


@every_game
def test_a_game_is_what_the_registry_calls_it(game: str) -> None:
    known = game_of(game)
    fewest, most = known.players
    assert (known.name, known.base.name) == (game, game)
    assert 1 <= fewest <= most <= len(known.seats) == len(set(known.seats))
    expansions = known.modules()[1:]
    assert list(known.expansions) == [module.name for module in expansions]
    assert all(game in (module.requires or (game,)) for module in expansions)


@every_game
def test_the_rules_are_pinned_by_a_hash_of_their_rows(game: str) -> None:
    assert len(bytes.fromhex(packs.rules_hash(game, ()))) == 32
    assert packs.rows(game).keys() == {module.name for module in trial(game).whole.modules}


@every_game
def test_only_known_games_and_expansions_are_bound(game: str) -> None:
    first = list(game_of(game).expansions)[:1]
    for name, expansions in [(f"{game}-too", []), (game, ["nothing"]), *([(game, [*first, *first])] if first else [])]:
        with pytest.raises(Malformed):
            book_of(name, expansions)


def own_files(module: Module) -> set[Path]:
    """The files an expansion is made of: its own one, or all of its own folder."""
    kinds = (*module.events, *module.steps, *module.components)
    files = {Path(str(sys.modules[kind.__module__].__file__)) for kind in kinds}
    return {one for file in files for one in (file.parent.rglob("*.py") if file.parent.name == module.name else [file])}


@every_game
def test_the_base_never_names_an_expansion(game: str) -> None:
    known = game_of(game)
    folder = Path(str(sys.modules[known.base.setup.__module__].__file__)).parent
    apart = {folder / "__init__.py"}.union(*map(own_files, known.modules()[1:]))
    code = set(folder.rglob("*.py")) - apart
    assert code
    for file in (*code, *(PACKAGE / "content" / game / "base").glob("*.toml")):
        text = file.read_text(encoding="utf-8").lower()
        assert not [name for name in known.expansions if re.search(rf"\b{name}", text)], file


def test_the_kernel_never_names_a_game() -> None:
    files = list((PACKAGE / "kernel").rglob("*.py"))
    assert len(files) > 20
    for file in files:
        text = file.read_text(encoding="utf-8").lower()
        assert not [game for game in GAMES if game in text or game.replace("-", "_") in text], file


@every_game
def test_all_that_can_be_sent_has_a_limit(game: str) -> None:
    book = trial(game).whole
    assert set(book.orders.values()) <= {kind for module in book.modules for kind in sent(module)}
    assert list(limits_missing(book.modules)) == []
