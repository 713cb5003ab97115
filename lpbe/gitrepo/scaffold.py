"""Set up a repository for a game: README, attributes, workflows and hooks. No existing file is overwritten."""

from __future__ import annotations

import re
from enum import StrEnum
from os.path import abspath, basename, dirname, join

from ..app.session.open_game import OpenGame
from ..kernel.base.errors import Malformed
from ..kernel.base.safe_text import one_line, quote
from ..kernel.content.packs import words
from ..kernel.disk import files, folders
from ..kernel.disk.packaged import read_packaged
from ..version import __version__
from .git import Git
from .pinned_program import PinnedProgram, require_program
from .remote import path_inside

GAME_PATHS = ("game.toml", "game.json", "log.jsonl", "pack.toml", "inbox", "reports", "refused")
WORKFLOW_FOLDER = ".github/workflows"
INBOX_PLACEHOLDER = "inbox/.gitkeep"
SAFE_BRANCH = re.compile(r"[\w./+-]+")
UNSAFE_URL = re.compile(r"-|\w+::")
"""A URL that git would take for an option or for the name of a program."""


class Workflows(StrEnum):
    """Which workflows a repository gets."""

    NONE = "none"
    FORKS = "forks"
    """For players who send pull requests from forks."""


def fill_template(file: str, /, **values: str) -> bytes:
    """Return a template of the package with its placeholders filled in."""
    text = read_packaged(f"gitrepo/templates/{file}").decode()
    for placeholder, value in {"version": __version__, **values}.items():
        text = text.replace(f"@{placeholder.upper()}@", value)
    return text.encode()


def readme_text(opened: OpenGame, name: str, folder: str, forks: bool, program: PinnedProgram | None) -> bytes:
    """Return the README for the players, in the game's language."""
    lang = opened.game.genesis.lang
    game = words(opened.rules.game.name, lang).terms.get(opened.rules.game.name, opened.rules.game.name)
    more = fill_template(f"forks.{lang}.md").decode() if forks else ""
    install = install_text(lang, name, program)
    text = fill_template(
        f"README.{lang}.md", name=name, game=str(game), folder=folder, more=more, install=install
    ).decode()
    return text.replace(f"{name}/ ", f"{name} ").replace(f"{name}/\n", f"{name}\n").encode()


def install_text(lang: str, name: str, program: PinnedProgram | None) -> str:
    """Return how players get the program. If the repository neither keeps nor names one, they have to ask the host."""
    if program is None:
        return {"fr": " ; l'hôte vous dit où le trouver"}.get(lang, "; the host tells you where to get it")
    source = f"{name}/{program.install_from}" if program.wheel else program.install_from
    return f" (`pipx install {source}`)"


def init_game_repo(opened: OpenGame, workflows: Workflows, program: PinnedProgram | None) -> tuple[list[str], str]:
    """Make a repository of a game folder, or add to the one it is in; return the new files and the first commit."""
    folder = opened.place.folder
    top = Git("-C", folder).line("rev-parse", "--show-toplevel")
    fresh = not top
    top = top or abspath(folder)
    place = path_inside(top, folder)
    name = one_line(basename(top)) or "game"
    branch = "main" if fresh else Git("-C", top).line("symbolic-ref", "--short", "--quiet", "HEAD") or "main"
    check_branch_name(branch, workflows)
    templates = {join(folder, INBOX_PLACEHOLDER): b"", join(folder, ".gitattributes"): fill_template("gitattributes")}
    templates[join(folder, "README.md")] = readme_text(opened, name, place, workflows is Workflows.FORKS, program)
    if workflows is Workflows.FORKS:
        program = require_program(program)
        templates[join(top, WORKFLOW_FOLDER, "lpbe-check.yml")] = fill_template("check.yml")
        templates[join(top, WORKFLOW_FOLDER, "lpbe-run.yml")] = fill_template("run.yml", branch=branch)
    if program:
        templates |= {join(top, path): data for path, data in program.files().items()}
    new = write_missing(templates)
    return new, first_commit(top, [*GAME_PATHS, *(path_inside(top, path) for path in new)]) if fresh else ""


def check_branch_name(branch: str, workflows: Workflows) -> None:
    """Refuse a branch name that a shell or a server could misread, if a workflow contains it."""
    if workflows is not Workflows.NONE and not SAFE_BRANCH.fullmatch(branch):
        message = "a workflow could misread the branch name '{branch}'"
        raise Malformed("E_GIT", message, "rename it: git branch -m main", branch=quote(branch))


def init_referee_repo(folder: str, url: str, program: PinnedProgram | None) -> tuple[list[str], str]:
    """Make a repository for the host alone, whose workflow is the referee of a game in another one."""
    folders.make_folder(folder)
    if Git("-C", folder).line("rev-parse", "--show-toplevel"):
        raise Malformed("E_GIT", "'{folder}' is already in a git repository", folder=quote(folder))
    if any(char in url for char in "\"'\\{`\n") or not url.isprintable() or UNSAFE_URL.match(url):
        raise Malformed("E_GIT", "'{url}' is not the address of a repository", url=quote(url))
    pinned = require_program(program)
    path = join(folder, WORKFLOW_FOLDER, "lpbe-referee.yml")
    new = write_missing(
        {
            path: fill_template("referee.yml", url=url),
            join(folder, "README.md"): fill_template("referee.en.md", url=url),
            **{join(folder, name): data for name, data in pinned.files().items()},
        }
    )
    return new, first_commit(abspath(folder), [path_inside(folder, path) for path in new])


def write_missing(templates: dict[str, bytes]) -> list[str]:
    """Write the files that do not exist yet, and return their paths."""
    new = [path for path in templates if not files.is_there(path)]
    for path in new:
        folders.make_folder(dirname(path))
        files.write(path, templates[path])
    return new


def first_commit(top: str, paths: list[str]) -> str:
    git = Git("-C", top)
    git("init", "--quiet", "--initial-branch=main", "--template=")
    git.ensure_author()
    there = [path for path in dict.fromkeys(paths) if files.is_there(join(top, path))]
    git("add", "--force", "--", *there)
    git("commit", "--quiet", "--no-verify", "--no-gpg-sign", "-m", "a game begins")
    return git.line("rev-parse", "HEAD")


def install_hooks(bare: str, lpbe: str, key: str | None) -> list[str]:
    """Install hooks in a bare repository that check pushes and act as referee of its games."""
    git = Git("-C", bare)
    if git.line("rev-parse", "--is-bare-repository") != "true":
        hint = "make one: git init --bare FOLDER"
        raise Malformed("E_GIT", "'{folder}' is not a bare repository", hint, folder=quote(bare))
    if not git.line("for-each-ref", "--count=1"):
        git("symbolic-ref", "HEAD", "refs/heads/main")  # as `repo init` calls it, whatever git's own default is
    folder = join(git.line("rev-parse", "--absolute-git-dir"), "hooks")
    key_line = f"export LPBE_KEY_FILE={shell_quote(abspath(key))}" if key else ":"
    templates = {
        join(folder, name): fill_template(name, lpbe=lpbe, key=key_line) for name in ("pre-receive", "post-receive")
    }
    folders.make_folder(folder)
    for path, data in templates.items():
        files.create(path, data, 0o755)
    return list(templates)


def shell_quote(text: str) -> str:
    """Quote a text for a shell."""
    return "'" + text.replace("'", "'\\''") + "'"
