"""players.toml, the host's own file: who plays which seat under which address, in which language and form."""

from __future__ import annotations

from collections.abc import Iterator
from os.path import dirname
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct, UnsetType
from msgspec.structs import replace

from ..kernel.base.errors import Malformed, Misused
from ..kernel.base.text import one_line
from ..kernel.chain.letters import Lang, Slug
from ..kernel.disk import files
from .block import NAMED
from .home import check_apart, players_path
from .parse import address_of

Address = Annotated[str, Meta(max_length=400)]
Short = Annotated[str, Meta(pattern=rf"^[0-9a-f]{{{NAMED}}}\Z")]
Form = Literal["html", "text"]
NOBODY = "nobody@lpbe.invalid"
"""Who sends mails of a host that has not said so."""


class Player(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where a seat is written to, in which language and form, and whether its private part goes out in clear."""

    address: Address
    lang: Lang | UnsetType = msgspec.UNSET
    format: Form = "html"
    clear: bool = False
    since: Annotated[int, Meta(ge=0)] = 0
    """The step at which that was noted: whoever is given the seat later has not wished it."""


class Host(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    address: Address = ""


class Players(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    host: Host = Host()
    games: dict[Short, dict[Slug, Player]] = {}

    def of(self, game: str, seat: str) -> Player | None:
        return self.games.get(game[:NAMED], {}).get(seat)

    def seats_at(self, address: str) -> Iterator[tuple[str, str]]:
        """Games and seats of whoever reads mails there."""
        for game, seats in sorted(self.games.items()):
            yield from (
                (game, seat) for seat, player in sorted(seats.items()) if same_box(plain(player.address), address)
            )

    def knows(self, address: str) -> bool:
        return next(self.seats_at(address), None) is not None

    @property
    def sender(self) -> str:
        return plain(self.host.address) or NOBODY


def plain(address: str) -> str:
    """The address alone, without a name."""
    return address_of([address])[1]


def same_box(one: str, other: str) -> bool:
    """Whether two addresses are one person's: programs answer without the mark that was added to a name."""
    return bool(one) and bare(one) == bare(other)


def bare(address: str) -> str:
    name, _, domain = address.partition("@")
    name, domain = name.partition("+")[0], "gmail.com" if domain == "googlemail.com" else domain
    return f"{name.replace('.', '') if domain == 'gmail.com' else name}@{domain}"


def read_players(given: str | None) -> Players:
    """What the host has noted; nothing where there is no such file, unless one was named."""
    path = players_path(given)
    check_apart(path)
    if not given and not files.is_there(path):
        return Players()
    check_closed(path)
    raw = files.parse_game(files.read(path, files.GAME), path)
    try:
        return checked(msgspec.convert(raw, Players), path)
    except msgspec.ValidationError as error:
        told = "this is no list of players: {error}"
        raise Malformed("E_SCHEMA", told, "see: lpbe mail address --help", error=str(error)).in_file(path) from None


def check_closed(path: str) -> None:
    if files.is_file(path) and files.mode_of(path) & 0o077:
        raise Malformed(
            "E_KEY_PERMS", "others can read the addresses in '{path}'", "close it: chmod 600 {path}", path=path
        )


def checked(players: Players, path: str) -> Players:
    if players.host.address and not plain(players.host.address):
        raise no_address(players.host.address).in_file(path)
    for game, seats in players.games.items():
        for seat, player in seats.items():
            if not plain(player.address):
                raise no_address(player.address).in_file(path)
            assert game and seat
    return players


def no_address(address: str) -> Misused:
    told = "'{address}' is no mail address"
    return Misused("E_USAGE", told, "write it as ana@example.org", address=one_line(address)[:80])


def with_player(players: Players, game: str, seat: str, player: Player | None) -> Players:
    """The list with another entry for a seat, or without one."""
    seats = {name: one for name, one in players.games.get(game[:NAMED], {}).items() if name != seat}
    if player is not None:
        if not plain(player.address) or one_line(player.address) != player.address:
            raise no_address(player.address)
        seats = dict(sorted([*seats.items(), (seat, player)]))
    games = {name: one for name, one in players.games.items() if name != game[:NAMED]}
    return replace(players, games=dict(sorted([*games.items(), (game[:NAMED], seats)])) if seats else games)


def with_host(players: Players, address: str) -> Players:
    if not plain(address) or one_line(address) != address:
        raise no_address(address)
    return replace(players, host=Host(address))


def write_players(given: str | None, players: Players) -> str:
    path = players_path(given)
    check_apart(path)
    if folder := dirname(path):
        files.make_folder(folder, 0o700)
    files.write(path, files.dump(msgspec.to_builtins(players), path), 0o600)
    return path
