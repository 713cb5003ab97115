"""A host with one game of Living Planet: red has a key, blue and green play by mail and are asked for a card."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from lpbe.kernel.chain import mail_codes
from lpbe.kernel.chain.records import GameFile
from lpbe.mail.incoming.message import Body, Mail
from lpbe.mail.reply_block import Mark, block_lines

from ..cli.world.club import NONCE, PEOPLE, Club

GAME, CODES = "0123456789ab", {"blue": "BLUEBLUE22", "green": "GREENCODE2"}
"""What the corpus uses in place of the game and of the codes of its mail seats."""
ADDRESSES = {"red": "ana@example.org", "blue": "Ben <ben@example.org>", "green": "cleo@example.org"}


def begin(root: Path) -> Club:
    """The game waits for everybody's card; green reads French."""
    club = Club(root, ("red", "blue", "green"))
    for who in (*PEOPLE.values(), "eve"):
        club.give_key(who)
    asked = ["--game", "living-planet", "--seats", "red,blue,green", "--as", "red", "--name", "Ana", "--nonce", NONCE]
    club.do("ana", "new", "mars", *asked, "--mail", "blue", "--mail", "green")
    club.run()
    for seat, address in ADDRESSES.items():
        more = ["--lang", "fr"] if seat == "green" else []
        club.do("ana", "mail", "address", "mars", seat, address, *more)
    club.do("ana", "mail", "address", "mars", "referee", "lpbe@example.org")
    return club


def code(club: Club, seat: str, rev: int = 0) -> str:
    return mail_codes.code_for(club.game, (club.secret,), seat, rev)


def block(club: Club, seat: str, *orders: str, rev: int = 0) -> list[str]:
    """Return the reply block that a report of this position has."""
    game: GameFile = club.game
    mark = Mark(game.state.game, seat, game.state.window.number, rev, "", code(club, seat, rev))
    return block_lines(mark, orders or ["select card 1"], ["Change these lines."])


def quoted(lines: list[str], sign: str = "> ") -> str:
    return "".join(f"{sign}{line}\n" for line in lines)


def settled(read: Mail, real: dict[str, str]) -> Mail:
    """Return an e-mail of the corpus as if it were of this game."""

    def answer(text: str) -> str:
        for old, new in real.items():
            text = text.replace(old, new)
        return text

    def body(one: Body) -> Body:
        return Body([[replace(line, text=answer(line.text)) for line in version] for version in one.versions])

    return replace(read, bodies=[body(one) for one in read.bodies])
