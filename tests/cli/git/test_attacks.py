"""Attacks on play by git that need no key: trees no honest git writes, bombs, settings of a checkout, odd remotes."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from ..conftest import Stages
from ..world.clones import Clone, Clones, whole
from .test_check_pr import commit, push_codes, refusals, with_a_letter


@pytest.fixture
def clones(club_at: Stages, tmp_path: Path) -> Clones:
    return Clones.of(club_at("bidding"), tmp_path / "repo")


def store_object(clone: Clone, kind: str, data: bytes) -> str:
    """Store an object exactly as given, however odd, and return its id."""
    call = ["git", "-C", str(clone.path), "hash-object", "-w", "--literally", "-t", kind, "--stdin"]
    return subprocess.run(call, input=data, capture_output=True, check=True, env=whole()).stdout.decode().strip()


def tree(clone: Clone, *entries: tuple[str, str, str]) -> str:
    """Return a tree of modes, names and objects, in the given order."""
    return store_object(clone, "tree", b"".join(f"{m} {n}".encode() + b"\0" + bytes.fromhex(o) for m, n, o in entries))


def entries(clone: Clone, name: str) -> list[tuple[str, str, str]]:
    lines = [line.split(None, 3) for line in clone.git("ls-tree", name).splitlines()]
    return [(mode.lstrip("0"), path, one) for mode, _, one, path in lines]


def put(clone: Clone, root: str) -> None:
    """Commit this tree on top of HEAD."""
    made = clone.git("commit-tree", root, "-p", "HEAD", "-m", "x").strip()
    clone.git("update-ref", "refs/heads/main", made)


def letter(clone: Clone) -> str:
    """Return a good letter, as an object."""
    clone.do("order", "mars", "bid coins=1")
    path = clone.mars / "inbox" / "2-blue-0.toml"
    name = store_object(clone, "blob", path.read_bytes())
    path.unlink()
    return name


def with_inbox(clone: Clone, more: list[tuple[str, str, str]]) -> None:
    """The tree of HEAD with other entries in the inbox, unsorted ones too."""
    inbox = tree(clone, *entries(clone, "HEAD:mars/inbox"), *more)
    mars = tree(clone, *[(m, n, inbox if n == "inbox" else o) for m, n, o in entries(clone, "HEAD:mars")])
    put(clone, tree(clone, *[(m, n, mars if n == "mars" else o) for m, n, o in entries(clone, "HEAD")]))


def slash_in_a_name(clone: Clone) -> None:
    """One entry of the root that reads like a file in the inbox."""
    put(clone, tree(clone, *entries(clone, "HEAD"), ("100644", "mars/inbox/2-blue-0.toml", letter(clone))))


def one_name_twice(clone: Clone) -> None:
    with_inbox(clone, [("100644", "a.toml", letter(clone)), ("100644", "a.toml", letter(clone))])


def dots_in_a_tree(clone: Clone) -> None:
    up = tree(clone, ("100644", "2-blue-0.toml", letter(clone)))
    with_inbox(clone, [("40000", "..", up)])


def git_folder_in_a_tree(clone: Clone) -> None:
    hooks = tree(clone, ("100755", "post-merge", store_object(clone, "blob", b"#!/bin/sh\n")))
    with_inbox(clone, [("40000", ".GIT", hooks), ("100644", "2-blue-0.toml", letter(clone))])


def bomb(clone: Clone) -> None:
    """Ten names in ten levels for one letter: a handful of objects, 10 000 000 000 paths."""
    kind, one = "100644", letter(clone)
    for _ in range(10):
        one = tree(clone, *[(kind, f"{n}.toml", one) for n in range(10)])
        kind = "40000"
    with_inbox(clone, [(kind, "2-blue-0.toml", one)])


def long_speech(clone: Clone) -> None:
    """Commit with a message that is larger than any order."""
    clone.do("order", "mars", "bid coins=1")
    clone.git("add", "-A")
    (clone.path.parent / "speech").write_text("blah " * 60_000)
    clone.git("commit", "-qF", str(clone.path.parent / "speech"))


def many_small(clone: Clone) -> None:
    """Add many small files, 5 MB in all, and delete all of them except an order."""
    for number in range(100):
        (clone.mars / "inbox" / f"{number}.toml").write_bytes(os.urandom(50_000))
    commit(clone)
    for number in range(100):
        (clone.mars / "inbox" / f"{number}.toml").unlink()
    clone.do("order", "mars", "bid coins=1")
    commit(clone)


def capitals(clone: Clone) -> None:
    """On many disks this is the name of green's letter, which is waiting there."""
    with_inbox(clone, [("100644", "2-GREEN-0.toml", letter(clone))])


def capitals_of_ones_own(clone: Clone) -> None:
    one = letter(clone)
    with_inbox(clone, [("100644", "x.toml", one), ("100644", "X.toml", one)])


def rename_away(clone: Clone) -> None:
    clone.git("mv", "mars/inbox/2-green-0.toml", "2-green-0.toml")
    commit(clone)


def lfs_pointer(clone: Clone) -> None:
    text = f"version https://git-lfs.github.com/spec/v1\noid sha256:{'ab' * 32}\nsize 123\n"
    (clone.mars / "inbox" / "2-blue-0.toml").write_text(text)
    commit(clone)


def composed_name(clone: Clone) -> None:
    with_inbox(clone, [("100644", "2-blue\u0301-0.toml", letter(clone))])


def deep_folder(clone: Clone) -> None:
    path = clone.mars / "inbox" / "/".join("d" * 60)
    path.mkdir(parents=True)
    (path / "x.toml").write_text("x = 1\n")
    commit(clone)


def device(clone: Clone) -> None:
    """Windows cannot check this out, nor anything that comes with it."""
    with_inbox(clone, [("100644", "Aux.toml", letter(clone))])


def dot_at_the_end(clone: Clone) -> None:
    with_inbox(clone, [("100644", "2-blue-0.", letter(clone))])


def other_inbox(clone: Clone) -> None:
    one = tree(clone, ("100644", "2-blue-0.toml", letter(clone)))
    put(clone, tree(clone, *entries(clone, "HEAD"), ("40000", "INBOX", one), ("40000", "inbox", one)))


def forge_and_restore(clone: Clone) -> None:
    """In between, history shows a game that its referee never signed."""
    before = (clone.mars / "game.toml").read_bytes()
    (clone.mars / "game.toml").write_text("seq = 99\n")
    commit(clone)
    (clone.mars / "game.toml").write_bytes(before)
    clone.do("order", "mars", "bid coins=1")
    commit(clone)


def hidden_file(clone: Clone) -> None:
    """A run skips it, so it would stay there for ever."""
    with_inbox(clone, [("100644", ".2-blue-0.toml", letter(clone))])


def attributes(clone: Clone) -> None:
    """Git would pass every letter to a filter, or write it with other line ends."""
    text = b"*.toml text eol=crlf filter=x\n"
    with_inbox(clone, [("100644", ".gitattributes", store_object(clone, "blob", text))])


def attributes_by_another_name(clone: Clone) -> None:
    """On some disks these are the same name."""
    text = b"*.toml text eol=crlf\n"
    with_inbox(clone, [("100644", ".gitattri\u200cbutes", store_object(clone, "blob", text))])


def executable(clone: Clone) -> None:
    with_inbox(clone, [("100755", "2-blue-0.toml", letter(clone))])


def link_to_a_key(clone: Clone) -> None:
    with_inbox(clone, [("120000", "2-blue-0.toml", store_object(clone, "blob", b"../../../.config/lpbe/key"))])


def submodule(clone: Clone) -> None:
    with_inbox(clone, [("160000", "2-blue-0.toml", clone.git("rev-parse", "HEAD").strip())])


def line_in_a_name(clone: Clone) -> None:
    """It would be a line of its own in a log of the workflow, which reads commands from lines."""
    with_inbox(clone, [("100644", "a\n::set-output name=good::true\n.toml", letter(clone))])


def option_as_a_name(clone: Clone) -> None:
    with_inbox(clone, [("100644", "--upload-pack=x.toml", letter(clone))])


def turned_name(clone: Clone) -> None:
    with_inbox(clone, [("100644", "2-blue-0\u202elmot.toml", letter(clone))])


def long_name(clone: Clone) -> None:
    """No disk accepts it, nor anything that comes with it."""
    with_inbox(clone, [("100644", "x" * 300 + ".toml", letter(clone))])


def stream_of_windows(clone: Clone) -> None:
    with_inbox(clone, [("100644", "2-blue-0.toml:x.toml", letter(clone))])


def backslash(clone: Clone) -> None:
    with_inbox(clone, [("100644", "..\\..\\x.toml", letter(clone))])


HOSTILE: dict[Callable[[Clone], None], str] = {
    slash_in_a_name: "E_FILE_NAME",
    one_name_twice: "E_FILE_NAME",
    dots_in_a_tree: "E_FILE_NAME",
    git_folder_in_a_tree: "E_FILE_NAME",
    bomb: "E_FILE_SIZE",
    long_speech: "E_FILE_SIZE",
    many_small: "E_FILE_SIZE",
    capitals: "E_FILE_EXISTS",
    capitals_of_ones_own: "E_FILE_EXISTS",
    rename_away: "E_FILE_PLACE",
    lfs_pointer: "E_FILE_SYNTAX",
    composed_name: "E_FILE_NAME",
    deep_folder: "E_FILE_SIZE",
    other_inbox: "E_FILE_PLACE",
    device: "E_FILE_NAME",
    dot_at_the_end: "E_FILE_NAME",
    hidden_file: "E_FILE_NAME",
    attributes: "E_FILE_NAME",
    attributes_by_another_name: "E_FILE_NAME",
    executable: "E_FILE_TYPE",
    link_to_a_key: "E_FILE_TYPE",
    submodule: "E_FILE_TYPE",
    line_in_a_name: "E_FILE_NAME",
    option_as_a_name: "E_FILE_NAME",
    turned_name: "E_FILE_NAME",
    long_name: "E_FILE_NAME",
    stream_of_windows: "E_FILE_NAME",
    backslash: "E_FILE_NAME",
}


@pytest.fixture(scope="module")
def played_clones(stages: Stages, tmp_path_factory: pytest.TempPathFactory) -> Clones:
    return with_a_letter(stages, tmp_path_factory.mktemp("attacked"))


@pytest.mark.parametrize("deed", HOSTILE, ids=lambda deed: deed.__name__)
def test_a_hostile_pull_request_is_refused(played_clones: Clones, deed: Callable[[Clone], None]) -> None:
    ben = played_clones.clone("ben", deed.__name__)
    deed(ben)
    assert HOSTILE[deed] in refusals(ben)
    assert HOSTILE[deed] in push_codes(ben)


def test_what_stood_in_between_is_published_too(played_clones: Clones) -> None:
    ben = played_clones.clone("ben")
    forge_and_restore(ben)
    assert push_codes(ben) == {"E_FILE_PLACE"}
