"""`run` over many games: a broken one is reported and does not stop the others."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from lpbe.app.hosting import run_folders
from lpbe.app.session.open_game import OpenGame
from lpbe.mail.address_book import Players
from lpbe.mail.game_index import GameIndex

from ..conftest import Stages
from ..interface.test_json_answers import fits
from ..world.club import HOST, Club


@pytest.fixture
def games(club_at: Stages, tmp_path: Path) -> Club:
    """Return a tree with two games that each have an order, one broken game, and a folder that is not a game."""
    club, other = club_at("bidding"), club_at("bids")
    tree = club.root / "games"
    (tree / "empty").mkdir(parents=True)
    club.order("blue", "bid coins=1")
    shutil.move(club.mars, tree / "mars")
    shutil.copytree(other.mars, tree / "deep" / "venus")
    (tree / "broken").mkdir()
    (tree / "broken" / "game.toml").write_text("this is no game\n")
    return club


def test_one_broken_game_stops_no_other(games: Club) -> None:
    answer = games.lpbe(HOST, "run", "games", "--json", "--no-pin")
    fits(answer.payload, "answer-runs")
    assert answer.status == 6 and answer.payload["ok"] is False
    assert {one["folder"]: len(one["applied"]) for one in answer.payload["games"]} == {
        "games/deep/venus": 0,
        "games/mars": 1,
    }
    [broken] = answer.payload["broken"]
    assert broken["folder"] == "games/broken" and broken["code"] == "E_FILE_SYNTAX"


def test_a_nested_game_is_found_by_run_todo_and_mail(club_at: Stages) -> None:
    club = club_at("bidding")
    club.order("blue", "bid coins=1")
    nested = club.root / "games" / "a" / "b" / "mars"
    nested.parent.mkdir(parents=True)
    shutil.move(club.mars, nested)
    items = club.lpbe(HOST, "todo", "games", "--json", "--no-pin").payload["games"]
    assert ("games/a/b/mars", "run") in [(item["path"], item["wants"]) for item in items]
    assert GameIndex([str(club.root / "games")], Players(), None).paths() == [str(nested)]
    [ran] = club.lpbe(HOST, "run", "games", "--json", "--no-pin").payload["games"]
    assert ran["folder"] == "games/a/b/mars" and len(ran["applied"]) == 1


def test_people_are_told_what_changed_and_what_is_broken(games: Club) -> None:
    answer = games.lpbe(HOST, "run", "games", "--no-pin")
    assert answer.status == 6
    assert "games/mars: step 7: Blue" in answer.out and "3 games, 1 changed, 1 broken" in answer.out
    assert "games/broken" in answer.err and "venus" not in answer.words
    shutil.rmtree(games.root / "games" / "broken")
    assert games.lpbe(HOST, "run", "games", "--no-pin").out == "2 games, 0 changed, 0 broken\n"
    assert games.lpbe(HOST, "run", "games/deep", "--no-pin").out == "one game, 0 changed, 0 broken\n"


def test_of_two_broken_games_the_false_one_gives_the_exit_code(games: Club) -> None:
    path = games.root / "games" / "deep" / "venus" / "game.toml"
    path.write_text(path.read_text().replace("seq = ", "seq = 1", 1))
    answer = games.lpbe(HOST, "run", "games/mars", "games/broken", "games/deep", "--no-pin", "--json")
    assert answer.status == 4 and [one["code"][:7] for one in answer.payload["broken"]] == ["E_FILE_", "E_STATE"]
    assert len(answer.payload["games"]) == 1


def test_a_mistake_of_ours_in_one_game_stops_no_other(games: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    real = run_folders.check_newest

    def mistaken(opened: OpenGame) -> None:
        assert "venus" not in opened.place.folder, "a mistake"
        real(opened)

    monkeypatch.setattr(run_folders, "check_newest", mistaken)
    shutil.rmtree(games.root / "games" / "broken")
    answer = games.lpbe(HOST, "run", "games", "--no-pin", "--json")
    assert answer.status == 70 and [one["code"] for one in answer.payload["broken"]] == ["E_OURS"]
    assert [len(one["applied"]) for one in answer.payload["games"]] == [1]


def test_a_game_named_twice_is_run_once(games: Club) -> None:
    result = games.lpbe(HOST, "run", "games/mars", "games/mars/", "games/mars/game.toml", "--json", "--no-pin").payload
    assert [len(one["applied"]) for one in result["games"]] == [1]


@pytest.mark.parametrize("args", [[], ["games", "--push"], ["games", "--repo", "x"], ["games", "--branch", "x"]])
def test_options_that_do_not_go_together(games: Club, args: list[str]) -> None:
    assert games.lpbe(HOST, "run", *args, "--json").status == 2


def test_a_folder_without_games_is_told(games: Club) -> None:
    assert games.lpbe(HOST, "run", "games/empty", "--json").code == "E_FILE_MISSING"
