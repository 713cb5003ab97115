"""The host's address book, players.toml: the e-mail address, language and format of each seat's player."""

from __future__ import annotations

from collections.abc import Iterator
from os.path import dirname, join
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct, UnsetType
from msgspec.structs import replace

from ..app.session.key_files import default_key_path
from ..app.session.locale import Locale
from ..app.session.open_game import OpenGame
from ..kernel.base.canonical import Plain
from ..kernel.base.errors import Malformed, Misused
from ..kernel.base.safe_text import one_line
from ..kernel.chain.letter import Lang, Slug
from ..kernel.chain.player_view import find_seat
from ..kernel.disk import files, folders
from ..kernel.disk.formats import dump_plain
from .incoming.message import parse_address
from .reply_block import SHORT_ID_CHARS
from .state_dir import check_private

Address = Annotated[str, Meta(max_length=400)]
ShortId = Annotated[str, Meta(pattern=rf"^[0-9a-f]{{{SHORT_ID_CHARS}}}\Z")]
Form = Literal["html", "text"]
HOST_SEAT = "referee"
"""Stands for a seat: the host's own address."""
DEFAULT_SENDER = "nobody@lpbe.invalid"
"""The sender of e-mails while the host's own address is not set."""


class Player(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The player of a seat: address, language and format, and whether the private part is sent unencrypted."""

    address: Address
    lang: Lang | UnsetType = msgspec.UNSET
    format: Form = "html"
    clear: bool = False
    since: Annotated[int, Meta(ge=0)] = 0
    """The step at which `clear` was chosen; it does not hold for anyone who takes over the seat later."""


class Host(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The host's own entry."""

    address: Address = ""


class Players(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The whole address book: the host, and the seats of each game by the game's short id."""

    host: Host = Host()
    games: dict[ShortId, dict[Slug, Player]] = {}

    def player(self, game: str, seat: str) -> Player | None:
        """Return the entry of a seat, if there is one."""
        return self.games.get(game[:SHORT_ID_CHARS], {}).get(seat)

    def seats_at(self, address: str) -> Iterator[tuple[str, str]]:
        """Yield the game and seat of every entry whose mailbox this is."""
        for game, seats in sorted(self.games.items()):
            for seat, player in sorted(seats.items()):
                if is_same_mailbox(bare_address(player.address), address):
                    yield game, seat

    def knows(self, address: str) -> bool:
        return next(self.seats_at(address), None) is not None

    @property
    def sender(self) -> str:
        """Return the address that e-mails are sent from."""
        return bare_address(self.host.address) or DEFAULT_SENDER


def bare_address(address: str) -> str:
    """Return the address without the name beside it; nothing if it is not a valid address."""
    return parse_address([address])[1]


def is_same_mailbox(one: str, other: str) -> bool:
    """Return whether two addresses are the same person's: mail programs reply without the +tag of an address."""
    return bool(one) and mailbox_of(one) == mailbox_of(other)


def mailbox_of(address: str) -> str:
    """Return the address without any +tag, and without the dots that Gmail ignores."""
    name, _, domain = address.partition("@")
    name = name.partition("+")[0]
    if domain in ("gmail.com", "googlemail.com"):
        return f"{name.replace('.', '')}@gmail.com"
    return f"{name}@{domain}"


def players_path(given: str | None) -> str:
    return given or join(dirname(default_key_path()), "players.toml")


def read_players(given: str | None) -> Players:
    """Read the address book; it is empty if there is no such file, unless one was named."""
    path = players_path(given)
    check_private(path)
    if not given and not files.is_there(path):
        return Players()
    check_permissions(path)
    raw = files.parse_game(files.read(path, files.MAX_GAME_BYTES), path)
    try:
        players = msgspec.convert(raw, Players)
    except msgspec.ValidationError as error:
        message = "this is not a list of players: {error}"
        raise Malformed("E_SCHEMA", message, "see: lpbe mail address --help", error=str(error)).in_file(path) from None
    check_addresses(players, path)
    return players


def check_permissions(path: str) -> None:
    if files.is_file(path) and files.mode_of(path) & 0o077:
        raise Malformed(
            "E_KEY_PERMS",
            "other people can read the addresses in '{path}'",
            "make it private: chmod 600 {path}",
            path=path,
        )


def check_addresses(players: Players, path: str) -> None:
    if players.host.address and not bare_address(players.host.address):
        raise invalid_address(players.host.address).in_file(path)
    for seats in players.games.values():
        for player in seats.values():
            if not bare_address(player.address):
                raise invalid_address(player.address).in_file(path)


def invalid_address(address: str) -> Misused:
    message = "'{address}' is not an e-mail address"
    return Misused("E_USAGE", message, "write it like ana@example.org", address=one_line(address)[:80])


def check_new_address(address: str) -> None:
    if not bare_address(address) or one_line(address) != address:
        raise invalid_address(address)


def with_player(players: Players, game: str, seat: str, player: Player | None) -> Players:
    """Return the address book with a new entry for a seat, or without its old one."""
    short_id = game[:SHORT_ID_CHARS]
    seats = {name: entry for name, entry in players.games.get(short_id, {}).items() if name != seat}
    if player is not None:
        check_new_address(player.address)
        seats = dict(sorted([*seats.items(), (seat, player)]))
    games = {name: entries for name, entries in players.games.items() if name != short_id}
    return replace(players, games=dict(sorted([*games.items(), (short_id, seats)])) if seats else games)


def with_host(players: Players, address: str) -> Players:
    """Return the address book with this address for the host."""
    check_new_address(address)
    return replace(players, host=Host(address))


def write_players(given: str | None, players: Players) -> str:
    """Write the address book, readable by this user alone, and return its path."""
    path = players_path(given)
    check_private(path)
    if folder := dirname(path):
        folders.make_folder(folder, 0o700)
    files.write(path, dump_plain(msgspec.to_builtins(players), path), 0o600)
    return path


class NotedAddresses(Struct, frozen=True):
    """Where the host and the players of some seats of a game read mail, and the file that records this."""

    locale: Locale
    path: str
    addresses: dict[str, Player | None]
    """By seat; the host is the seat `referee`."""

    def data(self) -> Plain:
        known = {seat: msgspec.to_builtins(player) for seat, player in self.addresses.items() if player}
        return {"files": [self.path], "addresses": known}

    def text(self) -> str:
        return "\n".join([*(self.line(seat, player) for seat, player in self.addresses.items()), self.path])

    def line(self, seat: str, player: Player | None) -> str:
        """Return a line as it could be typed again: seats are not translated."""
        if player is None:
            return f"{seat}: {self.locale.localise('no address')}"
        lang = [player.lang] if player.lang else []
        wishes = [] if seat == HOST_SEAT else [*lang, player.format, *(["--clear"] if player.clear else [])]
        return ", ".join([f"{seat}: {player.address}", *wishes])


def noted_addresses(opened: OpenGame, book: str | None, locale: Locale, seat: str | None = None) -> NotedAddresses:
    """Return the recorded address of a seat of a game, or of all seats and the host."""
    known = read_players(book)
    host = Player(known.host.address) if known.host.address else None
    seats = {spec.id: known.player(opened.game.state.game, spec.id) for spec in opened.game.genesis.seats}
    entries = {HOST_SEAT: host, **seats}
    wanted = seat if seat in (None, HOST_SEAT) else find_seat(opened.game, seat).id
    return NotedAddresses(locale, players_path(book), {wanted: entries[wanted]} if wanted else entries)


def set_address(
    opened: OpenGame,
    book: str | None,
    seat: str,
    address: str,
    *,
    form: str = "html",
    clear: bool = False,
    lang: str | None = None,
) -> str:
    """Note or forget (with an empty address) where a seat's player, or the host, reads mail; return the book's path."""
    known = read_players(book)
    if seat == HOST_SEAT:
        return write_players(book, with_host(known, address))
    name = find_seat(opened.game, seat).id
    since = {"clear": clear, "since": opened.game.state.seq} if clear else {}
    entry = {"address": address, "format": form, **since, **({"lang": lang} if lang else {})}
    player = msgspec.convert(entry, Player) if address else None
    return write_players(book, with_player(known, opened.game.state.game, name, player))
