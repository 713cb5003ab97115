"""Pages that are worked out from games: the public page, the replay, the lobby; kept until the game changes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

from ..app.reading.publish_report import ReportRequest, make_report
from ..app.reading.replay import find_replay
from ..app.session.session import Session
from ..kernel.base.errors import MissingFile
from ..kernel.disk.below import Stamp
from .shelf import Shelved

MAX_KEPT_BYTES = 64 << 20
Key = tuple[str, str, str]


class PageCache:
    """Pages by what they show, each for one version of its game; each is rendered by one thread at a time."""

    def __init__(self, most: int = MAX_KEPT_BYTES) -> None:
        self.most = most
        self.kept: OrderedDict[Key, tuple[Stamp, bytes]] = OrderedDict()
        self.rendering: dict[Key, Lock] = {}
        self.lock = Lock()

    def page(self, shelved: Shelved, kind: str, lang: str, render: Callable[[], bytes]) -> tuple[Stamp, bytes]:
        """Return a page of a game as it is now, with the version of the game that it shows at least."""
        key = (shelved.folder, kind, lang)
        stamp = shelved.stamp
        if stamp is None:
            raise MissingFile("E_FILE_MISSING", "there is no game '{game}' here", game=shelved.name)
        with self.turn(key):
            kept = self.kept.get(key)
            if kept is None or kept[0] != stamp:
                kept = stamp, render()
                self.keep(key, kept)
            return kept

    def turn(self, key: Key) -> Lock:
        with self.lock:
            return self.rendering.setdefault(key, Lock())

    def keep(self, key: Key, page: tuple[Stamp, bytes]) -> None:
        """Keep a page, and forget those that were made longest ago if there are too many."""
        with self.lock:
            self.kept.pop(key, None)
            self.kept[key] = page
            while sum(len(data) for _, data in self.kept.values()) > self.most and len(self.kept) > 1:
                self.kept.popitem(last=False)


def public_page(folder: str, lang: str | None) -> bytes:
    """Return the public page of a game: what happened since its start, and the position."""
    session = Session(language=lang or "", keep_pins=False)
    opened = session.open_game(folder)
    return make_report(opened, None, ReportRequest(form="html", lang=lang), None).content


def replay_page(folder: str, lang: str | None) -> bytes:
    """Return the game so far as a page with a slider, as everybody could see it."""
    session = Session(language=lang or "", keep_pins=False)
    return find_replay(session, folder, lang).open(lang, None, None, no_progress).page(no_progress)


def no_progress(step: int) -> None:
    """Show nothing: nobody watches."""
