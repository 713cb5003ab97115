"""One process at a time in a folder; and other operations on names, files and folders."""

import os
import subprocess
import sys
import time

import pytest

from lpbe.kernel.base.errors import Busy, Malformed
from lpbe.kernel.disk import files, folders

from .reading import ENVIRONMENT, IMPORTS, expect_refusal, save

HOLD = "with folders.lock(sys.argv[1]): print('held', flush=True); sys.stdin.read()"


@pytest.fixture
def holder(folder):
    """Yield another process that holds the folder until its standard input ends."""
    with subprocess.Popen(
        [sys.executable, "-c", IMPORTS + HOLD, folder], env=ENVIRONMENT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as child:
        assert child.stdout.readline() == b"held\n"
        yield child
        child.kill()


def test_a_lock_keeps_others_out(folder, holder):
    def enter():
        with folders.lock(folder, wait=0.2):
            raise AssertionError

    assert isinstance(expect_refusal("E_BUSY", enter), Busy)
    assert os.listdir(folder) == []


def test_a_lock_is_waited_for(folder, holder):
    with subprocess.Popen(
        [sys.executable, "-c", IMPORTS + HOLD, folder], env=ENVIRONMENT, stdin=subprocess.DEVNULL
    ) as next_one:
        time.sleep(0.2)
        assert next_one.poll() is None
        holder.stdin.close()
        assert next_one.wait(30) == 0
    with folders.lock(folder, wait=0):
        pass


def test_a_lock_ends_with_its_process(folder, holder):
    holder.kill()
    holder.wait()
    with folders.lock(folder, wait=0):
        pass


def test_a_lock_ends_with_an_error(folder):
    with pytest.raises(FileNotFoundError), folders.lock(folder):
        raise FileNotFoundError
    with folders.lock(folder, wait=0):
        pass


def test_a_lock_on_nothing(path):
    with pytest.raises(Malformed) as caught, folders.lock(path):
        pass
    assert caught.value.code == "E_FILE_MISSING"


def test_names_are_those_of_ordinary_files(folder):
    assert folders.file_names(os.path.join(folder, "inbox")) == []
    for name in ("b", "a", ".hidden"):
        save(os.path.join(folder, name), b"")
    os.mkdir(os.path.join(folder, "c"))
    os.symlink("a", os.path.join(folder, "d"))
    os.mkfifo(os.path.join(folder, "e"))
    assert folders.file_names(folder) == ["a", "b"]
    expect_refusal("E_FILE_MISSING", folders.file_names, os.path.join(folder, "a"))


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
    folders.make_folder(deep)
    folders.make_folder(deep)
    assert files.is_folder(deep)
    file = os.path.join(deep, "c")
    save(file, b"")
    expect_refusal("E_FILE_EXISTS", folders.make_folder, file)
    files.remove(file)
    files.remove(file)
    assert not files.is_file(file)
    expect_refusal("E_FILE_TYPE", files.remove, deep)


def test_inside_git(folder):
    deep = os.path.join(folder, "a", "b")
    folders.make_folder(deep)
    assert not folders.is_inside_git(os.path.join(deep, "key"))
    save(os.path.join(folder, "a", ".git"), b"gitdir: elsewhere\n")
    assert folders.is_inside_git(os.path.join(deep, "key"))
    assert folders.is_inside_git(deep)
    assert not folders.is_inside_git(folder)
    os.symlink(deep, os.path.join(folder, "link"))
    assert folders.is_inside_git(os.path.join(folder, "link", "key"))
