"""TOML and JSON from anybody: what is read, what is refused and by which code; what we write ourselves."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lpbe.kernel.base import canonical
from lpbe.kernel.base.errors import Malformed
from lpbe.kernel.disk import files, formats

from ...size_limits import examples
from .reading import expect_refusal, parse_game, parse_order, run

quick = examples(200)
keys = st.text(st.characters(min_codepoint=1, max_codepoint=127), max_size=6)
scalars = st.one_of(st.booleans(), st.integers(-(2**53) + 1, 2**53 - 1), st.text(max_size=20))
values = st.recursive(
    scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=5), st.dictionaries(keys, inner, max_size=5)),
    max_leaves=20,
)
tables = st.dictionaries(keys, values, max_size=5)


def dotted_key(parts, word="a"):
    return ".".join([word] * parts)


REFUSED = {
    "a dotted key of 32,000 parts": ("E_FILE_LINE", dotted_key(32000) + "=1"),
    "a header of 32,000 parts": ("E_FILE_LINE", f"[{dotted_key(32000)}]"),
    "a dotted key of 34 parts": ("E_FILE_DEPTH", dotted_key(34) + "=1"),
    "quoted dotted keys": ("E_FILE_DEPTH", dotted_key(40, '""') + "=1"),
    "many dotted keys": ("E_FILE_DEPTH", "\n".join(f'"{n}".{dotted_key(31)}=1' for n in range(800))),
    "a deep header": ("E_FILE_DEPTH", f"[{dotted_key(33)}]\n" + "\n".join(f"k{n}=1" for n in range(4000))),
    "many arrays of tables": ("E_FILE_DEPTH", "\n".join(f"[[{dotted_key(30)}]]" for _ in range(1000))),
    "nested arrays": ("E_FILE_DEPTH", "a=" + "[" * 120 + "]" * 120),
    "nested arrays over lines": ("E_FILE_DEPTH", "a=" + "[\n" * 3000 + "]\n" * 900),
    "fewer nested arrays over lines": ("E_FILE_DEPTH", "a=" + "[\n" * 30 + "]\n" * 30),
    "nested tables": ("E_FILE_DEPTH", "a=" + "{a=" * 50 + "1" + "}" * 50),
    "too many lines": ("E_FILE_LINE", "\n" * 5000),
    "an unterminated string": ("E_FILE_SYNTAX", 'a="""' + ('\\"' * 120 + "\n") * 260),
    "dashes": ("E_FILE_LINE", "-" * 64000),
    "white space": ("E_FILE_SYNTAX", "\n".join(" " * 250 + "x" for _ in range(250))),
    "hexadecimal numbers": ("E_SCHEMA", "\n".join(f"k{n}=0x{'f' * 240}" for n in range(250))),
    "a hexadecimal number of 60,000 digits": ("E_FILE_LINE", "a=0x" + "f" * 60000),
    "decimal numbers": ("E_SCHEMA", "\n".join(f"k{n}={'9' * 240}" for n in range(250))),
    "numbers with underscores": ("E_SCHEMA", "\n".join(f"k{n}={'_'.join('9' * 120)}" for n in range(250))),
    "long floats": ("E_SCHEMA", "\n".join(f"k{n}={'9' * 80}.{'9' * 80}e{'9' * 60}" for n in range(250))),
    "long dates": ("E_SCHEMA", "\n".join(f"k{n}=2020-01-01T00:00:00.{'9' * 200}" for n in range(250))),
    "a float": ("E_SCHEMA", "a=1.0"),
    "not a number": ("E_SCHEMA", "a=nan"),
    "infinity": ("E_SCHEMA", "a=-inf"),
    "a date": ("E_SCHEMA", "a=2020-01-01"),
    "a time": ("E_SCHEMA", "a=[12:00:00]"),
    "2^53": ("E_SCHEMA", f"a={2**53}"),
    "-2^53": ("E_SCHEMA", f"a=-{2**53}"),
    "2^70": ("E_SCHEMA", f"a={2**70}"),
    "a key twice": ("E_FILE_SYNTAX", "a=1\na=2"),
    "a table twice": ("E_FILE_SYNTAX", "[a]\nx=1\n[a]\ny=2"),
    "a key that is no ASCII": ("E_SCHEMA", '"\u00e9"=1'),
    "a NUL": ("E_FILE_SYNTAX", 'a="\0"'),
    "a raw escape": ("E_FILE_SYNTAX", 'a="\x1b[31m"'),
    "half a character": ("E_FILE_SYNTAX", 'a="\\ud800"'),
    "a byte order mark": ("E_FILE_UTF8", "\ufeffa=1"),
    "JSON": ("E_FILE_SYNTAX", '{"a":1}'),
}
ACCEPTED = {
    "many arrays of tables": "[[a]]\n" * 4000,
    "escapes": "\n".join(f'k{n}="' + "\\u0041" * 38 + '"' for n in range(250)),
    "comments": "\n".join("#" + "x" * 250 for _ in range(250)),
    "a wide array": "a=[" + "\n".join("1," * 120 for _ in range(250)) + "]",
    "dashes in a string": "a='" + "-" * 250 + "'",
}


@pytest.mark.parametrize("what", REFUSED)
def test_bad_toml(what):
    code, text = REFUSED[what]
    assert expect_refusal(code, parse_order, text.encode()).file == "order.toml"


@pytest.mark.parametrize("what", ACCEPTED)
def test_unusual_toml(what):
    assert isinstance(parse_order(ACCEPTED[what].encode()), dict)


def test_a_number_longer_than_python_converts():
    expect_refusal("E_FILE_SYNTAX", parse_game, b"a=" + b"9" * 700)


def test_the_line_at_fault_is_named():
    assert expect_refusal("E_FILE_SYNTAX", parse_order, b"a = 1\nb = 2\nc =\n").line == 3
    assert expect_refusal("E_FILE_LINE", parse_order, b"a = 1\nb = '" + b"x" * 256 + b"'\n").line == 2
    assert expect_refusal("E_FILE_DEPTH", parse_order, b"\n\n\n" + b"[" * 9).line == 4
    assert expect_refusal("E_FILE_SYNTAX", parse_order, b"a = 1\n\0").line == 2
    assert expect_refusal("E_FILE_SYNTAX", parse_order, b'{"a": 1,\n"b": }', "order.json").line == 2


def test_lines_and_widths_up_to_the_limit():
    assert parse_order(b"#" * 256 + b"\n" * 4096) == {}
    expect_refusal("E_FILE_LINE", parse_order, b"#" * 257)
    expect_refusal("E_FILE_LINE", parse_order, b"\n" * 4097)
    assert parse_game(b"#" * 1024 + b"\n" * 100_000) == {}
    expect_refusal("E_FILE_LINE", parse_game, b"#" * 1025)
    expect_refusal("E_FILE_LINE", parse_game, b"\n" * 100_001)


def test_line_ends_of_other_systems():
    assert parse_order(b"a = 1\r\nb = '''\r\nx\r\ny'''\r\n") == {"a": 1, "b": "x\ny"}


@pytest.mark.parametrize("name", ["order.toml", "order.json"])
@pytest.mark.parametrize(
    "data", [b'a="\xff"', b"\xff\xfea\0", b'a="\xed\xa0\x80"', b'{"a":"\xc0\xaf"}', b"\xef\xbb\xbf{}"]
)
def test_text_that_is_not_utf_8(name, data):
    expect_refusal("E_FILE_UTF8", parse_order, data, name)


def test_the_standard_parser_is_good_enough():
    code = (
        "sys.modules['tomli'] = None\n"
        "print(files.parse(b'a = [1]', 'x.toml', width=9, lines=9))\n"
        "for bad in (b'a =', b'a=1\\na=2', b'a=' + b'[\\n' * 3000):\n"
        "    try: files.parse(bad, 'x.toml', width=9, lines=9999)\n"
        "    except Failure as error: print(error.code)\n"
    )
    assert run(code) == b"{'a': [1]}\nE_FILE_SYNTAX\nE_FILE_SYNTAX\nE_FILE_DEPTH\n"


BAD_JSON = {
    "a key twice": ("E_FILE_DUPKEY", '{"a":1,"a":1}'),
    "a key twice, deep": ("E_FILE_DUPKEY", '{"a":[{"b":1,"c":2,"b":3}]}'),
    "a key twice, once escaped": ("E_FILE_DUPKEY", '{"a":1,"\\u0061":2}'),
    "the last of many keys twice": ("E_FILE_DUPKEY", "{" + ",".join(f'"{n}":1' for n in [*range(6500), 6499]) + "}"),
    "a float": ("E_SCHEMA", '{"a":1.5}'),
    "a whole float": ("E_SCHEMA", '{"a":1.0}'),
    "an exponent": ("E_SCHEMA", '{"a":1e2}'),
    "a huge exponent": ("E_SCHEMA", '{"a":1E400}'),
    "not a number": ("E_SCHEMA", '{"a":NaN}'),
    "infinity": ("E_SCHEMA", '{"a":-Infinity}'),
    "null": ("E_SCHEMA", '{"a":null}'),
    "2^53": ("E_SCHEMA", f'{{"a":{2**53}}}'),
    "-2^53": ("E_SCHEMA", f'{{"a":{-(2**53)}}}'),
    "2^63": ("E_SCHEMA", f'{{"a":{2**63}}}'),
    "2^70": ("E_SCHEMA", f'{{"a":{2**70}}}'),
    "a number of 60,000 digits": ("E_SCHEMA", '{"a":' + "9" * 60000 + "}"),
    "a key that is no ASCII": ("E_SCHEMA", '{"\u00e9":1}'),
    "a list": ("E_SCHEMA", "[1]"),
    "a text": ("E_SCHEMA", '"a"'),
    "half a character": ("E_FILE_UTF8", '{"a":"\\ud800"}'),
    "the other half": ("E_FILE_UTF8", '{"a":["\\udc00x"]}'),
    "nesting": ("E_FILE_DEPTH", '{"a":' + "[" * 30 + "]" * 30 + "}"),
    "nested arrays": ("E_FILE_DEPTH", "[" * 60000),
    "nested objects": ("E_FILE_DEPTH", '{"a":' * 12000 + "1" + "}" * 12000),
    "nothing": ("E_FILE_SYNTAX", ""),
    "more than one value": ("E_FILE_SYNTAX", '{"a":1} {}'),
    "a trailing comma": ("E_FILE_SYNTAX", '{"a":1,}'),
    "a raw control character": ("E_FILE_SYNTAX", '{"a":"\x1b"}'),
    "a raw NUL": ("E_FILE_SYNTAX", '{"a":"\0"}'),
    "TOML": ("E_FILE_SYNTAX", "a=1"),
}


@pytest.mark.parametrize("what", BAD_JSON)
def test_bad_json(what):
    code, text = BAD_JSON[what]
    assert expect_refusal(code, parse_order, text.encode(), "order.json").file == "order.json"


def test_json_has_no_lines_to_limit():
    value = {"seal": "x" * 5000, "path": "." * 100, "deep": [[[["{[" * 20]]]]}
    assert parse_order(canonical.jcs(value), "order.json") == value


def test_canonical_json_takes_the_short_way():
    assert formats.canonical_json(b'{ "a" : [1, true],\n "b": "\xc3\xa9" }') == {"a": [1, True], "b": "\u00e9"}
    for other in (b'{"b":1,"a":2}', b'{"a":"\\u0041"}', b'{"a":-0}', b'{"a":1,"a":1}', b'{"a":"\\/"}'):
        assert formats.canonical_json(other) is None


@quick
@given(tables.filter(bool))
def test_both_ways_to_read_json_agree(value):
    data = files.dump(value, "game.json")
    assert formats.canonical_json(data) == value
    assert formats.careful_json(data.decode()) == value


@quick
@given(tables, st.booleans(), st.sampled_from([None, 1, 4]))
def test_json_of_other_writers(value, ascii_only, indent):
    data = json.dumps(value, ensure_ascii=ascii_only, indent=indent).encode()
    assert parse_game(data, "game.json") == value


leaves = st.sampled_from(["1", "-0", "1.5", "1e2", "null", "true", '"a"', '"\\u0041"', '"\\ud800"', "NaN", str(2**64)])
pairs = st.sampled_from(['"a"', '"b"', '"\\u0061"', '"\u00e9"'])
raw = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda items: f"[{','.join(items)}]"),
        st.lists(st.tuples(pairs, inner), max_size=3).map(
            lambda items: "{" + " ,".join(f"{key}: {item}" for key, item in items) + "}"
        ),
    ),
    max_leaves=6,
)


@quick
@given(raw)
def test_the_short_way_never_accepts_what_the_careful_way_refuses(text):
    def outcome(call, *args):
        try:
            return call(*args)
        except Malformed as error:
            return error.code

    assert outcome(formats.parse_json, text.encode(), text) == outcome(formats.careful_json, text)


@quick
@given(tables)
def test_what_is_dumped_can_be_parsed(value):
    assert parse_game(files.dump(value, "game.json"), "game.json") == value
    try:
        data = files.dump(value, "game.toml")
    except Malformed:
        return
    assert parse_game(data) == value


def test_the_look_of_json():
    assert files.dump({"b": 1, "a": ["x", {}]}, "x.json") == b'{\n "a": [\n  "x",\n  {}\n ],\n "b": 1\n}\n'


def test_toml_that_could_not_be_read_again_is_not_written():
    failure = expect_refusal("E_FILE_LINE", files.dump, {"a": [[{f"key-{n}": n for n in range(200)}]]}, "game.toml")
    assert ".json" in failure.hint
    expect_refusal("E_FILE_LINE", files.dump, {"a": "x" * 90}, "order.toml", width=80)
