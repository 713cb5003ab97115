"""Letters are read by their kind: only that letter type is loaded, and errors name the place."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from lpbe.kernel.base.errors import Malformed
from lpbe.kernel.chain.letter import kind_of
from lpbe.kernel.chain.letter_registry import KINDS, all_letter_types, read_record
from lpbe.kernel.chain.records import Envelope
from tests import letter_types
from tests.kernel.party import Party

LETTER = {"format": 2, "game": "ab" * 32, "seat": "red", "window": 1, "seen": "cd" * 32, "rev": 0}


def test_every_kind_is_the_tag_of_its_class() -> None:
    assert [str(kind.__struct_config__.tag) for kind in all_letter_types()] == list(KINDS)
    assert {kind.__name__ for kind in all_letter_types()} <= set(letter_types.__all__)


@pytest.mark.parametrize("kind", ["resign", "stop", "note"])
def test_a_letter_is_of_the_class_its_kind_says(kind: str) -> None:
    args = {"stop": {"agree": True}, "note": {"text": "hello"}}.get(kind)
    raw = {"order": {"kind": kind, **LETTER, **({"args": args} if args else {})}}
    assert kind_of(read_record(raw, Envelope).letter) == kind


@pytest.mark.parametrize(
    ("order", "answer"),
    [
        (7, "in order: expected a table, found a whole number"),
        ({**LETTER}, "in order: 'kind' is missing"),
        ({**LETTER, "kind": "pray"}, "in order.kind: 'pray' is not allowed here"),
        ({**LETTER, "kind": 3}, "in order.kind: '3' is not allowed here"),
        ({**LETTER, "kind": "resign", "window": "one"}, "in order.window: expected a whole number, found a text"),
        ({**LETTER, "kind": "resign", "soon": 1}, "in order: there is no 'soon' here"),
        ({**LETTER, "kind": "note", "args": {}}, "in order.args: 'text' is missing"),
        ({**LETTER, "kind": "resign", "game": "no"}, "in order.game: this is not in the right form"),
    ],
)
def test_what_is_wrong_is_told_with_its_place_in_the_whole_file(order: object, answer: str) -> None:
    with pytest.raises(Malformed) as refused:
        read_record({"order": order}, Envelope)
    assert refused.value.code == "E_SCHEMA"
    assert refused.value.message == answer


def test_only_the_act_of_the_last_step_is_loaded(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(msgspec.json.encode(Party().start().game))
    code = (
        "import json, sys; from lpbe.kernel.chain.records import read_game\n"
        "read_game(json.load(open(sys.argv[1])))\n"
        "print([name.rpartition('.')[2] for name in sys.modules if '.chain.letters.' in name])"
    )
    answer = subprocess.run([sys.executable, "-c", code, file], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "['ready']"
