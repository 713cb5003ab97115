"""`check-pr`: only new letters are accepted, whatever else a pull request has; a server also accepts signed steps."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from lpbe.kernel.chain import player_view
from lpbe.kernel.gamedir.gamedir import load, locate
from lpbe.kernel.gamedir.inbox import dump_letter
from tests import letter_types

from ..conftest import Stages
from ..interface.test_json_answers import fits
from ..world.clones import Clone, Clones
from ..world.club import identity, run_here


@pytest.fixture
def clones(club_at: Stages, tmp_path: Path) -> Clones:
    return Clones.of(club_at("bidding"), tmp_path / "repo")


def commit(clone: Clone, message: str = "x") -> None:
    clone.git("add", "-A", "--force")
    clone.git("commit", "-qm", message)


def refusals(clone: Clone) -> set[str]:
    """Return the complaints about the last commit; no key is needed."""
    env = {key: value for key, value in clone.environment.items() if key != "XDG_CONFIG_HOME"}
    args = ["check-pr", "origin/main", "HEAD", "--json"]
    answer = clone.club.heard(run_here(args, clone.path, {**env, "HOME": "/nowhere"}, b""))
    fits(answer.payload, "answer-check-pr")
    assert answer.status == (5 if answer.payload["refused"] else 0), answer
    return {one["code"] for one in answer.payload["refused"]}


def test_an_order_is_good(clones: Clones) -> None:
    ben = clones.clone("ben")
    ben.do("order", "mars", "bid coins=1")
    ben.do("note", "mars", "hello")
    commit(ben)
    assert refusals(ben) == set()
    answer = ben.here("check-pr", "origin/main", "HEAD")
    assert "accepted: mars/inbox/2-blue-0.toml: blue, play" in answer.out


def test_a_join_is_good(club_at: Stages, tmp_path: Path) -> None:
    club = club_at("new")
    code = club.do("ana", "invite", "mars")["invitations"]["blue"]
    clones = Clones.of(club, tmp_path / "repo")
    ben = clones.clone("ben")
    ben.do("join", "mars", "--seat", "blue", "--name", "Ben", "--code", code)
    commit(ben)
    assert refusals(ben) == set()


def edit_game(clone: Clone) -> None:
    (clone.mars / "game.toml").write_text("seq = 99\n")


def edit_log(clone: Clone) -> None:
    with (clone.mars / "log.jsonl").open("a") as log:
        log.write("{}\n")


def add_report(clone: Clone) -> None:
    (clone.mars / "reports" / "000099.txt").write_text("I win\n")


def add_workflow(clone: Clone) -> None:
    path = clone.path / ".github" / "workflows" / "lpbe-run.yml"
    path.parent.mkdir(parents=True)
    path.write_text("on: push\n")


def add_attributes(clone: Clone) -> None:
    (clone.mars / "inbox" / ".gitattributes").write_text("* filter=evil\n")


def add_link(clone: Clone) -> None:
    (clone.mars / "inbox" / "2-blue-0.toml").symlink_to("/etc/passwd")


def turn_inbox_into_a_link(clone: Clone) -> None:
    shutil.rmtree(clone.mars / "inbox")
    (clone.mars / "inbox").symlink_to("../mars")


def add_module(clone: Clone) -> None:
    name = clone.git("rev-parse", "HEAD").strip()
    clone.git("update-index", "--add", "--cacheinfo", f"160000,{name},mars/inbox/module")


def add_program(clone: Clone) -> None:
    clone.do("order", "mars", "bid coins=1")
    (clone.mars / "inbox" / "2-blue-0.toml").chmod(0o755)


def add_huge(clone: Clone) -> None:
    (clone.mars / "inbox" / "huge.toml").write_bytes(os.urandom(3 << 20))


def add_nonsense(clone: Clone) -> None:
    (clone.mars / "inbox" / "x.toml").write_text("buy milk\n")


def add_forgery(clone: Clone) -> None:
    clone.do("order", "mars", "bid coins=1")
    path = clone.mars / "inbox" / "2-blue-0.toml"
    path.write_text(path.read_text().replace('seat = "blue"', 'seat = "red"'))


def add_control_characters(clone: Clone) -> None:
    clone.do("order", "mars", "bid coins=1")
    (clone.mars / "inbox" / "2-blue-0.toml").rename(clone.mars / "inbox" / "\x1b[2J\n.toml")


def take_anothers_letter_away(clone: Clone) -> None:
    (clone.mars / "inbox" / "2-green-0.toml").unlink()


def change_anothers_letter(clone: Clone) -> None:
    (clone.mars / "inbox" / "2-green-0.toml").write_text("x = 1\n")


def add_a_game_of_ones_own(clone: Clone) -> None:
    (clone.path / "venus" / "inbox").mkdir(parents=True)
    (clone.path / "venus" / "game.toml").write_bytes((clone.mars / "game.toml").read_bytes())
    clone.do("order", "mars", "bid coins=1")
    (clone.mars / "inbox" / "2-blue-0.toml").rename(clone.path / "venus" / "inbox" / "2-blue-0.toml")


HOSTILE = {
    edit_game: "E_FILE_PLACE",
    edit_log: "E_FILE_PLACE",
    add_report: "E_FILE_PLACE",
    add_workflow: "E_FILE_PLACE",
    add_attributes: "E_FILE_NAME",
    add_link: "E_FILE_TYPE",
    turn_inbox_into_a_link: "E_FILE_PLACE",
    add_module: "E_FILE_TYPE",
    add_program: "E_FILE_TYPE",
    add_huge: "E_FILE_SIZE",
    add_nonsense: "E_FILE_SYNTAX",
    add_forgery: "E_SIG_FORMAT",
    add_control_characters: "E_FILE_NAME",
    take_anothers_letter_away: "E_FILE_MISSING",
    change_anothers_letter: "E_FILE_EXISTS",
    add_a_game_of_ones_own: "E_FILE_PLACE",
}


def with_a_letter(stages: Stages, folder: Path) -> Clones:
    """Add a letter of green's that is already waiting."""
    clones = Clones.of(stages("bidding").copy(folder / "house"), folder / "repo")
    cleo = clones.clone("cleo")
    cleo.do("order", "mars", "bid coins=1")
    cleo.do("repo", "send", "mars")
    return clones


@pytest.fixture(scope="module")
def played_clones(stages: Stages, tmp_path_factory: pytest.TempPathFactory) -> Clones:
    return with_a_letter(stages, tmp_path_factory.mktemp("played"))


@pytest.mark.parametrize("deed", HOSTILE, ids=lambda deed: deed.__name__)
def test_a_hostile_pull_request_is_refused(played_clones: Clones, deed: Callable[[Clone], None]) -> None:
    ben = played_clones.clone("ben", deed.__name__)
    deed(ben)
    if deed is add_module:
        ben.git("commit", "-qm", "x")
    else:
        commit(ben)
    assert HOSTILE[deed] in refusals(ben)
    old, new = ben.git("rev-parse", "origin/main", "HEAD").split()
    line = f"{old} {new} refs/heads/main\n".encode()
    result = ben.here("check-pr", "--pushed", "--json", stdin=line)
    assert result.status == 5 and result.payload["refused"]


def test_what_a_commit_takes_away_again_still_weighs(clones: Clones) -> None:
    ben = clones.clone("ben")
    add_huge(ben)
    commit(ben)
    (ben.mars / "inbox" / "huge.toml").unlink()
    ben.do("order", "mars", "bid coins=1")
    commit(ben)
    assert refusals(ben) == {"E_FILE_SIZE"}


def test_a_name_taken_meanwhile_is_told(clones: Clones) -> None:
    ben, other = clones.clone("ben"), clones.clone("ben", "other")
    other.do("order", "mars", "bid coins=2")
    other.do("repo", "send", "mars")
    ben.do("order", "mars", "bid coins=1")
    commit(ben)
    ben.git("fetch", "-q")
    assert refusals(ben) == {"E_FILE_EXISTS"}


def test_another_history_is_refused(clones: Clones) -> None:
    ben = clones.clone("ben")
    ben.do("order", "mars", "bid coins=1")
    ben.git("checkout", "-q", "--orphan", "fresh")
    commit(ben)
    answer = ben.here("check-pr", "origin/main", "HEAD", "--json")
    assert (answer.status, answer.code) == (5, "E_GIT")


@pytest.mark.parametrize(
    "args", [[], ["main"], ["--pushed", "main", "HEAD"], ["--pushed"]], ids=lambda args: " ".join(args)
)
def test_wrong_use_is_told(clones: Clones, args: list[str]) -> None:
    assert clones.clone("ben").here("check-pr", *args, "--json", stdin=b"x\n").status == 2


def test_commits_that_are_options_or_nowhere(clones: Clones) -> None:
    ben = clones.clone("ben")
    for name in ("nowhere", "refs/heads/x y"):
        assert ben.here("check-pr", "origin/main", name, "--json").code == "E_GIT"
    assert ben.here("check-pr", "origin/main", "--", "--output=x", "--json").status in (2, 6)
    assert not (ben.path / "x").exists()


def push_codes(clone: Clone, ref: str = "refs/heads/main") -> set[str]:
    old, new = clone.git("rev-parse", "origin/main", "HEAD").split()
    result = clone.here("check-pr", "--pushed", "--json", stdin=f"{old} {new} {ref}\n".encode())
    return {one["code"] for one in result.payload["refused"]}


def test_a_server_takes_steps_that_the_referee_signed(clones: Clones) -> None:
    ana, ben = clones.clone("ana"), clones.clone("ben")
    ben.do("order", "mars", "bid coins=1")
    ben.do("repo", "send", "mars")
    ana.git("pull", "-q")
    ana.do("run", "mars", "--commit")
    assert push_codes(ana) == set()
    assert push_codes(ana, "refs/heads/other") == {"E_GIT"}
    (ana.path / "README.md").write_text("mine")
    commit(ana)
    assert push_codes(ana) == {"E_FILE_PLACE"}
    ana.git("reset", "-q", "--hard", "HEAD~1")
    ana.git("push", "-q")
    old = ana.git("rev-parse", "HEAD~1").strip()
    ben.git("pull", "-q")
    for path in ("mars/game.toml", "mars/log.jsonl"):
        ben.git("checkout", "-q", old, "--", path)
    commit(ben)
    assert push_codes(ben) == {"E_SIG_INVALID"}, "what was signed before is no new step"


def test_history_is_not_rewritten_on_a_server(clones: Clones) -> None:
    ana, ben = clones.clone("ana"), clones.clone("ben")
    ben.do("order", "mars", "bid coins=1")
    ben.do("repo", "send", "mars")
    ana.do("order", "mars", "bid coins=1")
    commit(ana)
    ana.git("fetch", "-q")
    assert push_codes(ana) == {"E_GIT"}
    ana.git("merge", "-q", "-m", "merge", "origin/main")
    assert push_codes(ana) == {"E_GIT"}
    gone = ana.here("check-pr", "--pushed", "--json", stdin=f"{clones.tip()} {'0' * 40} refs/heads/main\n".encode())
    assert gone.status == 5


def illegal_letter(clone: Clone) -> bytes:
    """Return what no honest program would send: 99 coins, rightly signed and sealed."""
    game = load(locate(str(clone.mars)))
    letter = letter_types.play_letter(game, "blue", identity("ben"), [{"order": "bid", "coins": 99}], [True], 0)
    return dump_letter(player_view.sign(identity("ben"), letter), "order.toml")


def test_receipts_come_in_once(clones: Clones) -> None:
    """A referee who only refused something pushes a receipt; nobody can use it again to remove letters."""
    ana, ben, cleo = clones.clone("ana"), clones.clone("ben"), clones.clone("cleo")
    (ben.mars / "inbox" / "2-blue-0.toml").write_bytes(illegal_letter(ben))
    assert len(ben.do("repo", "send", "mars")["letters"]) == 1
    ana.git("pull", "-q")
    done = ana.do("run", "mars", "--commit")
    assert [one["code"] for one in done["refused"]] == ["E_RULE"] and not done["applied"]
    assert push_codes(ana) == set()
    ana.git("push", "-q")
    cleo.do("order", "mars", "bid coins=1")
    cleo.do("repo", "send", "mars")
    ben.git("pull", "-q")
    (ben.mars / "inbox" / "2-green-0.toml").unlink()
    receipt = (ben.mars / "refused" / "000006.toml").read_text()
    (ben.mars / "refused" / "000006-1.toml").write_text(f"# once more\n{receipt}")
    commit(ben)
    assert push_codes(ben) == {"E_SIG_INVALID"}


def test_copies_of_one_letter_under_other_names_are_refused_at_once(clones: Clones) -> None:
    ben = clones.clone("ben")
    ben.do("order", "mars", "bid coins=1")
    for number in range(300):
        shutil.copy(ben.mars / "inbox" / "2-blue-0.toml", ben.mars / "inbox" / f"copy-{number}.toml")
    commit(ben)
    assert refusals(ben) == {"E_FILE_EXISTS"}


def test_a_stranger_joins_no_running_game(clones: Clones) -> None:
    eve = clones.clone("eve")
    game = load(locate(str(eve.mars)))
    letter = letter_types.join_letter(game, "blue", identity("eve"), "Eve", "en", "A" * 20)
    (eve.mars / "inbox" / "join.toml").write_bytes(dump_letter(player_view.sign(identity("eve"), letter), "x.toml"))
    commit(eve)
    assert refusals(eve) == {"E_ORDER_KIND"}
