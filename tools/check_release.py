"""Check that a tag, the version and the changelog name the same release."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def version() -> str:
    """Return the version of the code."""
    found = re.search(r'^__version__ = "(.+)"$', (ROOT / "lpbe" / "version.py").read_text(), re.M)
    assert found
    return found[1]


def release_dates() -> dict[str, str]:
    """Return the date of every release in the changelog, newest first."""
    return dict(re.findall(r"(?m)^## \[(\d[^\]]*)\] - (\S+)$", (ROOT / "CHANGELOG.md").read_text()))


def fault(tag: str) -> str:
    """Return what is wrong with a tag; nothing if it can be released."""
    dates = release_dates()
    if tag != f"v{version()}":
        return f"the tag is {tag}, but the version is {version()}"
    if version() not in dates:
        return f"the changelog has no section for {version()}"
    if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", dates[version()]):
        return f"the changelog has no date for {version()}"
    return ""


if __name__ == "__main__":
    sys.exit(fault(sys.argv[1]))
