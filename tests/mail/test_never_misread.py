"""Whatever happens to an e-mail on its way: its order is found, or it is answered; it never becomes another order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from email.message import EmailMessage
from functools import cache

from hypothesis import example, given
from hypothesis import strategies as st

from lpbe.games import book_of, game_of
from lpbe.kernel.base.errors import Failure
from lpbe.kernel.engine.rulebook import Rules
from lpbe.kernel.language.order_parser import parse_orders
from lpbe.mail.incoming.extract import find
from lpbe.mail.incoming.interpret import Interpreter, Meaning
from lpbe.mail.incoming.mail_seat_commands import is_ok, is_request
from lpbe.mail.incoming.message import read_mail
from lpbe.mail.reply_block import Mark, block_lines

from ..size_limits import examples

RULES = Rules(game_of("living-planet"), book_of("living-planet", []))
MARK = Mark("0123456789ab", "blue", 7, 0, "", "ABCDEFGHIJ")
READY = ["subsidy", "take fate"]
ORDERS = (
    "select card 4",
    "choisir carte 4",
    "explore",
    "end actions",
    "subsidy",
    "heal R1 R2",
    "dice red blue yellow green",
    "build oil drill 3 at H05.2 with R1",
    "place H05 at @1,-2 turn 3 with R1 by way of @0,1",
    "plan exhaust iron",
    "plan bargain by oil up, iron down then sell oil max >=6, sell iron max >=7 else default",
    "bargain by vibranium down, electricity up then sell vibranium max >=6, sell electricity max >=6 else default",
    "return H11 H02 H03 H04 H05 H06 H07 H08 H09 H10 H12 H13 H14 H15 H16",
    "move R1 H05 H06, R2 H07 H08, R3 H09 H10, R4 H11 H12, R5 H13 H14",
)
VERBS = sorted({order.split()[0] for order in ORDERS})


def understood(text: str) -> tuple[str, ...] | None:
    """Return what a text means, as data; nothing if it is not an order."""
    try:
        return tuple(map(str, parse_orders(RULES, text)))
    except Failure:
        return None


KNOWN: dict[str, tuple[str, ...] | None] = {}


def meant(text: str) -> tuple[str, ...] | None:
    if text not in KNOWN:
        KNOWN[text] = understood(text)
    return KNOWN[text]


@cache
def is_order(text: str) -> bool:
    return is_request(RULES, text)


VALID = tuple(order for order in ORDERS if meant(order))


def test_most_of_these_are_orders() -> None:
    assert len(VALID) >= 10


# what happens to a mail on its way


def broken(lines: Sequence[str], columns: int, repeat: bool) -> list[str]:
    """Break long lines at a space; some programs repeat the quote sign, some do not."""
    out = []
    for line in lines:
        sign = re.match(r"[> ]*", line).group() if repeat else ""  # type: ignore[union-attr]
        while len(line) > columns and " " in line[len(sign) : columns].strip("> "):
            at = line.rindex(" ", 0, columns + 1)
            out.append(line[:at])
            line = sign + line[at + 1 :]
        out.append(line)
    return out


def smart(text: str) -> str:
    return text.replace("'", "\u2019").replace(" - ", " \u2013 ").replace("--", "\u2014").replace("...", "\u2026")


def spaced(text: str) -> str:
    return text.replace("card ", "card\u00a0").replace("at ", "at\u2009").replace("with", "wi\u200bth")


CHANGES = {
    "": lambda text: text,
    "smart": smart,
    "spaced": spaced,
    "capital": lambda text: "\n".join(line[:1].upper() + line[1:] for line in text.split("\n")),
    "crlf": lambda text: text.replace("\n", "\r\n"),
    "double": lambda text: text.replace("\n", "\n\n"),
    "indent": lambda text: "\n".join(f"  {line}" for line in text.split("\n")),
    "trailing": lambda text: "\n".join(f"{line} " for line in text.split("\n")),
}
ATTRIBUTIONS = (
    "On Mon, Nov 16, 2026 at 9:12 AM lpbe <lpbe@example.org> wrote:",
    "Le lun. 16 nov. 2026 à 09:12, lpbe <lpbe@example.org> a écrit :",
    "-----Original Message-----",
    "De : lpbe <lpbe@example.org>\nEnvoyé : lundi 16 novembre 2026 09:12\nÀ : Ben",
    "",
)
TALK = ("", "Hello Ana,", "What a start, I did not see that one coming at all.", "Bonjour à tous,", "Nice move!")
ENDS = (
    "",
    "-- \nBen",
    "Sent from my iPhone",
    "Cheers\nBen",
    "_______________________________________________\nGames list",
)


def message(text: str, charset: str, encoding: str, html: bool, sender: str = "Ben <ben@example.org>") -> bytes:
    made = EmailMessage()
    made["From"], made["Message-ID"] = sender, "<1@example.org>"
    if html:
        shown = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        made.set_content(f"<html><body><pre>{shown}</pre></body></html>", "html", "utf-8", encoding)
    else:
        made.set_content(text, "plain", charset, encoding)
    return made.as_bytes()


def meaning_of_mail(data: bytes) -> Meaning:
    read = read_mail(data)
    interpreter = Interpreter(window=7, is_order=is_order, is_ok=is_ok, verbs=VERBS, sender_name=read.sender_name)
    return interpreter.interpret([find(version) for body in read.bodies for version in body.versions])


def check(data: bytes, allowed: Sequence[Sequence[str]]) -> None:
    """Check that it is read in one of the right ways, completely, or answered."""
    found = meaning_of_mail(data)
    if found.lines:
        orders_read = tuple(order for line in found.lines for order in meant(line) or ())
        assert orders_read in [tuple(order for line in one for order in meant(line) or ()) for one in allowed], found
    else:
        assert found.problem


ways = {
    "columns": st.sampled_from([60, 65, 68, 70, 72, 74, 76, 78, 80, 998]),
    "repeat": st.booleans(),
    "change": st.sampled_from(sorted(CHANGES)),
    "attribution": st.sampled_from(ATTRIBUTIONS),
    "encoding": st.sampled_from(["quoted-printable", "base64", "8bit"]),
    "html": st.booleans(),
    "end": st.sampled_from(ENDS),
}
orders = st.lists(st.sampled_from(VALID), min_size=1, max_size=4)


@examples(240)
@given(orders, st.sampled_from(TALK), st.sampled_from(["", "> ", "> > ", ">"]), st.fixed_dictionaries(ways))
@example([VALID[-1]], "", "> ", {"columns": 72, "repeat": False, "change": "", "attribution": "", "encoding": "8bit", "html": False, "end": ""})  # fmt: skip  # noqa: E501
def test_typed_orders(lines: list[str], talk: str, sign: str, way: dict[str, str | int | bool]) -> None:
    quoted = [f"{sign}{line}" for line in block_lines(MARK, READY, ["Change these lines."], ["explore", "end actions"])]
    text = "\n".join([talk, "", *lines, "", str(way["end"]), "", str(way["attribution"]), *quoted, ""])
    text = CHANGES[str(way["change"])](text)
    columns = 998 if way["html"] else int(way["columns"])
    whole = "\n".join(broken(text.replace("\r\n", "\n").split("\n"), columns, bool(way["repeat"])))
    check(message(whole, "utf-8", str(way["encoding"]), bool(way["html"])), [lines])


@examples(240)
@given(orders, st.sampled_from(TALK), st.sampled_from(["", "> ", "> > ", "> > > ", ">"]), st.fixed_dictionaries(ways))
def test_changed_blocks(lines: list[str], talk: str, sign: str, way: dict[str, str | int | bool]) -> None:
    """Unchanged, if nobody edited it: then it is only an order if it is sent alone."""
    block = block_lines(MARK, READY, ["Change these lines."], ["explore", "end actions"])
    block[block.index(READY[0]) : block.index(READY[-1]) + 1] = lines
    text = "\n".join([talk, str(way["attribution"]), *(f"{sign}{line}" for line in block), "", str(way["end"]), ""])
    text = CHANGES[str(way["change"])](text)
    columns = 998 if way["html"] else int(way["columns"])
    whole = "\n".join(broken(text.replace("\r\n", "\n").split("\n"), columns, bool(way["repeat"])))
    check(message(whole, "utf-8", str(way["encoding"]), bool(way["html"])), [lines])


@examples(150)
@given(st.sampled_from(TALK[1:]), st.sampled_from(["> ", "> > ", ">"]), st.fixed_dictionaries(ways))
def test_untouched_blocks(talk: str, sign: str, way: dict[str, str | int | bool]) -> None:
    """A block that nobody edited is not an order, whatever happened to it on its way."""
    block = block_lines(MARK, [*READY, ORDERS[10]], ["Change these lines."], ["explore", "end actions"])
    text = "\n".join([talk, str(way["attribution"]), *(f"{sign}{line}" for line in block), "", str(way["end"]), ""])
    text = CHANGES[str(way["change"])](text)
    columns = 998 if way["html"] else int(way["columns"])
    whole = "\n".join(broken(text.replace("\r\n", "\n").split("\n"), columns, bool(way["repeat"])))
    found = meaning_of_mail(message(whole, "utf-8", str(way["encoding"]), bool(way["html"])))
    assert found.lines == [], found


@examples(240)
@given(st.binary(max_size=400), st.integers(0, 2000), st.integers(0, 40))
def test_damaged_bytes(junk: bytes, at: int, cut: int) -> None:
    """Whatever happens to the bytes: nothing breaks, and no order is made from less than was sent."""
    lines = ["select card 4", "plan exhaust iron"]
    block = [f"> {line}" for line in block_lines(MARK, READY)]
    data = message("\n".join([*lines, "", *block, ""]), "utf-8", "8bit", False)
    whole = data[:at] + junk + data[at + cut :]
    found = meaning_of_mail(whole)
    if at > data.index(b"> -----BEGIN") and found.lines and b"\n" not in junk:
        assert found.lines == lines or found.block is None
