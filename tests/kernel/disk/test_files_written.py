"""Files of our own: written completely or not at all."""

import os
import stat
import subprocess
import sys

import pytest

from lpbe.kernel.disk import files, folders

from .reading import ENVIRONMENT, IMPORTS, expect_refusal, load, run, save


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
    assert folders.file_names(".") == ["game.toml", "key", "log.jsonl"]


def test_modes(folder, path):
    files.write(path, b"x", 0o600)
    files.create(os.path.join(folder, "key"), b"x")
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
    assert stat.S_IMODE(os.stat(os.path.join(folder, "key")).st_mode) == 0o600


def test_a_folder_is_not_overwritten(folder):
    expect_refusal("E_FILE_TYPE", files.write, folder, b"x")


def test_writing_into_a_missing_folder(path):
    expect_refusal("E_FILE_MISSING", files.write, path + "/x", b"x")
    expect_refusal("E_FILE_MISSING", files.create, path + "/x", b"x")
    expect_refusal("E_FILE_MISSING", files.append_line, path + "/x", b"x")


def test_what_a_dead_run_left_behind_is_in_nobodys_way(folder, path):
    stale = os.path.join(folder, f".game.toml.{os.getpid()}.0.tmp")
    save(stale, b"half")
    files.write(path, b"whole")
    assert load(path) == b"whole"
    assert load(stale) == b"half"
    assert folders.file_names(folder) == ["game.toml"]


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
    assert expect_refusal("E_FILE_EXISTS", files.create, path, b"two").file == path
    assert load(path) == b"one"


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
    expect_refusal("E_FILE_SIZE", files.last_line, path, 5)
    expect_refusal("E_FILE_SIZE", list, files.each_line(path, 5))


def test_only_the_end_of_a_long_log_is_read(path):
    save(path, b"")
    os.truncate(path, 1 << 40)
    files.append_line(path, b"")
    expect_refusal("E_FILE_SIZE", files.last_line, path, 100)
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
    expect_refusal("E_FILE_MISSING", list, files.each_line(path + "x", 5))
