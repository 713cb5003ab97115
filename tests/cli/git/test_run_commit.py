"""`run --commit` in a work tree of its own; the first push counts, and the slower run starts again."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from lpbe.app.hosting.find_games import find_games
from lpbe.gitrepo.git import Git
from lpbe.gitrepo.objects import Commits

from ..conftest import Stages
from ..world.clones import Clone, Clones, heard


@pytest.fixture
def clones(club_at: Stages, tmp_path: Path) -> Clones:
    return Clones.of(club_at("bidding"), tmp_path / "repo")


MACHINES = (("ana", "ana"), ("ana", "other"), ("ben", "ben"), ("cleo", "cleo"))


def which_git() -> str:
    return str(shutil.which("git"))


def exports(clone: Clone) -> str:
    names = ("XDG_CONFIG_HOME", "XDG_STATE_HOME")
    author = "GIT_AUTHOR_NAME=x GIT_AUTHOR_EMAIL=x GIT_COMMITTER_NAME=x GIT_COMMITTER_EMAIL=x"
    return f"export {' '.join(f'{name}={clone.environment[name]}' for name in names)} {author}"


def send(clone: Clone, order: str) -> None:
    """Send an order by hand, as anybody can."""
    clone.git("pull", "-q", "--rebase")
    clone.do("order", "mars", order)
    clone.git("add", "-A")
    clone.git("commit", "-qm", "order")
    clone.git("push", "-q")


def test_a_run_is_committed_and_pushed_and_the_checkout_follows(clones: Clones) -> None:
    ana, ben = clones.clone("ana"), clones.clone("ben")
    send(ben, "bid coins=1")
    result = ana.do("run", "mars", "--commit", "--push")
    assert [one["seat"] for one in result["applied"]] == ["blue"]
    assert result["commits"] == [clones.tip()] and result["pushed"] is True
    assert ana.git("rev-parse", "HEAD").strip() == clones.tip() and not ana.git("status", "--porcelain")
    assert clones.waiting() == [] and clones.check_history()[-1] == "mars: step 7"
    again = ana.do("run", "mars", "--commit", "--push")
    assert again["applied"] == [] and again["commits"] == [] and again["seq"] == result["seq"]


def test_a_run_is_committed_without_a_remote(clones: Clones) -> None:
    ana = clones.clone("ana")
    ana.do("order", "mars", "bid coins=1")
    assert ana.do("run", "mars", "--commit")["applied"] == []
    ana.git("add", "-A")
    ana.git("commit", "-qm", "mine")
    (ana.path / "notes.txt").write_text("mine")
    result = ana.do("run", "mars", "--commit")
    assert [one["seat"] for one in result["applied"]] == ["red"] and result["pushed"] is False
    assert result["commits"] == [ana.git("rev-parse", "HEAD").strip()]
    assert ana.git("status", "--porcelain") == "?? notes.txt\n"
    assert ana.do("verify", "mars", code=3)["seq"] == result["seq"]


def test_what_a_person_has_not_committed_is_never_touched(clones: Clones) -> None:
    ana, ben = clones.clone("ana"), clones.clone("ben")
    send(ben, "bid coins=1")
    (ana.mars / "game.toml").write_text("scribbled over\n")
    (ana.mars / "reports" / "000007.txt").write_text("my own file\n")
    (ana.mars / "inbox" / "mine.txt").write_text("a note\n")
    ana.git("add", "mars/inbox/mine.txt")
    before = {path: path.read_bytes() for path in ana.mars.rglob("*") if path.is_file()}
    answer = ana.call("run", "mars", "--commit", "--push")
    assert answer.status == 0 and "git pull --rebase" in answer.err
    assert {path: path.read_bytes() for path in ana.mars.rglob("*") if path.is_file()} == before
    assert ana.git("status", "--porcelain").splitlines()[1:] == ["A  mars/inbox/mine.txt", "?? mars/reports/000007.txt"]
    assert clones.waiting() == []


def test_without_a_push_a_checkout_in_the_way_makes_no_step(clones: Clones) -> None:
    ana = clones.clone("ana")
    ana.do("order", "mars", "bid coins=1")
    ana.git("add", "-A")
    ana.git("commit", "-qm", "mine")
    (ana.mars / "game.toml").write_text("scribbled over\n")
    tip = ana.git("rev-parse", "HEAD")
    assert ana.do("run", "mars", "--commit", code=6)["code"] == "E_GIT"
    assert ana.git("rev-parse", "HEAD") == tip and (ana.mars / "game.toml").read_text() == "scribbled over\n"
    ana.git("checkout", "-q", "mars/game.toml")
    assert [one["seat"] for one in ana.do("run", "mars", "--commit")["applied"]] == ["red"]


def test_a_lost_race_is_run_again_and_neither_bricks_nor_convicts(clones: Clones, tmp_path: Path) -> None:
    """Between this referee's fetch and push, another one publishes the same number: that one counts."""
    ana, other, ben, cleo = (clones.clone(who, machine) for who, machine in MACHINES)
    send(ben, "bid coins=1")
    meanwhile = tmp_path / "meanwhile.sh"
    meanwhile.write_text(f"""#!/bin/sh
case " $* " in *" push "*)
  if mkdir {tmp_path}/once 2>/dev/null; then {tmp_path}/faster >{tmp_path}/output 2>&1; fi ;;
esac
exec {which_git()} "$@"
""")
    send_order = f"cd {cleo.path} && {exports(cleo)} && git pull -q --rebase && lpbe order mars 'bid coins=2'"
    (tmp_path / "faster").write_text(
        f"""#!/bin/sh -e
PATH={tmp_path}/plain:$PATH
({send_order} && git add -A && git commit -qm order && git push -q)
(cd {other.path} && {exports(other)} && git pull -q --rebase && lpbe run mars --commit --push)
"""
    )
    bin_folder = tmp_path / "bin"
    bin_folder.mkdir()
    meanwhile.rename(bin_folder / "git")
    for path in (bin_folder / "git", tmp_path / "faster"):
        path.chmod(0o755)
    (tmp_path / "plain").mkdir()
    (tmp_path / "plain" / "git").symlink_to(which_git())
    answer = ana.call(
        "run", "mars", "--commit", "--push", "--json", env={"PATH": f"{bin_folder}:{ana.environment['PATH']}"}
    )
    assert answer.status == 0, (answer, (tmp_path / "output").read_text())
    assert (tmp_path / "output").read_text().count("step ") >= 2
    assert answer.payload["applied"] == [] and answer.payload["seq"] == 8
    clones.check_history()
    send(ana, "bid coins=3")
    for referee in (ana, other):
        referee.git("pull", "-q", "--rebase")
        assert referee.call("run", "mars", "--commit", "--push").status == 0
        assert referee.do("pin", "mars")["follows"] == "yes"
    assert len(clones.applied()) == len(set(clones.applied()))
    assert ana.call("verify", "mars").status == 3


def test_two_referees_and_two_players_at_once(clones: Clones) -> None:
    ana, other, ben, cleo = (clones.clone(who, machine) for who, machine in MACHINES)
    send(ben, "bid coins=1")
    send(cleo, "bid coins=2")
    racers = [clone.start("run", "mars", "--commit", "--push", "--json") for clone in (ana, other, ana, other)]
    ends = [heard(racer, clones.club) for racer in racers]
    assert [end.status for end in ends] == [0] * 4, ends
    applied = {one["order"] for end in ends for one in end.payload["applied"]}
    assert len(applied) == 2 and applied <= set(clones.applied())
    clones.check_history()
    assert clones.waiting() == []


def test_games_are_found_as_deep_in_a_commit_as_in_a_folder(tmp_path: Path) -> None:
    for folder in ("mars", "a/b/venus", "a/b/c/earth", "mars/copy"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "game.toml").write_text("")
    git = Git("-C", str(tmp_path))
    git("init", "--quiet")
    git.ensure_author()
    git("add", "--all")
    git("commit", "--quiet", "-m", "games")
    found = [str(Path(path).relative_to(tmp_path)) for path in find_games(str(tmp_path))]
    assert Commits(git).games("HEAD") == sorted(found) == ["a/b/venus", "mars"]
