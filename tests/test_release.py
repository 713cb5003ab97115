"""Releases: version, changelog and tag agree, and workflows run nothing that somebody else could replace."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PINNED = re.compile(r"[\w-]+/[\w-]+@[0-9a-f]{40}  # v\d+\.\d+\.\d+")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for name in ("tools/check_release.py", "lpbe/version.py", "CHANGELOG.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "lpbe" / "version.py").write_text('__version__ = "1.2.3"\n')
    (tmp_path / "CHANGELOG.md").write_text("## [Unreleased]\n\n## [1.2.3] - 2027-01-31\n")
    return tmp_path


def check(checkout: Path, tag: str) -> str:
    """Return what is wrong with a tag, as the release workflow would print it."""
    script = str(checkout / "tools" / "check_release.py")
    done = subprocess.run([sys.executable, script, tag], capture_output=True, text=True, check=False)
    assert done.returncode == (1 if done.stderr else 0)
    return done.stderr.strip()


def test_a_tag_of_this_version_can_be_released(checkout: Path) -> None:
    assert check(checkout, "v1.2.3") == ""


def test_a_tag_of_another_version_is_refused(checkout: Path) -> None:
    assert check(checkout, "v1.2.4") == "the tag is v1.2.4, but the version is 1.2.3"


@pytest.mark.parametrize(("section", "fault"), [("1.2.2] - 2027-01-31", "no section"), ("1.2.3] - soon", "no date")])
def test_a_version_that_the_changelog_lacks_is_refused(checkout: Path, section: str, fault: str) -> None:
    (checkout / "CHANGELOG.md").write_text(f"## [{section}\n")
    assert fault in check(checkout, "v1.2.3")


def test_the_changelog_has_the_version_of_the_code() -> None:
    version = re.search(r'= "(.+)"', (ROOT / "lpbe" / "version.py").read_text())
    assert version and f"## [{version[1]}] - " in (ROOT / "CHANGELOG.md").read_text()


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_actions_are_pinned_by_hash(path: Path) -> None:
    used = re.findall(r"uses: (.*)", path.read_text())
    assert used and [action for action in used if not PINNED.fullmatch(action)] == []


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_hold_no_secret_and_ask_for_little(path: Path) -> None:
    text = path.read_text()
    assert "secrets." not in text and "\npermissions:\n  contents: read\n" in text
