"""Which repository is meant: the one that a person's checkout follows, or one that is named."""

from __future__ import annotations

import re
from os.path import abspath, isdir, join, lexists, normpath, realpath

from msgspec import Struct

from ..kernel.base.errors import Malformed, Misused
from ..kernel.base.text import quote
from .git import Git, own_settings

SCP_LIKE = re.compile(r"[^/:]+:")
"""host:path, as ssh takes it."""
PARTIAL = r"^(extensions\.partialclone|remote\..*\.(promisor|partialclonefilter))$"


class Source(Struct, frozen=True):
    """A branch of a repository that everybody pushes to, and the checkout it is known from, if there is one."""

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


def top_of(folder: str) -> str:
    """The checkout that a folder lies in."""
    git = Git("-C", folder)
    done = git.attempt("rev-parse", "--show-toplevel")
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace")
        if "not a git repository" in said:
            hint = "make one: lpbe repo init GAME; or name another: --repo URL"
            raise Malformed("E_GIT", "'{folder}' lies in no git repository", hint, folder=quote(folder))
        raise Malformed("E_GIT", "git could not {deed}: {why}", deed="rev-parse", why=quote(said.strip()))
    top = done.stdout.decode("utf-8", "surrogateescape").removesuffix("\n")
    check_checkout(git, top)
    return top


def check_checkout(git: Git, top: str) -> None:
    """Its files lie where its .git does, and it is whole: whoever hands a folder over chooses neither for us."""
    where = ("rev-parse", "--absolute-git-dir")
    if not lexists(join(top, ".git")) or git.word(*where) != Git("-C", top).word(*where):
        told = "the settings of this checkout say that its files lie in '{folder}'"
        raise Malformed("E_GIT", told, "make a new clone: git clone URL", folder=quote(top))
    if own_settings(git, PARTIAL):
        told = "'{folder}' is a partial clone: the rest is got by programs that its settings name"
        raise Malformed("E_GIT", told, "make a whole one: git clone URL", folder=quote(top))


def inside(top: str, folder: str) -> str:
    """A folder of a checkout as the repository names it; the top itself is nothing."""
    return realpath(folder).removeprefix(realpath(top)).strip("/")


def local_source(top: str) -> Source:
    """The branch that is checked out, where it lies."""
    return Source(top, branch_of(Git("-C", top)), top)


def followed_source(top: str) -> Source:
    """The branch that the one checked out here follows, at its remote."""
    git = Git("-C", top)
    branch = branch_of(git)
    remote = git.word("config", f"branch.{branch}.remote")
    merge = git.word("config", f"branch.{branch}.merge")
    if not remote or remote == "." or not merge.startswith("refs/heads/"):
        hint = "publish it first: git push -u origin {branch}"
        raise Malformed("E_GIT", "branch {branch} follows no branch of a remote", hint, branch=quote(branch))
    url, target = git.word("remote", "get-url", "--", remote), git.word("remote", "get-url", "--push", "--", remote)
    whole = whole_url(url, top)
    push_url = "" if target == url else whole_url(target, top)
    return Source(whole, checked_branch(merge.removeprefix("refs/heads/")), top, push_url)


def branch_of(git: Git) -> str:
    branch = git.word("symbolic-ref", "--quiet", "HEAD")
    if not branch.startswith("refs/heads/"):
        raise Malformed("E_GIT", "no branch is checked out here", "check one out: git switch BRANCH")
    return branch.removeprefix("refs/heads/")


def named_source(url: str, branch: str | None) -> Source:
    """A repository by its address; of its branches the one that it shows first."""
    whole = whole_url(url, "")
    return Source(whole, checked_branch(branch or first_branch(whole)))


def first_branch(url: str) -> str:
    answer = Git()("ls-remote", "--symref", "--", url, "HEAD").decode("utf-8", "replace")
    found = re.match(r"ref: refs/heads/(\S+)\tHEAD\n", answer)
    if not found:
        raise Malformed("E_GIT", "'{url}' does not say which branch is its first", "name it: --branch", url=shown(url))
    return found[1]


def checked_branch(branch: str) -> str:
    if Git().attempt("check-ref-format", f"refs/heads/{branch}").returncode:
        raise Misused("E_USAGE", "'{branch}' is no name of a branch", branch=quote(branch))
    return branch


def whole_url(url: str, base: str) -> str:
    """An address that means the same wherever it is used: a path is made whole, and is none of git's options."""
    if not url or url.startswith("-"):
        raise Malformed("E_GIT", "'{url}' is no address of a repository", url=shown(url))
    path = join(base, url)
    if "://" in url or (SCP_LIKE.match(url) and not isdir(path)):
        return url
    return normpath(abspath(path))


def shown(url: str) -> str:
    """An address without the password that may stand in it."""
    return quote(re.sub(r"//[^/@\s]*@", "//", url))
