"""Our compiled modules in one file: never stale, never needed, never in the way."""

from __future__ import annotations

import marshal
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from time import time
from typing import Any

import pytest

from .graph import ROOT

HELP = "Play big board games slowly"
MISSED = """
import sys
from lpbe.__main__ import main
from lpbe.compiled import Modules
Modules.keep = lambda self: print(*self.missed, file=sys.stderr)
"""
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


class Copy:
    """A copy of the program, with its one file."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.package = folder, folder / "lpbe"
        shutil.copytree(ROOT / "lpbe", self.package, ignore=shutil.ignore_patterns("__pycache__"))

    def run(self, *args: str, **more: str) -> str:
        return self.call([sys.executable, "-m", "lpbe", *args], more).stdout

    def imported(self, *args: str) -> set[str]:
        """Which of our modules a command does not take from the one file; it is left as it is."""
        done = self.python(f"{MISSED}sys.argv[1:] = {list(args)}\nmain()")
        return {*done.stderr.split()}

    def python(self, code: str) -> subprocess.CompletedProcess[str]:
        return self.call([sys.executable, "-c", code], {})

    def call(self, command: list[str], more: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
        environment = {**ENVIRONMENT, "PYTHONPATH": str(self.folder), **more}
        return subprocess.run(command, env=environment, cwd=self.folder, text=True, capture_output=True, check=True)

    @property
    def file(self) -> Path:
        found = list((self.package / "__pycache__").glob("all.*.bin"))
        assert len(found) == 1
        return found[0]


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    made = Copy(tmp_path)
    assert HELP in made.run("--help")
    return made


def test_what_one_command_imported_the_next_one_finds_in_one_file(copy: Copy) -> None:
    assert copy.imported("--help") == set()
    assert "lpbe.kernel.chain.step" in copy.imported("apply", "--help") | copy.imported("verify", "--help")
    copy.run("verify", "--help")
    assert copy.imported("verify", "--help") == copy.imported("--help") == set()


def test_a_changed_module_is_never_taken_from_it(copy: Copy) -> None:
    """As large as before, and written another second: within one, Python's own file would not notice either."""
    module = copy.package / "cli" / "main.py"
    for age, text in ((60, "PLAY"), (30, "Paly")):
        module.write_text(module.read_text().replace(f'"""{HELP[:4]}', f'"""{text}').replace('"""PLAY', f'"""{text}'))
        os.utime(module, (time() - age, time() - age))
        assert copy.imported("--help") == {"lpbe.cli.main"}
        assert f"{text} big board games slowly" in copy.run("--help")
        assert copy.imported("--help") == set()
        assert f"{text} big board games slowly" in copy.run("--help")


def test_a_module_that_was_just_written_is_not_kept(copy: Copy) -> None:
    """It may be written again without looking any different."""
    module = copy.package / "cli" / "main.py"
    for age, found in ((-60, {"lpbe.cli.main"}), (60, set())):
        os.utime(module, (time() - age, time() - age))
        copy.run("--help")
        assert copy.imported("--help") == found


def test_a_source_whose_time_was_set_back_is_read_anew(copy: Copy) -> None:
    module = copy.package / "cli" / "main.py"
    before = module.stat()
    module.write_text(module.read_text())
    os.utime(module, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert module.stat().st_mtime_ns == before.st_mtime_ns
    assert copy.imported("--help") == {"lpbe.cli.main"}


def test_a_removed_module_is_gone(copy: Copy) -> None:
    (copy.package / "cli" / "main.py").unlink()
    with pytest.raises(subprocess.CalledProcessError):
        copy.run("--help")


def test_a_folder_that_was_moved_keeps_nothing_of_where_it_was(copy: Copy, tmp_path: Path) -> None:
    moved = tmp_path / "elsewhere"
    moved.mkdir()
    copy.package.rename(moved / "lpbe")
    copy.folder, copy.package = moved, moved / "lpbe"
    assert "lpbe.cli.main" in copy.imported("--help")
    assert HELP in copy.run("--help")


def with_index(data: bytes, change: Callable[..., tuple[Any, ...]]) -> bytes:
    end = 16 + int.from_bytes(data[12:16], "big")
    index = marshal.dumps(change(*marshal.loads(data[16:end])))
    return data[:12] + len(index).to_bytes(4, "big") + index + data[end:]


BREAKINGS: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "cut in the head": lambda data: data[:10],
    "cut in the index": lambda data: data[:100],
    "cut at the end": lambda data: data[:-1],
    "longer": lambda data: data + b"x",
    "noughts": lambda data: bytes(len(data)),
    "noughts for code": lambda data: data[: len(data) // 2] + bytes(len(data) - len(data) // 2),
    "something else": lambda data: b"(" + b"\xff" * 4096,
    "an index of another edition": lambda data: with_index(data, lambda key, sizes, index: (key[:2], 0, index)),
    "fewer volumes": lambda data: with_index(data, lambda key, sizes, index: (key, sizes[1:], index)),
    "another index": lambda data: data[:16] + b"i" * (len(data) - 16),
}


def test_a_broken_file_changes_nothing(copy: Copy) -> None:
    whole = copy.file.read_bytes()
    for name, breaking in BREAKINGS.items():
        copy.file.write_bytes(breaking(whole))
        assert HELP in copy.run("--help"), name


def test_where_nothing_can_be_kept_all_goes_on(tmp_path: Path) -> None:
    copy = Copy(tmp_path)
    (copy.package / "__pycache__").write_text("not a folder")
    for _ in range(2):
        assert HELP in copy.run("--help")
    assert (copy.package / "__pycache__").read_text() == "not a folder"


def test_a_disk_that_fails_here_fails_no_command(copy: Copy) -> None:
    failing = "import os\ndef fail(path): raise OSError(5, path)\nos.stat = fail\n"
    told = copy.python(f"from lpbe import compiled\n{failing}print(compiled.look_here_first())")
    assert told.stdout == "None\n"


def test_nothing_is_kept_where_python_keeps_nothing(tmp_path: Path) -> None:
    copy = Copy(tmp_path)
    (copy.package / "__pycache__").mkdir()
    copy.run("--help", PYTHONDONTWRITEBYTECODE="1")
    copy.run("--help", PYTHONPYCACHEPREFIX=str(tmp_path / "cache"))
    assert not list(tmp_path.rglob("all.*.bin"))


def test_only_its_owner_can_write_it(tmp_path: Path) -> None:
    """Whoever could would run what he likes as anybody who calls us."""
    copy = Copy(tmp_path)
    before = os.umask(0)
    try:
        copy.run("--help")
    finally:
        os.umask(before)
    assert copy.file.stat().st_mode & 0o777 == 0o644
    assert [path.name for path in copy.file.parent.iterdir() if path.name.startswith("all.")] == [copy.file.name]


ALIKE = """
import inspect, sys, traceback
from lpbe import compiled
compiled.look_here_first()
from lpbe.kernel.base import text
import lpbe.kernel
assert type(text.__loader__) is compiled.Loader and text.__file__ == text.__spec__.origin == inspect.getfile(text)
assert text.__cached__.endswith(".pyc") and text.__package__ == "lpbe.kernel.base"
assert lpbe.kernel.__path__ == [lpbe.kernel.__file__.removesuffix("/__init__.py")]
assert "def check_seat" in inspect.getsource(text)
try:
    text.check_note(7)
except Exception as error:
    told = "".join(traceback.format_exception(error))
    assert text.__file__ in told and "line" in told
else:
    raise AssertionError
"""


def test_modules_from_it_are_like_others(copy: Copy) -> None:
    copy.python(ALIKE)
