"""Canonical JSON, length prefixes, tagged hashes, derived keys."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
import rfc8785
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand
from hypothesis import given
from hypothesis import strategies as st

from lpbe.kernel.base import canonical
from lpbe.kernel.base.errors import Malformed

from ...size_limits import examples

many = examples(400)
some = examples(150)

texts = st.text(max_size=40)
names = st.text(st.characters(max_codepoint=127), max_size=12)
numbers = st.integers(-(2**53) + 1, 2**53 - 1)
values = st.recursive(
    st.booleans() | numbers | texts,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(names, inner, max_size=5),
    max_leaves=20,
)
parts = st.lists(texts | st.binary(max_size=40) | numbers, max_size=5)


@many
@given(values)
def test_canonical_json_is_rfc_8785_and_says_what_the_value_says(value: Any) -> None:
    assert canonical.check_plain(value) is value
    assert canonical.jcs(value) == rfc8785.dumps(value)
    assert json.loads(canonical.jcs(value)) == value


def test_canonical_json_of_the_example_of_rfc_8785() -> None:
    """Section 3.2.2, without the floats and the null."""
    text = "\u20ac$\u000f\u000aA'\u0042\u0022\u005c\\\"/"
    value = {"string": text, "literals": [True, False]}
    assert canonical.jcs(value) == '{"literals":[true,false],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}'.encode()


def test_every_control_character_is_written_as_rfc_8785_says() -> None:
    written = {code: f"\\u{code:04x}" for code in range(0x20)}
    written |= {8: "\\b", 9: "\\t", 10: "\\n", 12: "\\f", 13: "\\r"}
    for code, form in written.items():
        assert canonical.jcs(chr(code)) == f'"{form}"'.encode()
    assert canonical.jcs("\x7f\u2028\u2029") == '"\x7f\u2028\u2029"'.encode()


def test_keys_are_sorted_at_every_depth() -> None:
    value = {"b": {"z": 1, "B": 2, "a": 3, "": 4}, "a": [{"2": 1, "10": 2}]}
    assert canonical.jcs(value) == b'{"a":[{"10":2,"2":1}],"b":{"":4,"B":2,"a":3,"z":1}}'


def test_a_struct_is_written_like_the_object_it_stands_for_and_absent_fields_are_omitted() -> None:
    class Thing(msgspec.Struct, omit_defaults=True):
        seat: str
        cards: list[int]
        note: str | msgspec.UnsetType = msgspec.UNSET
        empty: str = ""

    assert canonical.jcs(Thing("red", [3, 1])) == canonical.jcs({"seat": "red", "cards": [3, 1]})
    assert canonical.ident("order", Thing("red", [3, 1])) == canonical.ident("order", {"cards": [3, 1], "seat": "red"})


@pytest.mark.parametrize(
    "value",
    [None, 1.0, float("nan"), (1,), {1}, b"raw", 2**53, -(2**53), {1: 2}, {"é": 1}, [{"a": [None]}], object()],
    ids=lambda value: type(value).__name__,
)
def test_values_without_a_canonical_form_are_refused(value: Any) -> None:
    with pytest.raises(Malformed) as caught:
        canonical.check_plain({"in": [value]})
    assert caught.value.code == "E_SCHEMA"


def test_text_that_utf_8_cannot_carry_is_refused() -> None:
    with pytest.raises(Malformed):
        canonical.check_plain(["\ud800"])


@pytest.mark.parametrize("value", [2**53 - 1, -(2**53) + 1, 0, True, "", [], {}])
def test_values_at_the_limits_are_accepted(value: Any) -> None:
    assert canonical.check_plain(value) is value


def nest_value(depth: int, leaf: Any) -> Any:
    value = leaf
    for turn in range(depth):
        value = [value] if turn % 2 else {"a": value}
    return value


def test_values_are_nested_up_to_a_limit_and_no_deeper() -> None:
    assert canonical.check_plain(nest_value(canonical.MAX_DEPTH + 1, 7))
    for leaf in (7, [], {}):
        with pytest.raises(Malformed) as caught:
            canonical.check_plain(nest_value(canonical.MAX_DEPTH + 2, leaf))
        assert caught.value.code == "E_FILE_DEPTH"


def split_parts(data: bytes) -> list[bytes]:
    """Return the parts again: that they can be had is what makes `lp` injective."""
    out = []
    while data:
        size = int.from_bytes(data[:4], "big")
        out.append(data[4 : 4 + size])
        data = data[4 + size :]
    return out


def hashed_part(part: str | int | bytes) -> bytes:
    """Return a part as the protocol hashes it."""
    return part if isinstance(part, bytes) else str(part).encode()


@many
@given(parts)
def test_length_prefixed_parts_can_be_told_apart_again(row: list[str | int | bytes]) -> None:
    assert split_parts(canonical.lp(*row)) == [hashed_part(part) for part in row]


@some
@given(parts, st.integers(0, 4), st.binary(min_size=1, max_size=8))
def test_moving_bytes_between_parts_changes_the_hash(row: list[str | int | bytes], at: int, piece: bytes) -> None:
    raw = [hashed_part(part) for part in row] + [b"", b""]
    at = min(at, len(raw) - 2)
    left = [*raw[:at], raw[at] + piece, raw[at + 1], *raw[at + 2 :]]
    right = [*raw[:at], raw[at], piece + raw[at + 1], *raw[at + 2 :]]
    assert canonical.tagged_hash("t", *left) != canonical.tagged_hash("t", *right)
    assert canonical.kdf(bytes(32), "t", *left) != canonical.kdf(bytes(32), "t", *right)


def test_tags_labels_keys_and_values_each_change_the_result() -> None:
    assert len({canonical.ident(tag, value) for tag in ("order", "state") for value in ({}, {"a": 1}, [])}) == 6
    made = {
        canonical.kdf(bytes([key]) * 32, label, part) for key in (0, 1) for label in ("a", "b") for part in ("", "x")
    }
    assert len(made | {canonical.kdf(bytes(32), "a")}) == 9


def test_a_tag_does_not_run_into_its_first_part() -> None:
    assert canonical.tagged_hash("ab", "c") != canonical.tagged_hash("a", "bc") != canonical.tagged_hash("abc")
    assert canonical.kdf(bytes(32), "ab", "c") != canonical.kdf(bytes(32), "a", "bc")


@some
@given(st.binary(min_size=32, max_size=64), st.binary(max_size=80), st.integers(1, 255 * 32))
def test_expansion_is_that_of_another_implementation(key: bytes, info: bytes, size: int) -> None:
    assert canonical.expand(key, info, size) == HKDFExpand(SHA256(), size, info).derive(key)
