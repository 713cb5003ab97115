"""Addresses of games for players: invitation links, and the address of the client that they lead to."""

from __future__ import annotations

from os.path import abspath, basename
from urllib.parse import quote as percent_encode
from urllib.parse import urlsplit

from msgspec import Struct

from ..app.hosting.host_letters import Invitations, list_invitations
from ..app.session.session import Session
from ..kernel.base.canonical import Plain
from ..kernel.base.errors import Misused
from ..kernel.base.safe_text import quote

MAX_ADDRESS_CHARS = 1000


class InvitationLinks(Struct, frozen=True):
    """The invitations of a game as links, by seat."""

    invitations: Invitations
    links: dict[str, str]
    lines: list[str]

    def data(self) -> Plain:
        return {**self.invitations.data(), "links": self.links}

    def text(self) -> str:
        return "\n".join(self.lines)


def list_links(session: Session, game: str, client: str, at: str = "") -> InvitationLinks:
    """Return the invitations as links to a client: for a game below its own address, or for one elsewhere."""
    base = page_address(client)
    invitations = list_invitations(session, game)
    name = page_address(at) if at else basename(abspath(invitations.opened.place.folder or game))
    links = {seat: invitation_link(base, name, seat, code) for seat, code in invitations.codes.items()}
    lines = [f"{session.locale.localise_named('{seat}', seat=seat)}:  {link}" for seat, link in links.items()]
    return InvitationLinks(invitations, links, lines or invitations.lines)


def invitation_link(base: str, game: str, seat: str, code: str) -> str:
    """Return a link that names a game, a seat and its code in the fragment, which no server receives."""
    return f"{base}#join={percent_encode(game, safe='')}&seat={percent_encode(seat, safe='')}&code={code}"


def page_address(url: str) -> str:
    """Return the address of a page or a folder on the web, ending in a slash."""
    try:
        parts = urlsplit(url)
        plain = parts.scheme in ("http", "https") and parts.hostname and parts.username is None
        good = plain and not parts.query and not parts.fragment and (parts.port or 1) > 0
    except ValueError:
        good = False
    printable = url.isascii() and url.isprintable() and not set(url) & set(" \"'<>\\`")
    if not good or not printable or len(url) > MAX_ADDRESS_CHARS:
        raise Misused(
            "E_USAGE", "'{url}' is not an address of a page", "write it like https://example.org/", url=quote(url)
        )
    return url.rstrip("/") + "/"
