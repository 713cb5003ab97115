"""The registry and the layers around its games: no module names what it must not know."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import lpbe
from lpbe.games import GAMES, book_of, game_of
from lpbe.kernel.base.errors import Malformed
from lpbe.kernel.content import packs
from lpbe.kernel.engine.model import Module
from lpbe.kernel.engine.module_checks import missing_limits, sent_types

from .contract_config import config_of, contract_configs

PACKAGE = Path(lpbe.__file__).parent
every_game = pytest.mark.parametrize("game", GAMES)


def test_every_game_is_tried_and_nothing_else() -> None:
    assert sorted(one.game for one in contract_configs().values()) == sorted(GAMES)


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
    assert packs.rows(game).keys() == {module.name for module in config_of(game).whole.modules}


@every_game
def test_only_known_games_and_expansions_are_bound(game: str) -> None:
    first = list(game_of(game).expansions)[:1]
    for name, expansions in [(f"{game}-too", []), (game, ["nothing"]), *([(game, [*first, *first])] if first else [])]:
        with pytest.raises(Malformed):
            book_of(name, expansions)


def own_files(module: Module) -> set[Path]:
    """Return the files of an expansion: its only file, or everything in its own folder."""
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
    for file in (*code, *(folder / "content" / "base").glob("*.toml")):
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
    book = config_of(game).whole
    assert set(book.orders.values()) <= {kind for module in book.modules for kind in sent_types(module)}
    assert list(missing_limits(book.modules)) == []


@every_game
def test_rules_that_show_nothing_load_neither_presentation_nor_bots(game: str) -> None:
    """Only the names of the hooks for bots are there, so that expansions can amend them."""
    code = (
        f"import sys; from lpbe.games import book_of, game_of; book_of({game!r}, list(game_of({game!r}).expansions));"
    )
    code += "print(*[name for name in sys.modules if name.startswith('lpbe.games.')])"
    loaded = subprocess.run(
        [sys.executable, "-c", code], cwd=PACKAGE.parent, capture_output=True, text=True, check=True
    )
    shown = {"presentation", "bot", "board_view", "panels", "forecast", "narration"}
    found = loaded.stdout.split()
    names = [name for name in found if "module_answers" not in name and f"{name}.module_answers" not in found]
    assert names and not [name for name in names if shown & set(name.split("."))]
