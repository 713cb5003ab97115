"""The short way to `apply` and click's way are one: the same arguments, the same answers, only sooner."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lpbe.cli import start
from lpbe.cli.apply import apply_command
from lpbe.cli.faults import guarded

from ..sizes import examples

WORDS = [
    *start.VALUES,
    *start.FLAGS,
    "a.toml",
    "b.json",
    "",
    "-",
    "--",
    "--help",
    "-h",
    "-ofile",
    "--report=x",
    "--jso",
]


def by_click(args: list[str]) -> dict[str, Any] | None:
    """The arguments as click hands them over, or None where it refuses them."""
    try:
        return dict(apply_command.make_context("apply", list(args)).params)
    except (click.ClickException, click.exceptions.Exit):
        return None


def test_both_ways_know_the_same_options() -> None:
    """All but --no-pin, which is left to the slower way."""
    options = [param for param in apply_command.params if isinstance(param, click.Option) and param.expose_value]
    values = {name: option.name for option in options if not option.is_flag for name in option.opts}
    flags = {name: option.name for option in options if option.is_flag for name in option.opts}
    arguments = tuple(param.name for param in apply_command.params if isinstance(param, click.Argument))
    assert (values, flags, arguments) == (start.VALUES, start.FLAGS, start.ARGUMENTS)


@examples(400)
@given(st.lists(st.sampled_from(WORDS), max_size=8))
def test_both_ways_understand_the_same(args: list[str]) -> None:
    given = start.understood(args)
    assert given is None or given == by_click(args)


def test_the_usual_calls_take_the_short_way() -> None:
    assert start.understood(["game.toml", "order.toml"])
    assert start.understood(["game.json", "order.toml", "-o", "next.json", "--report", "r.txt", "--json"])
    assert start.understood(["--key", "k", "game.toml", "--log", "log.jsonl", "order.toml", "--now", "t"])


@pytest.mark.parametrize("more", [[], ["--json"], ["-o", "next.toml"], ["-o"], ["--unknown"]])
def test_both_ways_fail_alike(more: list[str], tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    args = ["apply", str(tmp_path / "none.toml"), "order.toml", *more]
    answers = []
    for run in (start.run, lambda args: guarded(lambda: start.by_click(args), "--json" in args)):
        code = run(args)
        answers.append((code, *capfd.readouterr()))
    assert answers[0] == answers[1]


def test_the_short_way_does_not_load_click() -> None:
    code = "import sys; from lpbe.cli.start import run; print(run(['apply', 'none.toml', 'x']), 'click' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "6 False\n"


ALONE = """
import sys
from lpbe.cli.start import load_libraries, spare
load_libraries("msgspec", "tomli")
assert "msgspec" in sys.modules and "tomli" in sys.modules or sys.platform != "linux"
assert sys.platform != "linux" or not any(name in sys.modules for name in spare())
import msgspec, tomli
"""
OTHERS = """
import datetime, decimal, platform, uuid
assert platform.python_implementation() and uuid.getnode() and uuid.uuid1() and uuid.uuid4()
assert decimal.Decimal("0.1") * 3 == decimal.Decimal("0.3")
assert datetime.datetime.fromisoformat("2020-01-02T03:04:05+00:00").strftime("%d") == "02"
assert tomli.loads("at = 2020-01-02")["at"] == datetime.date(2020, 1, 2)
assert msgspec.json.encode(datetime.date(2020, 1, 2)) == b'"2020-01-02"'
"""
SCHEMAS = """
class Pebble(msgspec.Struct):
    "One of many."
    colour: str
assert msgspec.json.schema(Pebble)["$defs"]["Pebble"]["description"] == "One of many."
assert isinstance(msgspec.inspect.type_info(int), msgspec.inspect.IntType)
from msgspec import inspect
assert isinstance(inspect.type_info(str), inspect.StrType)
assert msgspec.msgpack.decode(msgspec.msgpack.encode([1])) == [1] and msgspec.toml.decode("a = 1") == {"a": 1}
"""


@pytest.mark.parametrize("asked", [OTHERS, SCHEMAS])
def test_libraries_come_alone_and_what_they_left_out_is_there_for_who_asks(asked: str) -> None:
    subprocess.run([sys.executable, "-c", ALONE + asked], check=True)


WHILE_LOADING = """
import sys
from lpbe.cli.start import stand_in
sys.modules["decimal"] = stand_in("decimal", {"known": 1})
from decimal import known, Decimal
import decimal
assert known == 1 and Decimal("1") == 1 and decimal.Decimal is Decimal and not hasattr(decimal, "known")
"""


def test_a_stand_in_that_is_asked_for_more_gives_way_to_the_real_one() -> None:
    subprocess.run([sys.executable, "-c", WHILE_LOADING], check=True)
