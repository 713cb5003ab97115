"""Which games of which repositories are meant by what a command says."""

from __future__ import annotations

from ..app.hosting import all_folders
from ..kernel.disk import files
from .source import Source, followed_source, inside, local_source, named_source, top_of

Wanted = list[tuple[Source, list[str]]]
"""Repositories, and the folders of games in each; none: all that are there."""


def wanted(games: tuple[str, ...], push: bool, repo: str | None, branch: str | None) -> Wanted:
    if repo is not None:
        return [(named_source(repo, branch), [name.strip("/") for name in games if name.strip("/") != "."])]
    tops: dict[str, list[str]] = {}
    for folder in all_folders(games):
        if not files.is_folder(folder):
            raise files.refusal(files.MISSING, folder)
        top = top_of(folder)
        tops.setdefault(top, []).append(inside(top, folder))
    return [(followed_source(top) if push else local_source(top), folders) for top, folders in tops.items()]
