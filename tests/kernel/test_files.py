"""Files from anybody: what is refused and by which code; files of our own: whole or not at all."""

import json
import os
import socket
import stat
import subprocess
import sys
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lpbe.kernel.base import canon
from lpbe.kernel.base.errors import Busy, Failure, Malformed
from lpbe.kernel.disk import files, formats

ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
IMPORTS = "import os, sys, resource; from lpbe.kernel.disk import files; from lpbe.kernel.base.errors import Failure\n"

quick = settings(deadline=None, max_examples=200)
keys = st.text(st.characters(min_codepoint=1, max_codepoint=127), max_size=6)
scalars = st.one_of(st.booleans(), st.integers(-(2**53) + 1, 2**53 - 1), st.text(max_size=20))
values = st.recursive(
    scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=5), st.dictionaries(keys, inner, max_size=5)),
    max_leaves=20,
)
tables = st.dictionaries(keys, values, max_size=5)


def refused(code, call, *args, **kwargs):
    with pytest.raises(Failure) as caught:
        call(*args, **kwargs)
    assert caught.value.code == code, caught.value
    return caught.value


def parse_order(data, name="order.toml"):
    return files.parse(data, name, width=files.ORDER_WIDTH, lines=files.ORDER_LINES)


def parse_game(data, name="game.toml"):
    return files.parse(data, name, width=files.GAME_WIDTH, lines=files.GAME_LINES)


def run(code, *args, **kwargs):
    """A child process of its own; its standard output."""
    done = subprocess.run(
        [sys.executable, "-c", IMPORTS + code, *args], env=ENVIRONMENT, capture_output=True, check=True, **kwargs
    )
    return done.stdout


@pytest.fixture
def folder(tmp_path):
    return str(tmp_path)


@pytest.fixture
def path(folder):
    return os.path.join(folder, "game.toml")


def save(path, data):
    with open(path, "wb") as stream:
        stream.write(data)


def load(path):
    with open(path, "rb") as stream:
        return stream.read()


def test_reading_up_to_the_limit(path):
    save(path, b"x" * 100)
    assert files.read(path, 100) == b"x" * 100
    failure = refused("E_FILE_SIZE", files.read, path, 99)
    assert isinstance(failure, Malformed)
    assert failure.file == path


def test_a_missing_file(path):
    assert refused("E_FILE_MISSING", files.read, path, 10).file == path
    refused("E_FILE_MISSING", files.read, path + "/deeper", 10)
    refused("E_FILE_MISSING", files.read_letter_data, path)
    refused("E_FILE_MISSING", files.read_game_data, path)


def test_a_folder_is_not_read(folder):
    refused("E_FILE_TYPE", files.read, folder, 10)


def test_a_pipe_is_not_waited_for(path):
    os.mkfifo(path)
    refused("E_FILE_TYPE", files.read, path, 10)
    refused("E_FILE_TYPE", files.append_line, path, b"x")
    refused("E_FILE_TYPE", files.write, path, b"x")
    refused("E_FILE_TYPE", files.last_line, path, 10)
    refused("E_FILE_TYPE", files.read_key_text, path)


def test_a_device_is_not_read():
    refused("E_FILE_TYPE", files.read, "/dev/zero", 10)
    refused("E_FILE_TYPE", files.read_letter_data, "/dev/zero")
    refused("E_FILE_TYPE", files.write, "/dev/null", b"x")


def test_a_socket_is_not_read(folder, monkeypatch):
    monkeypatch.chdir(folder)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("s")
        refused("E_FILE_TYPE", files.read, "s", 10)


def test_a_link_is_not_followed(folder, path):
    save(os.path.join(folder, "real"), b"a = 1\n")
    os.symlink("real", path)
    for call in (files.read, files.last_line):
        refused("E_FILE_TYPE", call, path, 10)
    refused("E_FILE_TYPE", files.write, path, b"x")
    refused("E_FILE_TYPE", files.append_line, path, b"x")
    refused("E_FILE_TYPE", files.truncate, path, 0)
    refused("E_FILE_TYPE", files.size, path)
    refused("E_FILE_EXISTS", files.create, path, b"x")
    assert load(path) == b"a = 1\n"


def test_a_link_to_nowhere_is_not_written_through(folder, path):
    os.symlink("elsewhere", path)
    refused("E_FILE_TYPE", files.write, path, b"x")
    refused("E_FILE_EXISTS", files.create, path, b"x")
    refused("E_FILE_TYPE", files.append_line, path, b"x")
    assert os.listdir(folder) == ["game.toml"]


def test_a_huge_sparse_file(path):
    save(path, b"")
    os.truncate(path, 100 << 20)
    refused("E_FILE_SIZE", files.read_letter_data, path)
    refused("E_FILE_SIZE", files.read_game_data, path)
    os.chmod(path, 0o600)
    refused("E_FILE_SIZE", files.read_key_text, path)
    refused("E_FILE_SIZE", files.last_line, path, files.LOG_LINE)
    refused("E_FILE_SIZE", next, files.each_line(path, files.LOG_LINE))


def test_an_order_of_65_kib(path):
    save(path, b"# a comment\n" * 5000 + b"#" * (65 * 1024 - 60000))
    refused("E_FILE_SIZE", files.read_letter_data, path)


def test_names_in_messages_cannot_steer_a_terminal(folder):
    path = os.path.join(folder, "\x1b[31m\n\u202e" + "x" * 100)
    message = refused("E_FILE_MISSING", files.read, path, 10).message
    assert message.isprintable()
    assert len(message) < 120


def test_other_errors_of_the_system_have_a_code(folder):
    refused("E_FILE_IO", files.read, os.path.join(folder, "x" * 300), 10)


def test_standard_input_and_output():
    code = "files.write_stdout(files.read_stdin(5))"
    assert run(code, input=b"12345") == b"12345"
    code = "try: files.read_stdin(5)\nexcept Failure as error: print(error.code)"
    assert run(code, input=b"123456") == b"E_FILE_SIZE\n"


@pytest.mark.parametrize("data", [b"seat = 'red'\n", b' \n{"seat":"red"}', b'{"seat" : "\\u0072ed"}'])
def test_an_order_on_standard_input(data):
    assert run("print(files.read_letter_data('-')['seat'])", input=data) == b"red\n"


def test_text_and_bytes_reach_standard_output_in_order():
    assert run("print('one'); files.write_stdout(b'two\\n'); print('three')") == b"one\ntwo\nthree\n"


def dotted(parts, word="a"):
    return ".".join([word] * parts)


REFUSED = {
    "a dotted key of 32,000 parts": ("E_FILE_LINE", dotted(32000) + "=1"),
    "a header of 32,000 parts": ("E_FILE_LINE", f"[{dotted(32000)}]"),
    "a dotted key of 34 parts": ("E_FILE_DEPTH", dotted(34) + "=1"),
    "quoted dotted keys": ("E_FILE_DEPTH", dotted(40, '""') + "=1"),
    "many dotted keys": ("E_FILE_DEPTH", "\n".join(f'"{n}".{dotted(31)}=1' for n in range(800))),
    "a deep header": ("E_FILE_DEPTH", f"[{dotted(33)}]\n" + "\n".join(f"k{n}=1" for n in range(4000))),
    "many arrays of tables": ("E_FILE_DEPTH", "\n".join(f"[[{dotted(30)}]]" for _ in range(1000))),
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
    assert refused(code, parse_order, text.encode()).file == "order.toml"


@pytest.mark.parametrize("what", ACCEPTED)
def test_unusual_toml(what):
    assert isinstance(parse_order(ACCEPTED[what].encode()), dict)


def test_a_number_longer_than_python_converts():
    refused("E_FILE_SYNTAX", parse_game, b"a=" + b"9" * 700)


def test_the_line_at_fault_is_named():
    assert refused("E_FILE_SYNTAX", parse_order, b"a = 1\nb = 2\nc =\n").line == 3
    assert refused("E_FILE_LINE", parse_order, b"a = 1\nb = '" + b"x" * 256 + b"'\n").line == 2
    assert refused("E_FILE_DEPTH", parse_order, b"\n\n\n" + b"[" * 9).line == 4
    assert refused("E_FILE_SYNTAX", parse_order, b"a = 1\n\0").line == 2
    assert refused("E_FILE_SYNTAX", parse_order, b'{"a": 1,\n"b": }', "order.json").line == 2


def test_lines_and_widths_up_to_the_limit():
    assert parse_order(b"#" * 256 + b"\n" * 4096) == {}
    refused("E_FILE_LINE", parse_order, b"#" * 257)
    refused("E_FILE_LINE", parse_order, b"\n" * 4097)
    assert parse_game(b"#" * 1024 + b"\n" * 100_000) == {}
    refused("E_FILE_LINE", parse_game, b"#" * 1025)
    refused("E_FILE_LINE", parse_game, b"\n" * 100_001)


def test_line_ends_of_other_systems():
    assert parse_order(b"a = 1\r\nb = '''\r\nx\r\ny'''\r\n") == {"a": 1, "b": "x\ny"}


@pytest.mark.parametrize("name", ["order.toml", "order.json"])
@pytest.mark.parametrize(
    "data", [b'a="\xff"', b"\xff\xfea\0", b'a="\xed\xa0\x80"', b'{"a":"\xc0\xaf"}', b"\xef\xbb\xbf{}"]
)
def test_text_that_is_not_utf_8(name, data):
    refused("E_FILE_UTF8", parse_order, data, name)


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
    assert refused(code, parse_order, text.encode(), "order.json").file == "order.json"


def test_json_has_no_lines_to_limit():
    value = {"seal": "x" * 5000, "path": "." * 100, "deep": [[[["{[" * 20]]]]}
    assert parse_order(canon.jcs(value), "order.json") == value


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


def test_writing_and_writing_again(folder, path):
    files.write(path, b"one")
    files.write(path, b"two", sync=False)
    assert load(path) == b"two"
    assert os.listdir(folder) == ["game.toml"]


def test_writing_in_the_current_folder(folder, monkeypatch):
    monkeypatch.chdir(folder)
    files.write("game.toml", b"one")
    files.create("key", b"two")
    files.append_line("log.jsonl", b"three")
    assert files.names(".") == ["game.toml", "key", "log.jsonl"]


def test_modes(folder, path):
    files.write(path, b"x", 0o600)
    files.create(os.path.join(folder, "key"), b"x")
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
    assert stat.S_IMODE(os.stat(os.path.join(folder, "key")).st_mode) == 0o600


def test_a_folder_is_not_overwritten(folder):
    refused("E_FILE_TYPE", files.write, folder, b"x")


def test_writing_into_a_missing_folder(path):
    refused("E_FILE_MISSING", files.write, path + "/x", b"x")
    refused("E_FILE_MISSING", files.create, path + "/x", b"x")
    refused("E_FILE_MISSING", files.append_line, path + "/x", b"x")


def test_what_a_dead_run_left_behind_is_in_nobodys_way(folder, path):
    stale = os.path.join(folder, f".game.toml.{os.getpid()}.0.tmp")
    save(stale, b"half")
    files.write(path, b"whole")
    assert load(path) == b"whole"
    assert load(stale) == b"half"
    assert files.names(folder) == ["game.toml"]


FULL_DISK = (
    "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
    "try: {}\n"
    "except Failure as error: print(error.code, error.message.isprintable())\n"
)


def test_a_full_disk_leaves_the_old_file(folder, path):
    save(path, b"old")
    assert run(FULL_DISK.format("files.write(sys.argv[1], b'x' * 5000)"), path) == b"E_FILE_IO True\n"
    assert load(path) == b"old"
    assert os.listdir(folder) == ["game.toml"]


def test_a_full_disk_leaves_no_half_key(folder, path):
    assert run(FULL_DISK.format("files.create(sys.argv[1], b'x' * 5000)"), path) == b"E_FILE_IO True\n"
    assert os.listdir(folder) == []


def test_a_full_disk_leaves_no_half_line(path):
    save(path, b"x" * 899 + b"\n")
    assert run(FULL_DISK.format("files.append_line(sys.argv[1], b'y' * 500)"), path) == b"E_FILE_IO True\n"
    assert load(path) == b"x" * 899 + b"\n"


def test_a_killed_writer_leaves_the_old_file(path):
    save(path, b"old")
    code = (
        "import threading, signal\n"
        "def kill():\n"
        "    while not [n for n in os.listdir(os.path.dirname(sys.argv[1])) if n.endswith('.tmp')]: pass\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
        "threading.Thread(target=kill).start()\n"
        "while True: files.write(sys.argv[1], b'new' * 1000)\n"
    )
    child = subprocess.run([sys.executable, "-c", IMPORTS + code, path], env=ENVIRONMENT)
    assert child.returncode < 0
    assert load(path) in (b"old", b"new" * 1000)
    files.write(path, b"next")
    assert load(path) == b"next"


def test_creating_twice(path):
    files.create(path, b"one")
    assert refused("E_FILE_EXISTS", files.create, path, b"two").file == path
    assert load(path) == b"one"


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
    failure = refused("E_FILE_LINE", files.dump, {"a": [[{f"key-{n}": n for n in range(200)}]]}, "game.toml")
    assert ".json" in failure.hint
    refused("E_FILE_LINE", files.dump, {"a": "x" * 90}, "order.toml", width=80)


def test_lines_of_a_log(path):
    assert files.size(path) == 0
    for line in (b"one", b"", b"three"):
        files.append_line(path, line)
    assert load(path) == b"one\n\nthree\n"
    assert files.size(path) == 11
    assert list(files.each_line(path, 5)) == [b"one", b"", b"three"]
    files.truncate(path, 4)
    files.append_line(path, b"two", sync=False)
    assert list(files.each_line(path, 5)) == [b"one", b"two"]


def test_a_line_is_one_line(path):
    with pytest.raises(AssertionError):
        files.append_line(path, b"one\ntwo")


LAST = {
    b"": (b"", 0, True),
    b"\n": (b"", 0, True),
    b"one\n": (b"one", 0, True),
    b"one": (b"one", 0, False),
    b"one\ntwo\n": (b"two", 4, True),
    b"one\ntwo": (b"two", 4, False),
    b"one\n\n": (b"", 4, True),
    b"12345\n": (b"12345", 0, True),
    b"12345": (b"12345", 0, False),
    b"a\n12345\n": (b"12345", 2, True),
    b"abcdefgh\n12345\n": (b"12345", 9, True),
    b"abcdefgh\n12345": (b"12345", 9, False),
    b"abcdefgh\n\n": (b"", 9, True),
}


@pytest.mark.parametrize("data", LAST)
def test_the_last_line(path, data):
    save(path, data)
    assert files.last_line(path, 5) == LAST[data]


def test_the_last_line_of_nothing(path):
    assert files.last_line(path, 5) == (b"", 0, True)


@pytest.mark.parametrize("data", [b"123456\n", b"123456", b"a\n123456\n", b"a\n123456", b"a\n1234567\n", b"a\n1234567"])
def test_a_line_over_the_limit(path, data):
    save(path, data)
    refused("E_FILE_SIZE", files.last_line, path, 5)
    refused("E_FILE_SIZE", list, files.each_line(path, 5))


def test_only_the_end_of_a_long_log_is_read(path):
    save(path, b"")
    os.truncate(path, 1 << 40)
    files.append_line(path, b"")
    refused("E_FILE_SIZE", files.last_line, path, 100)
    files.append_line(path, b"last")
    assert files.last_line(path, 100) == (b"last", (1 << 40) + 1, True)


def test_a_torn_line_can_be_cut_off(path):
    save(path, b"one\ntwo\nthr")
    _, start, whole = files.last_line(path, 10)
    assert not whole
    files.truncate(path, start)
    assert files.last_line(path, 10) == (b"two", 4, True)


def test_a_torn_line_is_read_like_any_other(path):
    save(path, b"one\ntw")
    assert list(files.each_line(path, 5)) == [b"one", b"tw"]
    refused("E_FILE_MISSING", list, files.each_line(path + "x", 5))


HOLD = "with files.lock(sys.argv[1]): print('held', flush=True); sys.stdin.read()"


@pytest.fixture
def holder(folder):
    """Another process that holds the folder until its standard input ends."""
    with subprocess.Popen(
        [sys.executable, "-c", IMPORTS + HOLD, folder], env=ENVIRONMENT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as child:
        assert child.stdout.readline() == b"held\n"
        yield child
        child.kill()


def test_a_lock_keeps_others_out(folder, holder):
    def enter():
        with files.lock(folder, wait=0.2):
            raise AssertionError

    assert isinstance(refused("E_BUSY", enter), Busy)
    assert os.listdir(folder) == []


def test_a_lock_is_waited_for(folder, holder):
    with subprocess.Popen(
        [sys.executable, "-c", IMPORTS + HOLD, folder], env=ENVIRONMENT, stdin=subprocess.DEVNULL
    ) as next_one:
        time.sleep(0.2)
        assert next_one.poll() is None
        holder.stdin.close()
        assert next_one.wait(30) == 0
    with files.lock(folder, wait=0):
        pass


def test_a_lock_ends_with_its_process(folder, holder):
    holder.kill()
    holder.wait()
    with files.lock(folder, wait=0):
        pass


def test_a_lock_ends_with_an_error(folder):
    with pytest.raises(FileNotFoundError), files.lock(folder):
        raise FileNotFoundError
    with files.lock(folder, wait=0):
        pass


def test_a_lock_on_nothing(path):
    with pytest.raises(Malformed) as caught, files.lock(path):
        pass
    assert caught.value.code == "E_FILE_MISSING"


def test_names_are_those_of_ordinary_files(folder):
    assert files.names(os.path.join(folder, "inbox")) == []
    for name in ("b", "a", ".hidden"):
        save(os.path.join(folder, name), b"")
    os.mkdir(os.path.join(folder, "c"))
    os.symlink("a", os.path.join(folder, "d"))
    os.mkfifo(os.path.join(folder, "e"))
    assert files.names(folder) == ["a", "b"]
    refused("E_FILE_MISSING", files.names, os.path.join(folder, "a"))


def test_a_file_or_a_folder(folder, path):
    assert not files.is_file(path)
    assert not files.is_folder(path)
    save(path, b"")
    assert files.is_file(path)
    assert files.is_folder(folder)
    assert not files.is_file(folder)
    assert not files.is_folder(path)
    os.symlink("game.toml", path + "l")
    assert not files.is_file(path + "l")


def test_making_and_removing(folder):
    deep = os.path.join(folder, "a", "b")
    files.make_folder(deep)
    files.make_folder(deep)
    assert files.is_folder(deep)
    file = os.path.join(deep, "c")
    save(file, b"")
    refused("E_FILE_EXISTS", files.make_folder, file)
    files.remove(file)
    files.remove(file)
    assert not files.is_file(file)
    refused("E_FILE_TYPE", files.remove, deep)


def test_inside_git(folder):
    deep = os.path.join(folder, "a", "b")
    files.make_folder(deep)
    assert not files.inside_git(os.path.join(deep, "key"))
    save(os.path.join(folder, "a", ".git"), b"gitdir: elsewhere\n")
    assert files.inside_git(os.path.join(deep, "key"))
    assert files.inside_git(deep)
    assert not files.inside_git(folder)
    os.symlink(deep, os.path.join(folder, "link"))
    assert files.inside_git(os.path.join(folder, "link", "key"))


def test_a_key_is_for_its_owner_only(path):
    files.create(path, "# Zo\u00eb\nLPBE-SECRET-1-X\n".encode())
    assert files.read_key_text(path) == "# Zo\u00eb\nLPBE-SECRET-1-X\n"
    for mode in (0o644, 0o640, 0o604, 0o660):
        os.chmod(path, mode)
        failure = refused("E_KEY_PERMS", files.read_key_text, path)
        assert "chmod 600" in failure.hint
        assert failure.file == path


def test_a_key_is_short_text(path):
    files.create(path, b"\xff")
    assert refused("E_FILE_UTF8", files.read_key_text, path).file == path
    files.write(path, b"x" * 4097, 0o600)
    refused("E_FILE_SIZE", files.read_key_text, path)


def test_a_key_on_standard_input():
    assert run("print(files.read_key_text('-'))", input=b"LPBE") == b"LPBE\n"


def test_settings_of_the_environment(monkeypatch):
    monkeypatch.setenv("LPBE_TEST", "x")
    assert files.environment("LPBE_TEST") == "x"
    assert files.environment("LPBE_TEST", pop=True) == "x"
    assert "LPBE_TEST" not in os.environ
    assert files.environment("LPBE_TEST") == files.environment("LPBE_TEST", pop=True) == ""


def test_shipped_data_is_there():
    assert files.packaged("../py.typed") == b""
    with pytest.raises(AssertionError):
        files.packaged("nothing.json")


def test_what_reading_and_writing_do_not_import():
    slow = ["pathlib", "tempfile", "random", "dataclasses", "tomllib", "tomli", "tomli_w", "json.decoder", "email"]
    code = "print([name for name in sys.argv[1:] if name in sys.modules])"
    assert run(code, *slow) == b"[]\n"


def test_a_content_file_that_was_not_built_is_told_by_its_name():
    assert files.is_packaged("pebbles.json") and not files.is_packaged("stones.json")
    with pytest.raises(Malformed, match=r"no content file 'stones\.json'") as fault:
        files.packaged("stones.json")
    assert (fault.value.code, "build_content" in fault.value.hint) == ("E_CONTENT", True)


def test_only_files_and_empty_folders_are_discarded(tmp_path):
    (tmp_path / "full").mkdir()
    (tmp_path / "empty").mkdir()
    (tmp_path / "full" / "file").touch()
    (tmp_path / "link").symlink_to(tmp_path / "full")
    for name in ("full", "empty", "link", "none"):
        files.discard(str(tmp_path / name))
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["file", "full"]
