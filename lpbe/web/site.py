"""Write games as a static site: the client, the files of the games, their pages, the lobby and feeds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from os.path import basename, dirname, join

import msgspec
from msgspec import UNSET, Struct, UnsetType

from ..app.session.locale import Locale
from ..app.session.open_game import OpenGame, is_in_game_folder, open_game
from ..app.session.session import Session
from ..kernel.base.canonical import Plain
from ..kernel.base.errors import Failure, MissingFile, Misused
from ..kernel.base.safe_text import quote
from ..kernel.disk import files, folders
from ..kernel.gamedir.receipts import RECEIPT_NAME
from ..kernel.schemas.web_answers import Lobby
from ..version import __version__
from .feed import News, atom_feed, game_news
from .links import page_address
from .lobby import lobby_game, server_info
from .lobby_page import lobby_page
from .pages import public_page, replay_page
from .serve import check_client
from .shelf import Shelved, check_paths, find_shelved

RECORD = "site.json"
"""What the site consists of, so that the next one can leave out what has not changed and remove what is gone."""
MAX_RECORD_BYTES = 8 << 20
MAX_FILE_BYTES = 256 << 20
NO_JEKYLL = ".nojekyll"
"""Its presence makes GitHub serve files as they are."""


class SiteRecord(Struct):
    """The files of a site, and the position of each game whose pages it has."""

    version: str = __version__
    files: list[str] = []
    games: dict[str, str] = {}


class WrittenSite(Struct, frozen=True):
    """A site that was written: its games, the files that are new, and those that were removed."""

    folder: str
    games: list[str]
    written: list[str]
    removed: list[str]
    locale: Locale

    def data(self) -> Plain:
        return {"folder": self.folder, "games": self.games, "files": self.written, "removed": self.removed}

    def text(self) -> str:
        return self.locale.localise(
            "{folder}: {games} games, {written} files written, {removed} removed",
            folder=self.folder,
            games=len(self.games),
            written=len(self.written),
            removed=len(self.removed),
        )


class Site:
    """A folder that becomes a site, file by file: each is replaced as a whole, and only if it is different."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.before = read_record(join(folder, RECORD))
        self.record = SiteRecord()
        self.written: list[str] = []

    def put(self, name: str, data: bytes) -> None:
        """Write a file of the site unless it is there already."""
        self.record.files.append(name)
        path = join(self.folder, name)
        if files.is_file(path) and files.size(path) == len(data) and files.read(path, len(data)) == data:
            return
        folders.make_folder(dirname(path))
        files.write(path, data, sync=False)
        self.written.append(name)

    def keep(self, *names: str) -> bool:
        """Keep files as they are, if they are all there."""
        if not all(files.is_file(join(self.folder, name)) for name in names):
            return False
        self.record.files += names
        return True

    def keep_below(self, place: str) -> None:
        """Keep what an earlier site had in a folder."""
        self.record.files += [name for name in self.before.files if name.startswith(place)]

    def remove_others(self) -> list[str]:
        """Remove what an earlier site had and this one does not have; no other file is touched."""
        gone = sorted({*self.before.files} - {*self.record.files})
        for name in gone:
            if is_plain(name):
                files.remove(join(self.folder, name))
        return gone

    def close(self) -> None:
        files.write(join(self.folder, RECORD), msgspec.json.encode(self.record), sync=False)


def read_record(path: str) -> SiteRecord:
    """Return what an earlier site consisted of; nothing if there is no record that can be read."""
    try:
        return msgspec.json.decode(files.read(path, MAX_RECORD_BYTES), type=SiteRecord)
    except (MissingFile, msgspec.DecodeError):
        return SiteRecord()


def is_plain(name: str) -> bool:
    """Return whether a recorded name stays in the folder."""
    return bool(name) and not name.startswith("/") and ".." not in name.split("/") and "\0" not in name


def write_site(
    session: Session,
    games: Sequence[str],
    folder: str,
    *,
    client: str = "",
    base_url: str = "",
    repository: str = "",
) -> WrittenSite:
    """Write the site of some games into a folder; what has not changed is not written again."""
    check_paths(games)
    if is_in_game_folder(folder):
        raise Misused("E_USAGE", "a site cannot be in the folder of a game", "write it somewhere else: -o FOLDER")
    base = page_address(base_url) if base_url else ""
    home = page_address(repository) if repository else UNSET
    client = check_client(client)
    folders.make_folder(folder)
    with folders.lock(folder):
        site = Site(folder)
        put_client(site, client)
        locale = Locale(session.locale.language)
        found = [*put_games(session, site, find_shelved(list(games)).values(), base, locale)]
        put_lobby(site, found, base, locale, home, not client)
        removed = site.remove_others()
        site.close()
    return WrittenSite(folder, [shelved.name for shelved, _ in found], site.written, removed, session.locale)


def put_client(site: Site, client: str) -> None:
    """Copy the client, if it is here."""
    site.put(NO_JEKYLL, b"")
    for path in folders.tree_files(client) if client else ():
        site.put(path[len(client.rstrip("/")) + 1 :], files.read(path, MAX_FILE_BYTES))


def put_games(
    session: Session, site: Site, shelf: Iterable[Shelved], base: str, locale: Locale
) -> Iterator[tuple[Shelved, OpenGame]]:
    """Write the games that can be read; of the others the host hears, and they stop nothing."""
    for shelved in shelf:
        try:
            opened = open_game(shelved.folder, keep_pins=False)
            put_game(site, shelved, opened, base, locale)
        except Failure as failure:
            session.warn(f"{quote(shelved.folder)}: {session.locale.localise_message(failure.sentence)}")
            site.keep_below(f"games/{shelved.name}/")
            continue
        yield shelved, opened


def put_game(site: Site, shelved: Shelved, opened: OpenGame, base: str, locale: Locale) -> None:
    """Write a game. Its log comes before its file: it may be ahead for a moment, but never behind."""
    below = f"games/{shelved.name}"
    place = opened.place
    for path in (place.log, place.pack, place.game):
        if files.is_file(path):
            site.put(f"{below}/{basename(path)}", files.read(path, MAX_FILE_BYTES))
    for name in folders.file_names(place.refused):
        if RECEIPT_NAME.fullmatch(name):
            site.put(f"{below}/refused/{name}", files.read(join(place.refused, name), files.MAX_GAME_BYTES))
    put_pages(site, shelved, opened)
    news = game_news(shelved, locale.language)
    site.put(f"{below}/feed.atom", atom_feed(news, shelved.name, base, f"{below}/feed.atom", locale.language))


def put_pages(site: Site, shelved: Shelved, opened: OpenGame) -> None:
    """Render the pages of a game that has changed, or that another version rendered."""
    names = [f"games/{shelved.name}/{page}.html" for page in ("index", "replay")]
    site.record.games[shelved.name] = opened.head
    same = site.before.games.get(shelved.name) == opened.head and site.before.version == __version__
    if not same or not site.keep(*names):
        site.put(names[0], public_page(shelved.folder, None))
        site.put(names[1], replay_page(shelved.folder, None))


def put_lobby(
    site: Site,
    found: Sequence[tuple[Shelved, OpenGame]],
    base: str,
    locale: Locale,
    repository: str | UnsetType,
    alone: bool,
) -> None:
    """Write the list of the games, and the page that shows it."""
    games = [lobby_game(shelved.name, opened) for shelved, opened in found]
    lobby = Lobby(games, server_info(accepts=False, repository=repository))
    page = lobby_page(lobby, locale)
    news: list[News] = [one for shelved, _ in found for one in game_news(shelved, locale.language)]
    title = locale.localise("games on this server")
    site.put("feed.atom", atom_feed(news, title, base, "feed.atom", locale.language))
    site.put("lobby.html", page)
    if alone:
        site.put("index.html", page)
    site.put("games.json", msgspec.json.encode(lobby) + b"\n")
