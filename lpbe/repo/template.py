"""What a repository gets beside its game: words for players, attributes, workflows, hooks. Nothing is written over."""

from __future__ import annotations

import re
from os.path import abspath, basename, dirname, join

from .. import __version__
from ..app.game import OpenGame
from ..kernel.base.errors import Malformed
from ..kernel.base.text import one_line, quote
from ..kernel.content.packs import words
from ..kernel.disk import files
from .git import Git
from .source import inside

GAME_PARTS = ("game.toml", "game.json", "log.jsonl", "pack.toml", "inbox", "reports", "refused")
WORKFLOWS = ".github/workflows"
KEEP = "inbox/.gitkeep"
PLAIN = re.compile(r"[\w./+-]+")
PROGRAM = re.compile(r"-|\w+::")
"""An address that is an option, or names a program of git's to fetch it."""


def filled(file: str, /, **values: str) -> bytes:
    """A file that is kept beside the program, with its blanks filled."""
    text = files.packaged(f"repo/{file}").decode()
    for blank, value in {"version": __version__, **values}.items():
        text = text.replace(f"@{blank.upper()}@", value)
    return text.encode()


def readme(opened: OpenGame, name: str, folder: str, forks: bool) -> bytes:
    lang = opened.game.genesis.lang
    game = words(opened.rules.game.name, lang).terms.get(opened.rules.game.name, opened.rules.game.name)
    more = filled(f"forks.{lang}.md").decode() if forks else ""
    text = filled(f"README.{lang}.md", name=name, game=str(game), folder=folder, more=more).decode()
    return text.replace(f"{name}/ ", f"{name} ").replace(f"{name}/\n", f"{name}\n").encode()


def begin(opened: OpenGame, ci: str) -> tuple[list[str], str]:
    """Make a repository of a game folder, or add to the one it lies in: which files are new, and the first commit."""
    folder = opened.place.folder
    top = Git("-C", folder).word("rev-parse", "--show-toplevel")
    fresh = not top
    top = top or abspath(folder)
    place, name = inside(top, folder), one_line(basename(top)) or "game"
    branch = "main" if fresh else Git("-C", top).word("symbolic-ref", "--short", "--quiet", "HEAD") or "main"
    check_plain(branch, ci)
    wanted = {join(folder, KEEP): b"", join(folder, ".gitattributes"): filled("gitattributes")}
    wanted[join(folder, "README.md")] = readme(opened, name, place, ci == "forks")
    if ci == "forks":
        wanted[join(top, WORKFLOWS, "lpbe-check.yml")] = filled("check.yml")
        wanted[join(top, WORKFLOWS, "lpbe-run.yml")] = filled("run.yml", branch=branch)
    new = write_new(wanted)
    return new, first_commit(top, [*GAME_PARTS, *(inside(top, path) for path in new)]) if fresh else ""


def check_plain(branch: str, ci: str) -> None:
    """A branch that stands in a workflow is called so that no shell and no server makes more of it."""
    if ci != "none" and not PLAIN.fullmatch(branch):
        told = "branch '{branch}' has a name that a workflow may take for something else"
        raise Malformed("E_GIT", told, "rename it: git branch -m main", branch=quote(branch))


def begin_referee(folder: str, url: str) -> tuple[list[str], str]:
    """A repository of the host's alone, whose workflow referees a game that lies elsewhere."""
    files.make_folder(folder)
    if Git("-C", folder).word("rev-parse", "--show-toplevel"):
        raise Malformed("E_GIT", "'{folder}' lies in a git repository already", folder=quote(folder))
    if any(char in url for char in "\"'\\{`\n") or not url.isprintable() or PROGRAM.match(url):
        raise Malformed("E_GIT", "'{url}' is no address of a repository", url=quote(url))
    path = join(folder, WORKFLOWS, "lpbe-referee.yml")
    new = write_new({path: filled("referee.yml", url=url), join(folder, "README.md"): filled("referee.en.md", url=url)})
    return new, first_commit(abspath(folder), [inside(folder, path) for path in new])


def write_new(wanted: dict[str, bytes]) -> list[str]:
    """What is there already is left alone."""
    new = [path for path in wanted if not files.is_there(path)]
    for path in new:
        files.make_folder(dirname(path))
        files.write(path, wanted[path])
    return new


def first_commit(top: str, paths: list[str]) -> str:
    git = Git("-C", top)
    git("init", "--quiet", "--initial-branch=main", "--template=")
    git.be_somebody()
    there = [path for path in dict.fromkeys(paths) if files.is_there(join(top, path))]
    git("add", "--force", "--", *there)
    git("commit", "--quiet", "--no-verify", "--no-gpg-sign", "-m", "a game begins")
    return git.word("rev-parse", "HEAD")


def hang_hooks(bare: str, lpbe: str, key: str | None) -> list[str]:
    """Let a bare repository check what is pushed, and referee its games."""
    git = Git("-C", bare)
    if git.word("rev-parse", "--is-bare-repository") != "true":
        hint = "make one: git init --bare FOLDER"
        raise Malformed("E_GIT", "'{folder}' is no bare repository", hint, folder=quote(bare))
    folder = join(git.word("rev-parse", "--absolute-git-dir"), "hooks")
    said = f"export LPBE_KEY_FILE={shell_word(abspath(key))}" if key else ":"
    wanted = {join(folder, name): filled(name, lpbe=lpbe, key=said) for name in ("pre-receive", "post-receive")}
    files.make_folder(folder)
    for path, data in wanted.items():
        files.create(path, data, 0o755)
    return list(wanted)


def shell_word(text: str) -> str:
    """A text as a shell takes it, whatever is in it."""
    return "'" + text.replace("'", "'\\''") + "'"
