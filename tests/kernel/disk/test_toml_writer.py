"""What `toml_writer.dumps` writes, people can read, mail can carry and `files.parse` accepts."""

import tomllib
from base64 import b64encode

import pytest
import tomli
import tomli_w
from hypothesis import example, given
from hypothesis import strategies as st

from lpbe.kernel.base import safe_text
from lpbe.kernel.base.errors import FileFailure
from lpbe.kernel.disk import files, formats, toml_writer
from lpbe.kernel.disk.base64_blocks import WRAPPED, unwrap

from ...size_limits import by_turns, examples

SIGNATURE = "-----BEGIN SSH SIGNATURE-----\n" + "U1NIU0lHAAAA" * 5 + "\nAAAA=\n-----END SSH SIGNATURE-----\n"
LOOK = r'''
[order]
format = 1
held = false
note = """\
Good luck to you all, \"and\" mind the flood.\n\
It comes in round three... or four.\
"""
paths = [
    ["A1", "A2"],
    ["B1"],
]
moves = [
    { unit = "boat-1", hex = "A2" },
    { unit = "boat-2", to = [] },
]

[[order.batch]]
order = "arrange-dice"
dice = ["red", "blue"]

[[order.batch]]
order = "sealed"
commit = "HEX"

[sig]
ssh = """
SIGNATURE
"""
'''[1:]
SEAL = b64encode(bytes(range(256)) * 4).decode()

quick = examples(200)
notes = st.text(
    st.one_of(
        st.sampled_from(" \n.[{\"'\\#=}],\u0301\U0001f3b2\u3000"),
        st.characters(exclude_categories=sorted(safe_text.REFUSED_CATEGORIES)),
    ),
    max_size=safe_text.MAX_NOTE_LENGTH,
)
keys = st.text(st.characters(min_codepoint=1, max_codepoint=127), max_size=6)
scalars = st.one_of(st.booleans(), st.integers(-(2**53) + 1, 2**53 - 1), st.text(max_size=80))
values = st.recursive(
    scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=5), st.dictionaries(keys, inner, max_size=5)),
    max_leaves=20,
)

names = st.sampled_from([*sorted(WRAPPED), "seals", "note", "hex", "red"])
base64_texts = st.integers(0, 900).map(lambda size: (SEAL + SEAL)[:size])
hostile = st.one_of(
    base64_texts,
    st.tuples(base64_texts, st.integers(1, 70), st.sampled_from(["\n", "\n\n", " \n", "\r\n"]), st.booleans()).map(
        lambda cut: cut[2].join(cut[0][at : at + cut[1]] for at in range(0, len(cut[0]), cut[1])) + cut[2] * cut[3]
    ),
    st.text(st.sampled_from("A\n'\"\\ ="), max_size=12),
)
hostile_values = st.recursive(
    hostile,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(names, inner, max_size=4)),
    max_leaves=12,
)


def parse_written(data, width=files.MAX_GAME_LINE_BYTES, lines=files.MAX_GAME_LINES):
    return files.parse(data, "game.toml", width=width, lines=lines)


def texts(note):
    """Yield every place for a text: in tables, arrays, arrays of tables, tables within arrays of arrays."""
    event = {"event": "said", "seat": "red", "note": note, "to": []}
    return {
        "note": note,
        "notes": [note, "x", note],
        "state": {"seats": {"red": {"name": note, "tags": [note] * 12}}},
        "events": [event, {"event": "passed", "seat": "blue", "at": {}}],
        "rows": [[event, {"a": note, "b": note}], []],
    }


@quick
@given(st.dictionaries(keys, values, max_size=5))
def test_what_is_written_is_read_again(value):
    data = toml_writer.dumps(value).decode()
    assert tomli.loads(data) == value
    assert tomllib.loads(data) == value


@quick
@given(notes)
@example("." * 400)
@example("[" * 400)
@example("{[." * 133)
@example("\U0001f3b2" * 400)
@example("\u0301" * 400)
@example('"' * 400)
@example('"""')
@example("'''\n'''")
@example("\\" * 400)
@example("\n" * 400)
@example(" " * 400)
@example("a" * 400)
@example("A+/=" * 100)
@example("word " * 80)
@example(" \n \n" * 100)
@example("-----BEGIN " + '"""\\' * 50)
@example("-----BEGIN " + "." * 300)
def test_no_note_makes_a_file_that_cannot_be_read(note):
    value = texts(note)
    assert parse_written(toml_writer.dumps(value)) == value


@quick
@given(notes)
def test_an_order_with_any_note_keeps_within_the_lines_of_an_order(note):
    value = {
        "order": {"kind": "play", "note": note, "batch": [{"order": "say", "text": note}]},
        "sig": {"ssh": SIGNATURE},
    }
    data = toml_writer.dumps(value)
    assert parse_written(data, files.MAX_ORDER_LINE_BYTES, files.MAX_ORDER_LINES) == value
    assert max(map(len, data.split(b"\n"))) <= 76


@quick
@given(st.text())
def test_pieces_of_a_text_are_short_and_uncrowded(note):
    for row in toml_writer.fold_text(note):
        assert len(row.encode()) < toml_writer.LINE_COLUMNS
        assert row[:1] != " "
        assert sum(row.count(mark) for mark in ".[{") <= toml_writer.MAX_MARKS


def test_no_control_character_is_written_raw():
    data = toml_writer.dumps({"a": "\x1b[31m", "b": "\u202e", "c": "\x9b", "d": "\U000e0001", "e": "\t\r\x7f"}).decode()
    assert data.replace("\n", "").isprintable()
    assert tomli.loads(data)["d"] == "\U000e0001"


def test_a_seal_is_a_literal_block_and_comes_back_in_one_piece():
    value = {"seals": {"red": SEAL}}
    data = toml_writer.dumps(value).decode()
    rows = data.split("\n")
    assert rows[1] == "red = '''"
    assert {len(row) for row in rows[2:23]} == {64}
    assert rows[-2:] == ["'''", ""]
    assert tomli.loads(data) != value
    assert unwrap(tomli.loads(data)) == value
    assert parse_written(data.encode()) == value


@pytest.mark.parametrize("name", sorted(WRAPPED))
def test_base64_is_wrapped_by_the_name_of_its_field(name):
    value = {"last": {name: SEAL}, "seats": [{"seat": "red", name: SEAL}, {"seat": "blue", name: SEAL}]}
    data = toml_writer.dumps(value)
    assert max(map(len, data.split(b"\n"))) <= 64
    assert data.count(b"'''") == 6
    assert parse_written(data) == value


@by_turns("length, name", [101, 256, 400, 401, 500, 5000, 64_878], ["note", "hex", "mine", "seals", "ssh", "Seal"])
def test_nothing_else_is_ever_wrapped_whatever_it_looks_like(length, name):
    value = {"order": {name: "A" * length, "batch": [{name: "A" * length, "list": ["A" * length]}]}}
    data = toml_writer.dumps(value)
    assert b"'''" not in data
    assert tomli.loads(data.decode()) == value == parse_written(data)


@pytest.mark.parametrize(
    "text", ["A" * 500, SEAL, "AAAA\n", "AAAA\nBBBB\n", "AAAA\n\n", ("A" * 64 + "\n") * 9, "\n", "A\nB", " "]
)
def test_a_text_that_looks_like_a_block_is_not_taken_for_one(text):
    """Under no name: somebody may call a field of an order as we call ours."""
    value = {
        "seal": text,
        "seals": {"red": text, "seals": {"a": text}, "list": [text, {"b": text}]},
        "x": {"seal": [text]},
    }
    assert parse_written(toml_writer.dumps(value)) == value


def test_other_columns_are_read_too():
    assert parse_written(b"seal = '''\nAAAA\nBB==\n'''\n") == {"seal": "AAAABB=="}


@quick
@given(st.dictionaries(names, hostile_values, max_size=5))
def test_whatever_it_looks_like_and_is_called_it_is_read_as_it_was_written(value):
    data = toml_writer.dumps(value)
    assert unwrap(tomli.loads(data.decode())) == value
    assert unwrap(tomllib.loads(data.decode())) == value


@pytest.mark.parametrize("end", ["", "\n", "\n\n", "\n "])
def test_a_signature_is_kept_to_the_byte(end):
    value = {"sig": {"ssh": SIGNATURE.rstrip() + end}}
    data = toml_writer.dumps(value)
    assert b'ssh = """\n-----BEGIN SSH SIGNATURE-----\n' in data
    assert parse_written(data) == value


NESTED = """
rows = [
    [
        [
            1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009,
            1010, 1011,
        ],
        ["A1"],
    ],
    [
        { a = 1, b = [] },
    ],
]
"""[1:]


def test_arrays_in_arrays_are_indented():
    value = {"rows": [[list(range(1000, 1012)), ["A1"]], [{"a": 1, "b": []}]]}
    assert toml_writer.dumps(value).decode() == NESTED
    assert parse_written(NESTED.encode()) == value


def test_tuples_are_arrays():
    assert tomli.loads(toml_writer.dumps({"a": (1, ("x", True)), "b": ()}).decode()) == {"a": [1, ["x", True]], "b": []}


def test_empty_things():
    value = {"a": {}, "b": [], "c": [[]], "d": [{}], "e": [{}, {"x": {}, "y": ""}], "f": ""}
    assert parse_written(toml_writer.dumps(value)) == value
    assert toml_writer.dumps({}) == b""


def test_many_empty_things_in_one_table_of_an_array():
    value = {"hexes": [{name: [] for name in "abcdefghijkl"}, {name: {} for name in "abcdefghijkl"}]}
    assert parse_written(toml_writer.dumps(value)) == value


def test_a_long_array_fills_its_lines():
    value = {"deck": list(range(1000)), "recent": ["0123456789abcdef" * 4] * 64, "hand": ["oil", "iron"]}
    data = toml_writer.dumps(value)
    assert parse_written(data) == value
    assert data.count(b"\n") < 150
    assert max(map(len, data.split(b"\n"))) <= toml_writer.LINE_COLUMNS
    assert b'hand = ["oil", "iron"]\n' in data


def test_a_realistic_state_stays_within_the_lines_of_a_game():
    hexes = [
        {
            "hex": f"A{n}",
            "tile": "T12",
            "at": [n, -n],
            "units": ["boat-1"] * (n % 9),
            "owner": {"seat": "red", "since": n},
        }
        for n in range(60)
    ]
    value = {
        "state": {"table": {"map": {"hexes": hexes, "rows": [hexes[:8], hexes[8:12]]}}},
        "last": {"public": {"events": [{"event": "built", "hex": "A1", "id": "ab" * 32, "by": {"seat": "red"}}] * 9}},
    }
    assert parse_written(toml_writer.dumps(value)) == value


def test_the_look_of_an_order():
    note = 'Good luck to you all, "and" mind the flood.\nIt comes in round three... or four.'
    order = {
        "format": 1,
        "held": False,
        "note": note,
        "batch": [{"order": "arrange-dice", "dice": ["red", "blue"]}, {"order": "sealed", "commit": "c7" * 32}],
        "paths": [["A1", "A2"], ["B1"]],
        "moves": [{"unit": "boat-1", "hex": "A2"}, {"unit": "boat-2", "to": []}],
    }
    data = toml_writer.dumps({"order": order, "sig": {"ssh": SIGNATURE}})
    assert data.decode() == LOOK.replace("HEX", "c7" * 32).replace("SIGNATURE\n", SIGNATURE)
    assert parse_written(data) == {"order": order, "sig": {"ssh": SIGNATURE}}


def test_plain_files_are_laid_out_by_tomli_w_and_checked_before_they_are_written():
    value = {"host": {"address": "ana@example.org"}, "games": {"0123": {"red": {"address": "ben@example.org"}}}}
    data = formats.dump_plain(value, "players.toml")
    assert data.decode() == tomli_w.dumps(value)
    assert parse_written(data) == value
    with pytest.raises(FileFailure, match="as TOML a line contains too many dots"):
        formats.dump_plain({"address": "." * 40}, "players.toml")
