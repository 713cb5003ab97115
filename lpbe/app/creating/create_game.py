"""Create a game in a folder."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from os.path import join
from typing import Any

from msgspec import Struct

from ...kernel.base.canonical import Plain
from ...kernel.base.safe_text import check_name
from ...kernel.chain.letter import Lang
from ...kernel.crypto.keys import b64
from ...kernel.gamedir.gamedir import Place
from ..session.locale import Locale, environment_language
from ..session.open_game import position, read_pack
from ..session.pins import remember
from ..session.session import Session
from .genesis import GameRequest, wanted_seats
from .joining import invitation_lines, invitations
from .new_game import Beginning, build_game, check_vacant, undo_pin_on_failure, write_game
from .terms import terms_lines


class NewGame(Struct, frozen=True, kw_only=True):
    """A game that was created: its terms, its files, and the invitations to its seats."""

    beginning: Beginning
    files: list[str]
    codes: dict[str, str]
    terms: list[str]
    new_key: str
    """The path of a key that was made for the host."""
    locale: Locale

    def data(self) -> Plain:
        return {
            **position(self.beginning.game),
            "files": self.files,
            "invitations": self.codes,
            **({"key": self.new_key} if self.new_key else {}),
            "terms": self.terms,
        }

    def text(self) -> str:
        localise = self.locale.localise
        lines = [*self.terms, "", localise("wrote {files}", files=self.files)]
        if self.new_key:
            lines.append(localise("your key has been created: {path}; back it up", path=self.new_key))
        if self.beginning.referee.identity:
            lines.append(
                localise(
                    "your key is the referee's key: if you lose it, the game is over; back it up (print its last line)"
                )
            )
        return "\n".join([*lines, *invitation_lines(self.locale, self.codes, self.beginning.opened.place.folder)])


def create_game(
    session: Session,
    folder: str,
    *,
    form: str = "toml",
    is_open: bool = False,
    content_file: str | None = None,
    lang: Lang | None = None,
    name: str | None = None,
    now: str | None = None,
    **choices: Any,
) -> NewGame:
    """Create a game in a folder; the caller's key becomes the referee's unless the game is open.

    `choices` are further fields of `GameRequest`.
    """
    lang = lang or environment_language()
    session.address(lang)
    check_vacant(folder)
    check_name(name or "A")
    identity, new_key = (None, "") if is_open else session.identity_or_new()
    pack = read_pack(content_file) if content_file else {}
    place = Place(join(folder, f"game.{form}"), folder)
    request = GameRequest(name=name, lang=lang, pack=pack, **{**choices, "seats": wanted_seats(**choices)})
    beginning = build_game(request, identity, place, now, keep_pins=session.keep_pins)
    session.address(lang, beginning.game.genesis.rules)
    with pinning(beginning):
        written = write_game(beginning, new_key)
    return NewGame(
        beginning=beginning,
        files=written,
        codes=invitations(beginning.game, beginning.referee),
        terms=terms_lines(beginning.game.genesis, beginning.game.state, session.locale.language),
        new_key=new_key,
        locale=session.locale,
    )


@contextmanager
def pinning(beginning: Beginning) -> Iterator[None]:
    """Pin the game with the host's key before any part of it is written."""
    host = beginning.referee.identity
    if host is None:
        yield
        return
    sign = b64(host.sign_public)
    with undo_pin_on_failure(beginning.opened, sign):
        remember(beginning.latest, sign)
        yield
