"""A host with one game of Living Planet: red has a key, blue and green play by mail and are asked for a card."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from lpbe.kernel.chain import mail
from lpbe.kernel.chain.records import GameFile
from lpbe.mail.block import Mark, block_lines
from lpbe.mail.parse import Body, Mail

from ..cli.house import NONCE, PEOPLE, House

GAME, CODES = "0123456789ab", {"blue": "BLUEBLUE22", "green": "GREENCODE2"}
"""What stands in the corpus for the game and for the codes of its mail seats."""
ADDRESSES = {"red": "ana@example.org", "blue": "Ben <ben@example.org>", "green": "cleo@example.org"}


def begin(root: Path) -> House:
    """The game waits for everybody's card; green reads French."""
    house = House(root, ("red", "blue", "green"))
    for who in (*PEOPLE.values(), "eve"):
        house.give_key(who)
    asked = ["--game", "living-planet", "--seats", "red,blue,green", "--as", "red", "--name", "Ana", "--nonce", NONCE]
    house.do("ana", "new", "mars", *asked, "--mail", "blue", "--mail", "green")
    house.run()
    for seat, address in ADDRESSES.items():
        more = ["--lang", "fr"] if seat == "green" else []
        house.do("ana", "mail", "address", "mars", seat, address, *more)
    house.do("ana", "mail", "address", "mars", "referee", "lpbe@example.org")
    return house


def code(house: House, seat: str, rev: int = 0) -> str:
    return mail.code_for(house.game, (house.secret,), seat, rev)


def block(house: House, seat: str, *orders: str, rev: int = 0) -> list[str]:
    """The reply block that a report of this position has."""
    game: GameFile = house.game
    mark = Mark(game.state.game, seat, game.state.window.number, rev, "", code(house, seat, rev))
    return block_lines(mark, orders or ["select card 1"], ["Change these lines."])


def quoted(lines: list[str], sign: str = "> ") -> str:
    return "".join(f"{sign}{line}\n" for line in lines)


def settled(read: Mail, real: dict[str, str]) -> Mail:
    """A mail of the corpus as if it were of this very game."""

    def told(text: str) -> str:
        for old, new in real.items():
            text = text.replace(old, new)
        return text

    def body(one: Body) -> Body:
        return Body([[replace(line, text=told(line.text)) for line in way] for way in one.ways])

    return replace(read, bodies=[body(one) for one in read.bodies])
