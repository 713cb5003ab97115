"""Templates are compiled once and read from a cache afterwards, as long as they have not changed."""

from __future__ import annotations

from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment

from lpbe.report.render.template_cache import TemplateCache


class CountingEnvironment(Environment):
    """Jinja's environment, which counts what it compiles."""

    compiled = 0

    def compile(self, *args: object, **options: object) -> object:  # type: ignore[override]
        self.compiled += 1
        return super().compile(*args, **options)  # type: ignore[call-overload]


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def rendered(folder: Path, source: str) -> tuple[str, int]:
    """Return what a template says in a new environment, and how many templates were compiled for it."""
    environment = CountingEnvironment(loader=DictLoader({"page": source}), bytecode_cache=TemplateCache(str(folder)))
    return environment.get_template("page").render(name="Ana"), environment.compiled


def test_a_template_is_compiled_once(tmp_path: Path) -> None:
    assert rendered(tmp_path, "Hello {{ name }}") == ("Hello Ana", 1)
    assert rendered(tmp_path, "Hello {{ name }}") == ("Hello Ana", 0)


def test_a_changed_template_is_compiled_again(tmp_path: Path) -> None:
    rendered(tmp_path, "Hello {{ name }}")
    assert rendered(tmp_path, "Welcome {{ name }}") == ("Welcome Ana", 1)


def test_a_damaged_file_of_the_cache_is_replaced(tmp_path: Path) -> None:
    rendered(tmp_path, "Hello {{ name }}")
    (kept,) = (tmp_path / "__pycache__").iterdir()
    kept.write_bytes(kept.read_bytes()[:-40])
    assert rendered(tmp_path, "Hello {{ name }}") == ("Hello Ana", 1)
    assert rendered(tmp_path, "Hello {{ name }}") == ("Hello Ana", 0)


def test_where_nobody_may_write_the_cache_of_the_user_is_taken(tmp_path: Path) -> None:
    folder = tmp_path / "templates"
    folder.touch()  # a file, in which no folder can be made
    rendered(folder, "Hello {{ name }}")
    assert rendered(folder, "Hello {{ name }}") == ("Hello Ana", 0)
    assert list((tmp_path / "cache" / "lpbe").rglob("*.jinja"))
