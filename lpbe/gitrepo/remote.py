"""Find the repository to use: the one that a checkout follows, or a named one."""

from __future__ import annotations

import re
from os.path import abspath, isdir, join, lexists, normpath, realpath

from msgspec import Struct

from ..kernel.base.errors import Malformed, Misused
from ..kernel.base.safe_text import quote
from .git import Git, own_settings

SCP_ADDRESS = re.compile(r"[^/:]+:")
"""host:path, as ssh accepts it."""
PARTIAL_CLONE = r"^(extensions\.partialclone|remote\..*\.(promisor|partialclonefilter))$"


class Source(Struct, frozen=True):
    """A branch that everybody pushes to, and the user's checkout of it, if there is one."""

    url: str
    branch: str
    checkout: str = ""
    push_url: str = ""

    @property
    def target(self) -> str:
        return self.push_url or self.url

    @property
    def ref(self) -> str:
        return f"refs/heads/{self.branch}"


def checkout_top(folder: str) -> str:
    """Return the top folder of the checkout that a folder is in."""
    git = Git("-C", folder)
    done = git.attempt("rev-parse", "--show-toplevel")
    if done.returncode:
        errors = done.stderr.decode("utf-8", "replace")
        if "not a git repository" in errors:
            hint = "create one with lpbe repo init GAME, or name one with --repo URL"
            raise Malformed("E_GIT", "'{folder}' is not in a git repository", hint, folder=quote(folder))
        raise Malformed("E_GIT", "git {deed} failed: {why}", deed="rev-parse", why=quote(errors.strip()))
    top = done.stdout.decode("utf-8", "surrogateescape").removesuffix("\n")
    check_checkout(git, top)
    return top


def check_checkout(git: Git, top: str) -> None:
    """Refuse a checkout whose settings put its files elsewhere, or name programs that fetch missing parts."""
    where = ("rev-parse", "--absolute-git-dir")
    if not lexists(join(top, ".git")) or git.line(*where) != Git("-C", top).line(*where):
        message = "the settings of this checkout say that its files are in '{folder}'"
        raise Malformed("E_GIT", message, "make a new clone: git clone URL", folder=quote(top))
    if own_settings(git, PARTIAL_CLONE):
        message = "'{folder}' is a partial clone, whose settings name programs that fetch the rest"
        raise Malformed("E_GIT", message, "make a full clone: git clone URL", folder=quote(top))


def path_inside(top: str, folder: str) -> str:
    """Return the path of a folder inside its checkout; the top is the empty string."""
    return realpath(folder).removeprefix(realpath(top)).strip("/")


def local_source(top: str) -> Source:
    """Return the branch that is checked out, in the checkout itself."""
    return Source(top, current_branch(Git("-C", top)), top)


def followed_source(top: str) -> Source:
    """Return the remote branch that the one checked out here follows."""
    git = Git("-C", top)
    branch = current_branch(git)
    remote = git.line("config", f"branch.{branch}.remote")
    merge = git.line("config", f"branch.{branch}.merge")
    if not remote or remote == "." or not merge.startswith("refs/heads/"):
        hint = "publish it first: git push -u origin {branch}"
        raise Malformed("E_GIT", "branch {branch} does not track a remote branch", hint, branch=quote(branch))
    url = git.line("remote", "get-url", "--", remote)
    push_url = git.line("remote", "get-url", "--push", "--", remote)
    return Source(
        url=absolute_url(url, top),
        branch=check_branch(merge.removeprefix("refs/heads/")),
        checkout=top,
        push_url="" if push_url == url else absolute_url(push_url, top),
    )


def current_branch(git: Git) -> str:
    branch = git.line("symbolic-ref", "--quiet", "HEAD")
    if not branch.startswith("refs/heads/"):
        raise Malformed("E_GIT", "no branch is checked out here", "check one out: git switch BRANCH")
    return branch.removeprefix("refs/heads/")


def named_source(url: str, branch: str | None) -> Source:
    """Return a repository by its URL, with its default branch if none is named."""
    absolute = absolute_url(url, "")
    return Source(absolute, check_branch(branch or default_branch(absolute)))


def default_branch(url: str) -> str:
    answer = Git()("ls-remote", "--symref", "--", url, "HEAD").decode("utf-8", "replace")
    found = re.match(r"ref: refs/heads/(\S+)\tHEAD\n", answer)
    if not found:
        raise Malformed(
            "E_GIT", "'{url}' does not name its default branch", "name it with --branch", url=without_password(url)
        )
    return found[1]


def check_branch(branch: str) -> str:
    if Git().attempt("check-ref-format", f"refs/heads/{branch}").returncode:
        raise Misused("E_USAGE", "'{branch}' is not a valid branch name", branch=quote(branch))
    return branch


def absolute_url(url: str, base: str) -> str:
    """Return a URL that means the same everywhere: make paths absolute. Refuse what git would take for an option."""
    if not url or url.startswith("-"):
        raise Malformed("E_GIT", "'{url}' is not the address of a repository", url=without_password(url))
    path = join(base, url)
    if "://" in url or (SCP_ADDRESS.match(url) and not isdir(path)):
        return url
    return normpath(abspath(path))


def without_password(url: str) -> str:
    """Return a URL without a password in it, for messages."""
    return quote(re.sub(r"//[^/@\s]*@", "//", url))
