"""Play by git in odd places: checkouts with foreign settings, names that shells dislike, odd remotes."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from ..conftest import Stages
from ..world.clones import Clone, Clones, git
from .test_repo_init import PROGRAM, alone


@pytest.fixture
def clones(club_at: Stages, tmp_path: Path) -> Clones:
    return Clones.of(club_at("bidding"), tmp_path / "repo")


@pytest.fixture
def evil(tmp_path: Path) -> Path:
    """Return a program that leaves a mark beside itself."""
    path = tmp_path / "evil"
    path.write_text(f'#!/bin/sh\necho "$0 $*" >> {tmp_path}/ran\n')
    path.chmod(0o755)
    return path


def ahead(clones: Clones) -> None:
    """Publish something that a checkout can follow."""
    cleo = clones.clone("cleo", "ahead")
    cleo.do("order", "mars", "bid coins=1")
    cleo.do("repo", "send", "mars")


def settings(clone: Clone, way: str, text: str) -> None:
    """Set something in a checkout where git finds it but a look at .git/config does not."""
    if way == "include":
        (clone.path / ".git" / "more").write_text(text)
        clone.git("config", "include.path", "more")
    else:
        clone.git("config", "extensions.worktreeConfig", "true")
        (clone.path / ".git" / "config.worktree").write_text(text)


@pytest.mark.parametrize("way", ["include", "worktree"])
def test_programs_in_settings_that_are_hidden_do_not_run(clones: Clones, evil: Path, way: str) -> None:
    ben = clones.clone("ben")
    ahead(clones)
    settings(ben, way, f'[filter "x"]\n\tsmudge = {evil}\n\tclean = {evil}\n\tprocess = {evil}\n')
    (ben.path / ".git" / "info").mkdir(exist_ok=True)
    (ben.path / ".git" / "info" / "attributes").write_text("* filter=x\n")
    ben.do("order", "mars", "bid coins=1")
    result = ben.do("repo", "send", "mars")
    assert len(result["letters"]) == 1 and "programs" in result["warning"]
    assert not evil.with_name("ran").exists(), evil.with_name("ran").read_text()


def test_a_checkout_whose_files_lie_elsewhere_is_refused(clones: Clones) -> None:
    """Otherwise whoever hands over a folder with a game could have files written all over your home."""
    ben, ana = clones.clone("ben"), clones.clone("ana")
    (ben.path / ".git").rename(ben.mars / ".git")
    git(ben.mars, "config", "core.worktree", str(ben.path))
    (ana.path / ".profile").write_text("touch ran\n")
    ana.git("add", "-A")
    ana.git("commit", "-qm", "for everybody")
    ana.git("push", "-q")
    for args in (["repo", "send", "mars"], ["run", "mars", "--commit"], ["run", "mars", "--commit", "--push"]):
        answer = ben.here(*args, "--json")
        assert answer.code == "E_GIT" and "git clone" in answer.payload["hint"], args
    assert not (ben.path / ".profile").exists()


def test_a_folder_that_passes_for_a_repository_is_not_obeyed(clones: Clones, evil: Path) -> None:
    ben = clones.clone("ben")
    for name in ("objects", "refs"):
        (ben.mars / name).mkdir()
    (ben.mars / "HEAD").write_text("ref: refs/heads/main\n")
    (ben.mars / "config").write_text(f"[core]\n\tbare = false\n\tworktree = {ben.mars}\n\tfsmonitor = {evil}\n")
    for args in (["repo", "send", "mars"], ["run", "mars", "--commit"]):
        assert ben.here(*args, "--json").code == "E_GIT", args
    assert not evil.with_name("ran").exists()


def test_nothing_is_stashed_for_anybody(clones: Clones, tmp_path: Path) -> None:
    """A user whose git stashes changes while it merges would find them mixed with the new files."""
    ana, ben = clones.clone("ana"), clones.clone("ben")
    ahead(clones)
    ana.do("run", "mars", "--commit", "--push")
    (ben.mars / "log.jsonl").write_text("mine\n")
    ben.git("config", "merge.autoStash", "true")
    ben.do("order", "mars", "bid coins=1")
    assert "git pull" in ben.do("repo", "send", "mars")["warning"]
    assert (ben.mars / "log.jsonl").read_text() == "mine\n" and not ben.git("stash", "list")
    assert clones.waiting() == ["2-blue-0.toml"]


def test_what_is_missing_in_a_checkout_is_not_fetched_by_a_program(clones: Clones, evil: Path) -> None:
    """A partial clone fetches objects when it needs them, with a program that its settings may name."""
    ben = clones.clone("ben")
    ahead(clones)
    ben.git("config", "extensions.partialClone", "origin")
    ben.git("config", "remote.origin.promisor", "true")
    ben.git("config", "remote.origin.uploadpack", str(evil))
    ben.git("config", "core.repositoryFormatVersion", "1")
    missing = ben.git("rev-parse", "HEAD:mars/game.toml").strip()
    (ben.path / ".git" / "objects" / missing[:2] / missing[2:]).unlink()
    ben.do("order", "mars", "bid coins=1")
    ben.here("repo", "send", "mars", "--json")
    ben.here("run", "mars", "--commit", "--json")
    assert not evil.with_name("ran").exists(), evil.with_name("ran").read_text()


@pytest.mark.parametrize("branch", ['x";touch${IFS}ran;"', "x$(touch${IFS}ran)", "${{secrets.LPBE_KEY}}", "x'y"])
def test_a_branch_whose_name_is_a_script_gets_no_workflow(club_at: Stages, branch: str) -> None:
    club = club_at("bidding")
    git(club.root, "init", "-q")
    git(club.root, "symbolic-ref", "HEAD", f"refs/heads/{branch}")
    assert alone(club, "repo", "init", "mars", "--ci", "forks", code=6)["code"] == "E_GIT"
    assert not (club.root / ".github").exists()


@pytest.mark.parametrize("url", ["https://x.invalid/${{ secrets.LPBE_KEY }}", "--upload-pack=x", "ext::sh -c x"])
def test_an_address_that_a_workflow_would_obey_is_refused(club_at: Stages, url: str) -> None:
    club = club_at("bidding")
    assert alone(club, "repo", "referee", "ref", "--url", url, code=6)["code"] == "E_GIT"


def test_names_that_shells_dislike(club_at: Stages, tmp_path: Path) -> None:
    """Spaces, quotes and letters of other languages in the paths of everything."""
    clones = Clones.of(club_at("bidding"), tmp_path / 'dépôt d\'Ana; $(x) "été"')
    first, ana, ben = clones.clone("ana", "one two"), clones.clone("ana"), clones.clone("ben", "größe 木星")
    first.git("mv", "mars", "Mars à moi")
    first.git("commit", "-qm", "another name")
    first.git("push", "-q")
    for clone in (ana, ben):
        clone.git("pull", "-q")
    ben.do("order", "Mars à moi", "bid coins=1")
    assert ben.do("repo", "send", "Mars à moi")["letters"][0]["file"] == "Mars à moi/inbox/2-blue-0.toml"
    assert ben.git("status", "--porcelain") == ""
    assert [one["seat"] for one in ana.do("run", "Mars à moi", "--commit", "--push")["applied"]] == ["blue"]
    assert ana.git("status", "--porcelain") == "" and ana.do("verify", "Mars à moi", code=3)["seq"] == 7


def test_shallow_clones_are_as_good(clones: Clones) -> None:
    ahead(clones)
    paths = {who: clones.root / f"shallow-{who}" for who in ("ana", "ben")}
    for path in paths.values():
        git(clones.root, "clone", "-q", "--depth", "1", f"file://{clones.bare}", str(path))
    ana, ben = (Clone(clones.club, who, path) for who, path in paths.items())
    ben.do("order", "mars", "bid coins=1")
    assert len(ben.do("repo", "send", "mars")["letters"]) == 1
    assert len(ana.do("run", "mars", "--commit", "--push")["applied"]) == 2
    ana.do("order", "mars", "bid coins=2")
    ana.git("add", "-A")
    ana.git("commit", "-qm", "mine")
    assert [one["seat"] for one in ana.do("run", "mars", "--commit")["applied"]] == ["red"]
    assert clones.check_history()


def test_another_first_branch_and_a_detached_head(clones: Clones) -> None:
    git(clones.bare, "branch", "-m", "main", "trunk/été")
    git(clones.bare, "symbolic-ref", "HEAD", "refs/heads/trunk/été")
    ana, ben = clones.clone("ana"), clones.clone("ben")
    ben.do("order", "mars", "bid coins=1")
    ben.do("repo", "send", "mars")
    result = ana.do("run", "--commit", "--push", "--repo", str(clones.bare))
    assert [game["applied"][0]["seat"] for game in result["games"]] == ["blue"]
    ana.git("checkout", "-q", "--detach")
    for args in (["--commit"], ["--commit", "--push"]):
        answer = ana.here("run", "mars", *args, "--json")
        assert (answer.status, answer.code) == (6, "E_GIT") and "git switch" in answer.payload["hint"]


def test_modules_in_a_checkout_are_left_alone(clones: Clones, tmp_path: Path) -> None:
    ana, ben = clones.clone("ana"), clones.clone("ben")
    git(tmp_path, "init", "-q", "-b", "main", "other")
    git(tmp_path / "other", "commit", "-q", "--allow-empty", "-m", "x")
    ana.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(tmp_path / "other"), "mars/module")
    ana.git("commit", "-qm", "a module")
    ana.git("push", "-q")
    ben.do("order", "mars", "bid coins=1")
    ben.do("repo", "send", "mars")
    (ana.mars / "module" / "new").write_text("mine\n")
    assert [one["seat"] for one in ana.do("run", "mars", "--commit", "--push")["applied"]] == ["blue"]
    assert (ana.mars / "module" / "new").read_text() == "mine\n"
    assert "160000" in git(clones.bare, "ls-tree", "main", "mars/module")


def test_a_remote_that_refuses_or_is_gone_is_told_and_nothing_is_signed_for_good(clones: Clones) -> None:
    ana, tip = clones.clone("ana"), clones.tip
    ahead(clones)
    hook, before = clones.bare / "hooks" / "pre-receive", tip()
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\necho 'no pushing on Sundays \x1b[2J' >&2\nexit 1\n")
    hook.chmod(0o755)
    answer = ana.here("run", "mars", "--commit", "--push", "--json")
    assert (answer.status, answer.code) == (6, "E_GIT") and "Sundays" in answer.payload["message"] and tip() == before
    hook.unlink()
    clones.bare.rename(clones.root / "gone.git")
    assert ana.here("run", "mars", "--commit", "--push", "--json").code == "E_GIT"
    (clones.root / "gone.git").rename(clones.bare)
    assert len(ana.do("run", "mars", "--commit", "--push")["applied"]) == 1 and clones.check_history()


def test_a_remote_that_went_back_is_not_followed(clones: Clones) -> None:
    """Somebody forced an older state on it: a player whose key saw the newer one does not continue from there."""
    ana, ben, old = clones.clone("ana"), clones.clone("ben"), clones.tip()
    ahead(clones)
    ana.do("run", "mars", "--commit", "--push")
    ben.do("repo", "send", "mars")
    ben.do("show", "mars")
    newest = ben.git("rev-parse", "HEAD").strip()
    git(clones.bare, "update-ref", "refs/heads/main", old)
    ben.do("order", "mars", "bid coins=1")
    answer = ben.here("repo", "send", "mars", "--json")
    assert answer.status == 5 and not answer.payload["letters"] and "history" in answer.payload["refused"][0]["message"]
    assert ben.git("rev-parse", "HEAD").strip() == newest and clones.tip() == old
    assert ana.here("run", "mars", "--commit", "--push", "--json").code == "E_ROLLBACK"


def test_a_server_clears_away_what_was_applied_already(clones: Clones) -> None:
    """A letter that comes again in different bytes makes no step and is put aside; later it is refused at the push."""
    club = clones.club
    alone(club, "repo", "hook", str(clones.bare), "--lpbe", PROGRAM, "--key", str(club.home("ana") / "lpbe" / "key"))
    ben = clones.clone("ben")
    ben.do("order", "mars", "bid coins=1")
    data = (ben.mars / "inbox" / "2-blue-0.toml").read_bytes()
    (ben.mars / "inbox" / "again.toml").write_bytes(data + b"\n")
    ben.git("add", "-A")
    ben.git("commit", "-qm", "twice")
    ben.git("push", "-q")
    assert clones.waiting() == [] and clones.check_history()[-1].startswith("mars: step 7")
    ben.git("pull", "-q")
    (ben.mars / "inbox" / "third.toml").write_bytes(data)
    ben.git("add", "-A")
    ben.git("commit", "-qm", "a third time")
    done = subprocess.run(["git", "push"], cwd=ben.path, env={**ben.environment}, capture_output=True, text=True)
    assert done.returncode == 1 and "third.toml: this order has already arrived" in done.stderr, done
    assert clones.waiting() == []
    cleo = clones.clone("cleo")
    cleo.do("order", "mars", "bid coins=1")
    cleo.do("repo", "send", "mars")
    assert clones.waiting() == [] and len(clones.applied()) == 8
