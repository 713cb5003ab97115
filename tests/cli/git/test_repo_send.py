"""`repo send` for players: pull, add letters, push, and retry if rejected; uncommitted files are left alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from ..conftest import Stages
from ..interface.test_json_answers import fits
from ..world.clones import Clones, heard


@pytest.fixture
def clones(club_at: Stages, tmp_path: Path) -> Clones:
    return Clones.of(club_at("bidding"), tmp_path / "repo")


def test_an_order_is_sent_and_the_checkout_follows(clones: Clones) -> None:
    ana, ben = clones.clone("ana"), clones.clone("ben")
    ben.do("order", "mars", "bid coins=1")
    result = ben.do("repo", "send", "mars")
    fits(result, "answer-repo-send")
    assert result["letters"] == [{"file": "mars/inbox/2-blue-0.toml", "seat": "blue", "kind": "play"}]
    assert clones.waiting() == ["2-blue-0.toml"] and not ben.git("status", "--porcelain")
    assert ben.git("rev-parse", "HEAD", "@{upstream}").split() == [clones.tip()] * 2
    assert ben.do("repo", "send", "mars")["letters"] == []
    ana.do("run", "mars", "--commit", "--push")
    assert ben.do("repo", "send", "mars")["seq"] == 7
    assert not (ben.mars / "inbox" / "2-blue-0.toml").exists() and not ben.git("status", "--porcelain")
    assert clones.check_history()[1:] == ["blue: play", "mars: step 7"]


def test_uncommitted_files_stay_and_the_order_goes(clones: Clones) -> None:
    ana, ben = clones.clone("ana"), clones.clone("ben")
    ana.do("order", "mars", "bid coins=3")
    ana.do("repo", "send", "mars")
    ana.do("run", "mars", "--commit", "--push")
    (ben.mars / "log.jsonl").write_text("mine\n")
    (ben.path / "new.txt").write_text("mine\n")
    ben.git("add", "new.txt")
    ben.do("order", "mars", "bid coins=1")
    answer = ben.here("repo", "send", "mars", "--json")
    assert answer.status == 0 and len(answer.payload["letters"]) == 1 and "git pull" in answer.payload["warning"]
    assert (ben.mars / "log.jsonl").read_text() == "mine\n"
    status = {" M mars/log.jsonl", "A  new.txt", "?? mars/inbox/2-blue-0.toml"}
    assert set(ben.git("status", "--porcelain").splitlines()) == status
    assert clones.waiting() == ["2-blue-0.toml"]
    again = ben.here("repo", "send", "mars", "--json")
    assert again.status == 0 and again.payload["letters"] == []
    ana.do("run", "mars", "--commit", "--push")
    last = ben.here("repo", "send", "mars", "--json")
    assert last.status == 0 and last.payload["letters"] == last.payload["refused"] == [], (
        "it was applied, and still lies here"
    )


def test_players_who_push_at_once_lose_nothing(clones: Clones) -> None:
    people = [clones.clone(who) for who in ("ana", "ben", "cleo")]
    for coins, clone in enumerate(people):
        clone.do("order", "mars", f"bid coins={coins}")
    ends = [heard(one, clones.club) for one in [clone.start("repo", "send", "mars", "--json") for clone in people]]
    assert [end.status for end in ends] == [0, 0, 0], ends
    assert clones.waiting() == ["2-blue-0.toml", "2-green-0.toml", "2-red-0.toml"]
    assert len(clones.check_history()) == 4


def test_what_is_no_letter_or_comes_too_late_is_not_sent(clones: Clones) -> None:
    ana, ben = clones.clone("ana"), clones.clone("ben")
    ben.do("order", "mars", "bid coins=1")
    (ben.mars / "inbox" / "notes.txt").write_text("buy milk\n")
    (ben.mars / "inbox" / "big.toml").write_bytes(b"x" * 70_000)
    letter = (ben.mars / "inbox" / "2-blue-0.toml").read_bytes()
    (ben.mars / "inbox" / "2-red-0.toml").write_bytes(letter.replace(b'seat = "blue"', b'seat = "red"'))
    answer = ben.here("repo", "send", "mars", "--json")
    assert answer.status == 5 and [one["seat"] for one in answer.payload["letters"]] == ["blue"]
    fits(answer.payload, "answer-repo-send")
    codes = {one["file"].rpartition("/")[2]: one["code"] for one in answer.payload["refused"]}
    assert codes.keys() == {"notes.txt", "big.toml", "2-red-0.toml"} and codes["2-red-0.toml"].startswith("E_SIG")
    for clone in (ana, clones.clone("cleo")):
        clone.do("order", "mars", "bid coins=2")
        clone.do("repo", "send", "mars")

    ana.do("run", "mars", "--commit", "--push")
    late = clones.clone("ben", "late")
    (late.mars / "inbox" / "2-blue-1.toml").write_bytes(letter.replace(b"rev = 0", b"rev = 1"))
    assert late.here("repo", "send", "mars", "--json").payload["refused"][0]["code"] in (
        "E_ORDER_STALE",
        "E_SIG_INVALID",
    )
    assert clones.waiting() == []


def test_a_checkout_that_follows_nothing_is_told(clones: Clones, tmp_path: Path) -> None:
    ben = clones.clone("ben")
    ben.git("branch", "--unset-upstream")
    answer = ben.here("repo", "send", "mars", "--json")
    assert (answer.status, answer.code) == (6, "E_GIT") and "git push -u origin main" in answer.payload["hint"]
    ben.git("checkout", "-q", "--detach")
    assert ben.here("repo", "send", "mars", "--json").code == "E_GIT"
    outside = tmp_path / "outside"
    clones.clone("ben", "gone").mars.rename(outside)
    assert ben.here("repo", "send", str(outside), "--json").code == "E_GIT"


def test_a_hostile_checkout_runs_nothing(clones: Clones, tmp_path: Path) -> None:
    """Hooks, monitors, filters, ssh commands and programs of a checkout that somebody handed over."""
    ben, mark = clones.clone("ben"), tmp_path / "ran"
    evil = tmp_path / "evil"
    evil.write_text(f'#!/bin/sh\necho "$0 $*" >> {mark}\ncat\n')
    evil.chmod(0o755)
    for name in ("post-merge", "pre-push", "pre-commit", "post-checkout", "reference-transaction", "post-index-change"):
        (ben.path / ".git" / "hooks").mkdir(exist_ok=True)
        (ben.path / ".git" / "hooks" / name).symlink_to(evil)
    settings = ["core.fsmonitor", "core.sshCommand", "core.alternateRefsCommand", "filter.x.smudge", "filter.x.clean"]
    settings += ["filter.x.process", "diff.external", "core.pager", "core.editor", "gpg.program", "credential.helper"]
    for name in settings:
        ben.git("config", name, str(evil))
    ben.git("config", "merge.verifySignatures", "true")
    (ben.path / ".git" / "info").mkdir(exist_ok=True)
    (ben.path / ".git" / "info" / "attributes").write_text("* filter=x\n")
    mark.unlink(missing_ok=True)
    ben.do("order", "mars", "bid coins=1")
    assert len(ben.do("repo", "send", "mars")["letters"]) == 1
    ben.do("run", "mars", "--commit", "--push", "--no-pin", code=6)
    assert not mark.exists(), mark.read_text()


@pytest.mark.parametrize("url", ["ext::sh -c 'touch RAN'", "--upload-pack=touch RAN", "-oProxyCommand=touch"])
def test_an_address_that_is_a_command_is_refused(clones: Clones, url: str) -> None:
    ben = clones.clone("ben")
    ben.git("config", "remote.origin.url", url)
    ben.git("config", "protocol.ext.allow", "always")
    assert ben.here("repo", "send", "mars", "--json").code == "E_GIT"
    assert ben.here("run", "--commit", "--push", "--repo", url, "--json").code == "E_GIT"
    assert not list(ben.path.rglob("RAN"))


def test_secrets_of_the_environment_do_not_reach_git(clones: Clones, tmp_path: Path) -> None:
    ana, seen = clones.clone("ana"), tmp_path / "seen"
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "git").write_text(f'#!/bin/sh\nenv >> {seen}\nPATH=${{PATH#*:}}\nexec git "$@"\n')
    (folder / "git").chmod(0o755)
    env = {"PATH": f"{folder}:{ana.environment['PATH']}", "LPBE_KEY": "lpbe-no-key", "GIT_DIR": "/nowhere"}
    assert ana.call("repo", "send", "mars", env={**env, "GIT_INDEX_FILE": "/nowhere/index"}).status == 0
    assert "LPBE_KEY" not in seen.read_text() and "/nowhere" not in seen.read_text()
