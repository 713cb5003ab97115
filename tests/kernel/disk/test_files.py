"""Files from anybody: what is not read, and with which code it is refused."""

import errno
import os
import socket

import pytest

from lpbe.kernel.base.errors import Malformed
from lpbe.kernel.disk import environment, files
from lpbe.kernel.disk.packaged import read_packaged

from .reading import expect_refusal, load, run, save


def test_reading_up_to_the_limit(path):
    save(path, b"x" * 100)
    assert files.read(path, 100) == b"x" * 100
    failure = expect_refusal("E_FILE_SIZE", files.read, path, 99)
    assert isinstance(failure, Malformed)
    assert failure.file == path


def test_a_missing_file(path):
    assert expect_refusal("E_FILE_MISSING", files.read, path, 10).file == path
    expect_refusal("E_FILE_MISSING", files.read, path + "/deeper", 10)
    expect_refusal("E_FILE_MISSING", files.read_letter_data, path)
    expect_refusal("E_FILE_MISSING", files.read_game_data, path)


def test_a_folder_is_not_read(folder):
    expect_refusal("E_FILE_TYPE", files.read, folder, 10)


def test_a_pipe_is_not_waited_for(path):
    os.mkfifo(path)
    expect_refusal("E_FILE_TYPE", files.read, path, 10)
    expect_refusal("E_FILE_TYPE", files.append_line, path, b"x")
    expect_refusal("E_FILE_TYPE", files.write, path, b"x")
    expect_refusal("E_FILE_TYPE", files.last_line, path, 10)
    expect_refusal("E_FILE_TYPE", files.read_key_text, path)


def test_a_device_is_not_read():
    expect_refusal("E_FILE_TYPE", files.read, "/dev/zero", 10)
    expect_refusal("E_FILE_TYPE", files.read_letter_data, "/dev/zero")
    expect_refusal("E_FILE_TYPE", files.write, "/dev/null", b"x")


def test_a_socket_is_not_read(folder, monkeypatch):
    monkeypatch.chdir(folder)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("s")
        expect_refusal("E_FILE_TYPE", files.read, "s", 10)


def test_a_link_is_not_followed(folder, path):
    save(os.path.join(folder, "real"), b"a = 1\n")
    os.symlink("real", path)
    for call in (files.read, files.last_line):
        expect_refusal("E_FILE_TYPE", call, path, 10)
    expect_refusal("E_FILE_TYPE", files.write, path, b"x")
    expect_refusal("E_FILE_TYPE", files.append_line, path, b"x")
    expect_refusal("E_FILE_TYPE", files.truncate, path, 0)
    expect_refusal("E_FILE_TYPE", files.size, path)
    expect_refusal("E_FILE_EXISTS", files.create, path, b"x")
    assert load(path) == b"a = 1\n"


def test_a_link_to_nowhere_is_not_written_through(folder, path):
    os.symlink("elsewhere", path)
    expect_refusal("E_FILE_TYPE", files.write, path, b"x")
    expect_refusal("E_FILE_EXISTS", files.create, path, b"x")
    expect_refusal("E_FILE_TYPE", files.append_line, path, b"x")
    assert os.listdir(folder) == ["game.toml"]


def test_a_huge_sparse_file(path):
    save(path, b"")
    os.truncate(path, 100 << 20)
    expect_refusal("E_FILE_SIZE", files.read_letter_data, path)
    expect_refusal("E_FILE_SIZE", files.read_game_data, path)
    os.chmod(path, 0o600)
    expect_refusal("E_FILE_SIZE", files.read_key_text, path)
    expect_refusal("E_FILE_SIZE", files.last_line, path, files.MAX_LOG_LINE_BYTES)
    expect_refusal("E_FILE_SIZE", next, files.each_line(path, files.MAX_LOG_LINE_BYTES))


def test_an_order_of_65_kib(path):
    save(path, b"# a comment\n" * 5000 + b"#" * (65 * 1024 - 60000))
    expect_refusal("E_FILE_SIZE", files.read_letter_data, path)


def test_names_in_messages_cannot_steer_a_terminal(folder):
    path = os.path.join(folder, "\x1b[31m\n\u202e" + "x" * 100)
    message = expect_refusal("E_FILE_MISSING", files.read, path, 10).message
    assert message.isprintable()
    assert len(message) < 120


def test_other_errors_of_the_system_have_a_code(folder):
    expect_refusal("E_FILE_IO", files.read, os.path.join(folder, "x" * 300), 10)


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


def test_a_key_is_for_its_owner_only(path):
    files.create(path, "# Zo\u00eb\nLPBE-SECRET-1-X\n".encode())
    assert files.read_key_text(path) == "# Zo\u00eb\nLPBE-SECRET-1-X\n"
    for mode in (0o644, 0o640, 0o604, 0o660):
        os.chmod(path, mode)
        failure = expect_refusal("E_KEY_PERMS", files.read_key_text, path)
        assert "chmod 600" in failure.hint
        assert failure.file == path


def test_a_key_is_short_text(path):
    files.create(path, b"\xff")
    assert expect_refusal("E_FILE_UTF8", files.read_key_text, path).file == path
    files.write(path, b"x" * 4097, 0o600)
    expect_refusal("E_FILE_SIZE", files.read_key_text, path)


def test_a_key_on_standard_input():
    assert run("print(files.read_key_text('-'))", input=b"LPBE") == b"LPBE\n"


def test_settings_of_the_environment(monkeypatch):
    monkeypatch.setenv("LPBE_TEST", "x")
    assert environment.get_variable("LPBE_TEST") == "x"
    assert environment.get_variable("LPBE_TEST", pop=True) == "x"
    assert "LPBE_TEST" not in os.environ
    assert environment.get_variable("LPBE_TEST") == environment.get_variable("LPBE_TEST", pop=True) == ""


def test_shipped_data_is_there():
    assert read_packaged("py.typed") == b""
    with pytest.raises(Malformed, match=r"no content file 'nothing\.json'"):
        read_packaged("nothing.json")


def test_what_reading_and_writing_do_not_import():
    slow = ["pathlib", "tempfile", "random", "dataclasses", "tomllib", "tomli", "tomli_w", "json.decoder", "email"]
    code = "print([name for name in sys.argv[1:] if name in sys.modules])"
    assert run(code, *slow) == b"[]\n"


def test_only_files_and_empty_folders_are_discarded(tmp_path):
    (tmp_path / "full").mkdir()
    (tmp_path / "empty").mkdir()
    (tmp_path / "full" / "file").touch()
    (tmp_path / "link").symlink_to(tmp_path / "full")
    for name in ("full", "empty", "link", "none"):
        files.discard(str(tmp_path / name))
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["file", "full"]


def test_a_file_that_was_read_is_read_whatever_its_closing_says(path, monkeypatch):
    """A reader that leaves a log early closes it when nobody is interested any more."""
    save(path, b"one\ntwo\n")
    close = os.close

    def failing(handle):
        close(handle)
        raise PermissionError(errno.EACCES, "closing")

    monkeypatch.setattr(os, "close", failing)
    assert files.read(path, 100) == b"one\ntwo\n"
    lines = files.each_line(path, 100)
    assert next(lines) == b"one"
    lines.close()
    expect_refusal("E_FILE_ACCESS", files.append_line, path, b"three")
