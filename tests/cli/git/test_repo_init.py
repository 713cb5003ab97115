"""`repo init`, `repo referee`, `repo hook`: what a repository gets, and that a server can be the referee by itself."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from ..conftest import Stages
from ..interface.test_json_answers import fits
from ..world.clones import Clone, Clones, git, heard, make_wheel
from ..world.club import Club, run_here

PROGRAM = f"{sys.executable} -m lpbe"


def alone(club: Club, *args: str, code: int = 0) -> dict[str, object]:
    """Run by ana, where git knows nobody and has no settings."""
    clone = Clone(club, "ana", club.root)
    answer = club.heard(run_here([*args, "--json"], club.root, clone.environment, b""))
    assert answer.status == code, answer
    return answer.payload


def test_a_game_folder_becomes_a_repository(club_at: Stages) -> None:
    club = club_at("bidding")
    (club.mars / "private.txt").write_text("not for others\n")
    result = alone(club, "repo", "init", "mars")
    fits(result, "answer-repo")
    assert sorted(Path(str(one)).name for one in result["files"]) == [".gitattributes", ".gitkeep", "README.md"]
    kept = git(club.mars, "ls-files").split()
    assert {"game.toml", "log.jsonl", "README.md", ".gitattributes", "inbox/.gitkeep"} <= set(kept)
    assert "private.txt" not in kept and git(club.mars, "rev-parse", "HEAD").strip() == result["commit"]
    readme = (club.mars / "README.md").read_text()
    assert "@" not in readme and "lpbe repo send mars  " in readme and "Pebbles" in readme
    assert club.lpbe("eve", "verify", "mars").status == 3
    again = alone(club, "repo", "init", "mars", "--ci", "forks", "--wheel", str(make_wheel(club.root)))
    assert sorted(Path(str(one)).name for one in again["files"]) == [
        "lpbe-0.1.0-py3-none-any.whl",
        "lpbe-check.yml",
        "lpbe-run.yml",
        "requirements.txt",
    ]
    assert "commit" not in again


def test_players_read_french_in_a_french_game(tmp_path: Path) -> None:
    club = Club.begin(tmp_path / "club", "--lang", "fr")
    alone(club, "repo", "init", "mars", "--ci", "forks", "--wheel", str(make_wheel(club.root)))
    readme = (club.mars / "README.md").read_text()
    assert "Rejoindre la partie" in readme and "pull request" in readme and "@" not in readme


def test_what_is_there_is_left_alone(club_at: Stages) -> None:
    club = club_at("bidding")
    (club.mars / "README.md").write_text("mine\n")
    alone(club, "repo", "init", "mars")
    assert (club.mars / "README.md").read_text() == "mine\n"


def test_a_game_in_a_repository_gets_files_there(club_at: Stages) -> None:
    club = club_at("bidding")
    git(club.root, "init", "-q", "-b", "trunk")
    result = alone(club, "repo", "init", "mars", "--ci", "forks", "--wheel", str(make_wheel(club.root)))
    assert (club.root / ".github" / "workflows" / "lpbe-run.yml").read_text().count('"trunk"') == 4
    assert "commit" not in result and (club.mars / "README.md").is_file()
    assert f"lpbe repo send {club.root.name}/mars " in (club.mars / "README.md").read_text()


def test_no_settings_of_a_machine_change_a_new_repository(club_at: Stages, tmp_path: Path) -> None:
    """Templates with hooks, signatures that need a program, and a personal hook: none of it runs."""
    club, mark = club_at("bidding"), tmp_path / "ran"
    hooks = tmp_path / "template" / "hooks"
    hooks.mkdir(parents=True)
    for name in ("pre-commit", "post-commit", "commit-msg"):
        (hooks / name).write_text(f"#!/bin/sh\ntouch {mark}\n")
        (hooks / name).chmod(0o755)
    config = tmp_path / "config"
    config.write_text(f"[init]\ntemplateDir = {hooks.parent}\n[core]\nhooksPath = {hooks}\n[commit]\ngpgSign = true\n")
    env = {**Clone(club, "ana", club.root).environment, "GIT_CONFIG_GLOBAL": str(config)}
    assert run_here(["repo", "init", "mars"], club.root, env, b"")[0] == 0
    assert not mark.exists() and git(club.mars, "log", "--format=%an").strip() == "lpbe"


def test_a_repository_of_the_referees_own(club_at: Stages) -> None:
    club = club_at("bidding")
    result = alone(
        club, "repo", "referee", "ref", "--url", "git@example.org:ana/mars.git", "--wheel", str(make_wheel(club.root))
    )
    workflow = (club.root / "ref" / ".github" / "workflows" / "lpbe-referee.yml").read_text()
    assert 'GAME_URL: "git@example.org:ana/mars.git"' in workflow and "@URL@" not in workflow
    assert git(club.root / "ref", "rev-parse", "HEAD").strip() == result["commit"]
    assert alone(club, "repo", "referee", "ref", "--url", "x", code=6)["code"] == "E_GIT"
    assert alone(club, "repo", "referee", "new", "--url", 'x"\n  evil: "', code=6)["code"] == "E_GIT"


@pytest.fixture
def server_clones(club_at: Stages, tmp_path: Path) -> Clones:
    """Return a server that referees by itself; its key is nobody else's."""
    club = club_at("bidding")
    clones = Clones.of(club, tmp_path / "repo")
    alone(club, "repo", "hook", str(clones.bare), "--lpbe", PROGRAM, "--key", str(club.home("ana") / "lpbe" / "key"))
    return clones


def test_a_server_applies_what_is_pushed(server_clones: Clones) -> None:
    ben, cleo = server_clones.clone("ben"), server_clones.clone("cleo")
    for clone in (ben, cleo):
        clone.do("order", "mars", "bid coins=1")
    ends = [heard(clone.start("repo", "send", "mars", "--json"), server_clones.club) for clone in (ben, cleo)]
    assert [end.status for end in ends] == [0, 0], ends
    assert server_clones.waiting() == [] and len(server_clones.applied()) == 8
    messages = server_clones.check_history()
    assert messages[-1].startswith("mars: step 8") and messages.count("blue: play") == 1
    assert ben.do("repo", "send", "mars")["seq"] == 8


def test_a_server_refuses_what_is_no_letter(server_clones: Clones) -> None:
    ben, tip = server_clones.clone("ben"), server_clones.tip()
    (ben.mars / "game.toml").write_text("seq = 99\n")
    ben.git("commit", "-qam", "x")
    done = subprocess.run(["git", "push"], cwd=ben.path, env={**ben.environment}, capture_output=True, text=True)
    assert done.returncode == 1 and "remote: mars: this is not a step by the referee" in done.stderr, done
    assert server_clones.tip() == tip


def test_hooks_are_not_written_over(server_clones: Clones) -> None:
    result = alone(server_clones.club, "repo", "hook", str(server_clones.bare), code=6)
    assert result["code"] == "E_FILE_EXISTS"
    assert alone(server_clones.club, "repo", "hook", str(server_clones.root / "first"), code=6)["code"] == "E_GIT"


def test_an_empty_bare_repository_plays_the_branch_that_init_makes(club_at: Stages, tmp_path: Path) -> None:
    """Whatever git's default branch is called; hooks call the program under test, wherever it is installed."""
    club, bare = club_at("bidding"), tmp_path / "mars.git"
    git(tmp_path, "init", "-q", "--bare", "--initial-branch=master", str(bare))
    alone(club, "repo", "hook", str(bare))
    assert git(bare, "symbolic-ref", "HEAD").strip() == "refs/heads/main"
    for name in ("pre-receive", "post-receive"):
        command = (bare / "hooks" / name).read_text().splitlines()[-1].removeprefix("exec ").split()
        assert Path(command[0]).is_absolute() and Path(command[0]).exists()
