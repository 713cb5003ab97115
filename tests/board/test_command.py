"""lpbe board: from the public table or a seat's view, on standard output, in a file, or inside an answer."""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest

from lpbe.app.reading.draw_board import check_private
from lpbe.app.session.open_game import open_game
from lpbe.board.model import Chart, TileView, TokenView
from lpbe.games import schema_of
from lpbe.kernel.base.errors import Misused

from ..cli.playing.test_readme_game import Person, typed_line
from ..cli.world.club import run_here
from .worlds import world

SEED = "5e" * 32


class Quick(Person):
    """Somebody whose commands run inside this process; remembers the warnings."""

    complaint = ""

    def call(self, *args: str, code: int = 0) -> str:
        clean = {name: value for name, value in os.environ.items() if not name.startswith("LPBE_")}
        env = {**clean, "XDG_CONFIG_HOME": str(self.home), "LPBE_LANG": "en"}
        status, out, err = run_here(list(args), self.work, env, b"")
        assert status == code, (args, status, out, err)
        self.complaint = err.decode()
        return out.decode()


def begin_game(root: Path, game: str = "living-planet") -> Quick:
    ana = Quick(root / "ana", root)
    ana.call("new", "mars", "--game", game, "--seats", "red,blue", "--open", "--seed", SEED)
    return ana


def explore(ana: Quick) -> str:
    """Let everybody explore as soon as possible; return the seat that must place a hex."""
    for _ in range(40):
        seat = str(ana.json("show", "mars", "--as", "red")["window"]["waiting"][0])
        orders = ana.json("legal", "mars", "--as", seat)["orders"]
        if any(order["order"] == "place-hex" for order in orders):
            return seat
        chosen = next((order for order in orders if order["order"] == "explore"), orders[0])
        ana.call("order", "mars", typed_line(chosen), "--as", seat)
        ana.call("run", "mars")
    raise AssertionError("nobody explored")


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    root = tmp_path_factory.mktemp("boards")
    return root, explore(begin_game(root))


@pytest.fixture
def ana(club: tuple[Path, str], tmp_path: Path) -> Quick:
    shutil.copytree(club[0], tmp_path / "club")
    return Quick(tmp_path / "club" / "ana", tmp_path / "club")


@pytest.fixture
def explorer(club: tuple[Path, str]) -> str:
    return club[1]


def fits(answer: dict[str, Any]) -> dict[str, Any]:
    jsonschema.Draft202012Validator(json.loads(schema_of("answer-board") or "")).validate(answer)
    return answer


def test_an_explorer_sees_places_and_nobody_else_does(ana: Quick, explorer: str) -> None:
    own = ana.call("board", "mars", "--as", explorer)
    drawn = ana.json("show", "mars", "--as", explorer)["screen"]["hand"]["hexes"]
    assert "#1" in own and all(f"\n{hex}  " in own for hex in drawn)
    other = "blue" if explorer == "red" else "red"
    for rest in (ana.call("board", "mars", "--public"), ana.call("board", "mars", "--as", other)):
        assert "#1" not in rest and not [hex for hex in drawn if hex in rest]


def test_a_person_with_several_seats_sees_what_everybody_sees(tmp_path: Path) -> None:
    ana = begin_game(tmp_path)
    assert ana.call("board", "mars") == ana.call("board", "mars", "--public")


def test_both_formats_speak_both_languages(ana: Quick) -> None:
    assert "Légende" in ana.call("board", "mars", "--public", "--lang", "fr")
    assert "Legende" in ana.call("board", "mars", "--public", "--lang", "fr", "--ascii")
    root = ElementTree.fromstring(ana.call("board", "mars", "--public", "--lang", "fr", "--format", "svg"))
    assert "Plateau de Living Planet" in (root.findtext("{http://www.w3.org/2000/svg}title") or "")


def test_the_answer_fits_its_schema(ana: Quick, explorer: str) -> None:
    answer = fits(ana.json("board", "mars", "--as", explorer))
    assert answer["seat"] == explorer and answer["board"] == ana.call("board", "mars", "--as", explorer)
    filed = fits(ana.json("board", "mars", "--public", "--format", "svg", "-o", "mars.svg"))
    assert filed["files"] == ["mars.svg"] and "board" not in filed and "seat" not in filed
    assert (ana.work / "mars.svg").read_text() == ana.call("board", "mars", "--public", "--format", "svg")


def test_changes_are_those_of_the_last_step_or_since_another(ana: Quick, explorer: str) -> None:
    assert ana.json("board", "mars", "--public")["changed"] == []
    since = ana.json("board", "mars", "--public", "--since", "0")["changed"]
    assert {"2", "2.1", "2.2", "R1", "B1"} <= set(since)
    assert "*R1" in ana.call("board", "mars", "--public", "--since", "0")


def test_what_one_seat_sees_does_not_go_into_the_game_folder(ana: Quick, explorer: str) -> None:
    ana.call("board", "mars", "--as", explorer, "-o", "mars/board.txt", code=2)
    assert "--public" in ana.complaint and not (ana.work / "mars" / "board.txt").exists()
    ana.call("board", "mars", "--public", "-o", "mars/board.txt")
    ana.call("board", "mars", "--as", explorer, "-o", "board.txt")
    assert "#1" not in (ana.work / "mars" / "board.txt").read_text()
    assert "#1" in (ana.work / "board.txt").read_text()


def test_a_private_mark_of_any_kind_keeps_a_picture_out_of_the_game_folder(ana: Quick) -> None:
    opened = open_game(str(ana.work / "mars"))
    within, beside = str(ana.work / "mars" / "board.svg"), str(ana.work / "board.svg")
    token = TokenView("capital", owner="red", private=True)
    for picture in (world("human-2"), Chart((TileView("A1", 0, 0, "sea", (token,)),))):
        with pytest.raises(Misused, match="should not be in the game folder"):
            check_private(opened, picture, within)
        check_private(opened, picture, beside)
        check_private(opened, picture, "")
    check_private(opened, world(None), within)


@pytest.mark.parametrize("form", ["text", "svg"])
def test_no_board_of_a_seat_goes_there_whatever_is_on_it(ana: Quick, explorer: str, form: str) -> None:
    """What a game keeps private need not be marked: a player who draws with a key may not know what they publish."""
    other = "blue" if explorer == "red" else "red"
    assert ana.call("board", "mars", "--as", other) == ana.call("board", "mars", "--public")
    before = sorted((ana.work / "mars").rglob("*"))
    for path in ("mars/board", "mars/reports/board", "./mars/../mars/board", str(ana.work / "mars" / "board")):
        answer = ana.json("board", "mars", "--as", other, "--format", form, "-o", path, code=2)
        assert answer["code"] == "E_USAGE" and "--public" in answer["hint"]
    assert sorted((ana.work / "mars").rglob("*")) == before


def test_nor_through_a_link_nor_into_the_folder_of_another_game(ana: Quick, explorer: str) -> None:
    (ana.work / "elsewhere").symlink_to("mars")
    ana.call("new", "venus", "--game", "pebbles", "--seats", "red,blue", "--open", "--seed", SEED)
    shutil.copy(ana.work / "mars" / "game.toml", ana.work / "copy.toml")
    for source, path in (
        ("mars", "elsewhere/board.txt"),
        ("mars", "venus/board.txt"),
        ("mars", "venus/inbox/board.txt"),
        ("mars/game.toml", "mars/board.txt"),
        ("copy.toml", "mars/board.txt"),
    ):
        assert ana.json("board", source, "--as", explorer, "-o", path, code=2)["code"] == "E_USAGE"
        assert ana.json("report", source, "--as", explorer, "-o", path, code=2)["code"] == "E_USAGE"
        assert not (ana.work / path).exists()


def test_a_game_without_a_board_says_so(tmp_path: Path) -> None:
    ana = begin_game(tmp_path, "pebbles")
    ana.call("board", "mars", code=2)
    assert ana.complaint.startswith("pebbles has no board [E_USAGE]")
    assert ana.json("board", "mars", code=2)["code"] == "E_USAGE"


def test_before_the_game_begins_there_is_no_board(tmp_path: Path) -> None:
    ana = Quick(tmp_path / "ana", tmp_path)
    ana.call("new", "mars", "--game", "living-planet", "--seats", "red,blue", "--as", "red")
    ana.call("board", "mars", code=2)
    assert "has not started" in ana.complaint


def test_a_picture_cannot_be_ascii_alone(ana: Quick) -> None:
    ana.call("board", "mars", "--format", "svg", "--ascii", code=2)
    assert "--format text" in ana.complaint


def test_a_place_is_typed_as_the_board_prints_it_and_in_brackets_too(ana: Quick, explorer: str) -> None:
    answer = ana.json("legal", "mars", "place", "--as", explorer)
    cells = [order["at"] for order in answer["orders"] if order["order"] == "place-hex"]
    board = ana.call("board", "mars", "--as", explorer)
    for number in range(1, len(set(cells)) + 1):
        cell = re.search(rf"\n#{number} +@(\S+)", board)
        assert cell
        order = next(order for order in answer["orders"] if order.get("at") == cell[1])
        for name in (f"#{number}", f"({number})"):
            line = f"place {order['hex']} at {name} turn {order.get('turn', 0)}"
            assert ana.json("order", "mars", line, "--as", explorer, "-o", "x.toml")["orders"][0]["at"] == cell[1]
