"""Files that take for ever to parse, that are not ordinary files, or that have two meanings."""

from __future__ import annotations

import os
import socket
from base64 import b64encode
from collections.abc import Callable
from contextlib import chdir
from pathlib import Path
from typing import Any

import msgspec

from lpbe.kernel.base.canonical import jcs
from lpbe.kernel.gamedir.inbox import BEGIN, END, armour_letter, dump_letter, letter_file
from tests import letter_types

from ..conftest import Stages
from ..world.club import Club, identity
from ..world.forged_letters import sign_letter
from .attack import Attack, Maker
from .attack_orders import at_hand, honest

KIB = 1 << 10


def write_attack(data: bytes | str, name: str = "attack.toml") -> Maker:
    """Return a file of these bytes."""

    def make(club: Club, stages: Stages) -> str:
        (club.root / name).write_bytes(data.encode() if isinstance(data, str) else data)
        return name

    return make


def json_text(change: Callable[[str], str]) -> Maker:
    """Return an honest order as JSON, its text changed."""

    def make(club: Club, stages: Stages) -> str:
        text = jcs(letter_file(honest(club))).decode()
        return write_attack(change(text), "attack.json")(club, stages)  # type: ignore[return-value]

    return make


def toml_text(change: Callable[[str], str]) -> Maker:
    def make(club: Club, stages: Stages) -> str:
        text = dump_letter(honest(club), "order.toml").decode()
        return write_attack(change(text))(club, stages)  # type: ignore[return-value]

    return make


def mail_order(change: Callable[[str], str]) -> Maker:
    """Return an honest order as it is pasted into an e-mail, its text changed."""
    return lambda club, stages: write_attack(change(armour_letter(letter_file(honest(club)))))(club, stages)


def in_mail(text: str) -> Maker:
    return write_attack(f"{BEGIN}\n{b64encode(text.encode()).decode()}\n{END}\n")


def put(old: str, new: str) -> Callable[[str], str]:
    """Replace a piece of text that must be there."""

    def change(text: str) -> str:
        assert text.count(old) == 1, text
        return text.replace(old, new)

    return change


def file_of_size(size: int) -> Maker:
    """Return a file that is large and holds nothing."""

    def make(club: Club, stages: Stages) -> str:
        with open(club.root / "attack.toml", "wb") as hole:
            hole.truncate(size)
        return "attack.toml"

    return make


def other_kind(make_it: Callable[[Path], Any]) -> Maker:
    """Something at that path that is no ordinary file."""

    def make(club: Club, stages: Stages) -> str:
        make_it(club.root / "attack.toml")
        return "attack.toml"

    return make


def link(path: Path) -> None:
    (path.parent / "true.toml").write_text("format = 1\n")
    path.symlink_to("true.toml")


def make_socket(path: Path) -> None:
    with chdir(path.parent), socket.socket(socket.AF_UNIX) as door:
        door.bind(path.name)


def loose(blob: str) -> str:
    """Return the same bytes in base64, spelled another way."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    body = blob.rstrip("=")
    assert blob.endswith("=")
    return body[:-1] + letters[letters.index(body[-1]) + 1] + blob[len(body) :]


def loose_proof(club: Club, stages: Stages) -> str:
    letter = letter_types.ready_letter(club.game, "blue", identity("ben"))
    raw = msgspec.json.decode(jcs(letter_file(sign_letter(letter, "ben"))))
    raw["order"]["args"]["proof"] = loose(raw["order"]["args"]["proof"])
    return write_attack(jcs(raw), "attack.json")(club, stages)  # type: ignore[return-value]


def dotted_key(parts: int, word: str = "a") -> str:
    return ".".join([word] * parts)


BOMBS = [
    Attack("a dotted key of 32000 parts", "bidding", write_attack(dotted_key(32000) + " = 1"), "E_FILE_LINE", 6),
    Attack("a dotted key on one line", "bidding", write_attack(dotted_key(100) + " = 1"), "E_FILE_DEPTH", 6),
    Attack("a quoted dotted key", "bidding", write_attack(dotted_key(50, '"a"') + " = 1"), "E_FILE_DEPTH", 6),
    Attack("a dotted header", "bidding", write_attack(f"[{dotted_key(100)}]"), "E_FILE_DEPTH", 6),
    Attack("a dotted header of an array", "bidding", write_attack(f"[[{dotted_key(100)}]]"), "E_FILE_DEPTH", 6),
    Attack("an array of 5000 tables", "bidding", write_attack("[[a]]\n" * 5000), "E_FILE_LINE", 6),
    Attack("5000 empty lines", "bidding", write_attack("\n" * 5000), "E_FILE_LINE", 6),
    Attack("nested arrays on one line", "bidding", write_attack("a = " + "[" * 200), "E_FILE_DEPTH", 6),
    Attack("nested arrays on many lines", "bidding", write_attack("a = [\n" + "[\n" * 4000), "E_FILE_DEPTH", 6),
    Attack("nested tables on one line", "bidding", write_attack("a = " + "{a=" * 60), "E_FILE_DEPTH", 6),
    Attack("64000 dashes", "bidding", write_attack("-" * 64000), "E_FILE_LINE", 6),
    Attack("a string without end", "bidding", write_attack('a = "' + "x" * 64000), "E_FILE_LINE", 6),
    Attack("a number of 60000 digits", "bidding", write_attack("a = " + "9" * 60000), "E_FILE_LINE", 6),
    Attack("nested objects of JSON", "bidding", write_attack('{"a":' * 10000, "attack.json"), "E_FILE_DEPTH", 6),
    Attack("nested arrays of JSON", "bidding", write_attack('{"a":' + "[" * 60000, "attack.json"), "E_FILE_DEPTH", 6),
    Attack(
        "closed nested arrays of JSON",
        "bidding",
        write_attack('{"a":' + "[" * 500 + "]" * 500 + "}", "attack.json"),
        "E_FILE_DEPTH",
        6,
    ),
    Attack(
        "a JSON number of 60000 digits",
        "bidding",
        write_attack('{"a":' + "9" * 60000 + "}", "attack.json"),
        "E_SCHEMA",
        6,
    ),
    Attack("nested arrays in a mail", "bidding", in_mail('{"a":' + "[" * 40000), "E_FILE_SYNTAX", 6),
    Attack(
        "closed nested arrays in a mail",
        "bidding",
        in_mail('{"order":' + "[" * 500 + "]" * 500 + "}"),
        "E_FILE_DEPTH",
        6,
    ),
]

NO_FILES = [
    Attack("a file of 64 KiB and one byte", "bidding", write_attack("#\n" * (32 * KIB) + "#"), "E_FILE_SIZE", 6),
    Attack("a sparse file of 100 MB", "bidding", file_of_size(100 << 20), "E_FILE_SIZE", 6),
    Attack("an endless device", "bidding", lambda club, stages: os.devnull.replace("null", "zero"), "E_FILE_TYPE", 6),
    Attack("an empty device", "bidding", lambda club, stages: os.devnull, "E_FILE_TYPE", 6),
    Attack("a pipe", "bidding", other_kind(os.mkfifo), "E_FILE_TYPE", 6),
    Attack("a socket", "bidding", other_kind(make_socket), "E_FILE_TYPE", 6),
    Attack("a link", "bidding", other_kind(link), "E_FILE_TYPE", 6),
    Attack("a link to nothing", "bidding", other_kind(lambda path: path.symlink_to("nothing")), "E_FILE_TYPE", 6),
    Attack("a folder", "bidding", other_kind(Path.mkdir), "E_FILE_TYPE", 6),
    Attack("no file at all", "bidding", lambda club, stages: "attack.toml", "E_FILE_MISSING", 6),
]

DOUBLED = [
    Attack("a key twice in JSON", "bidding", json_text(put('"rev":0', '"rev":0,"rev":1')), "E_FILE_DUPKEY", 6),
    Attack(
        "a whole order twice in JSON",
        "bidding",
        json_text(put('{"order":', '{"order":{},"order":')),
        "E_FILE_DUPKEY",
        6,
    ),
    Attack("a key twice in TOML", "bidding", toml_text(put("rev = 0\n", "rev = 0\nrev = 1\n")), "E_FILE_SYNTAX", 6),
    Attack("a table twice in TOML", "bidding", toml_text(lambda text: text + "\n[order]\n"), "E_FILE_SYNTAX", 6),
    Attack("a key twice in a mail", "bidding", in_mail('{"order":{},"order":{}}'), "E_FILE_SYNTAX", 6),
]

MISTYPED = [
    Attack("an unknown field", "bidding", at_hand(path="/etc/passwd"), "E_SCHEMA", 6),
    Attack("an unknown field in a part", "bidding", at_hand(hidden__key="a"), "E_SCHEMA", 6),
    Attack("an unknown table", "bidding", toml_text(lambda text: text + "\n[more]\n"), "E_SCHEMA", 6),
    Attack("a float in TOML", "bidding", toml_text(put("rev = 0\n", "rev = 0.0\n")), "E_SCHEMA", 6),
    Attack("a float in JSON", "bidding", at_hand(rev=0.0), "E_SCHEMA", 6),
    Attack("NaN in TOML", "bidding", toml_text(put("rev = 0\n", "rev = nan\n")), "E_SCHEMA", 6),
    Attack("NaN in JSON", "bidding", json_text(put('"rev":0', '"rev":NaN')), "E_SCHEMA", 6),
    Attack("infinity in JSON", "bidding", json_text(put('"rev":0', '"rev":-Infinity')), "E_SCHEMA", 6),
    Attack("1e999 in JSON", "bidding", json_text(put('"rev":0', '"rev":1e999')), "E_SCHEMA", 6),
    Attack("null in JSON", "bidding", at_hand(note=None), "E_SCHEMA", 6),
    Attack("a date", "bidding", toml_text(put("rev = 0\n", "rev = 2026-11-16\n")), "E_SCHEMA", 6),
    Attack("2^70 in TOML", "bidding", toml_text(put("rev = 0\n", f"rev = {2**70}\n")), "E_SCHEMA", 6),
    Attack("2^70 in JSON", "bidding", json_text(put('"rev":0', f'"rev":{2**70}')), "E_SCHEMA", 6),
    Attack("2^70 in a mail", "bidding", in_mail(f'{{"order":{2**70}}}'), "E_SCHEMA", 6),
    Attack("2^53 in a secret's place", "bidding", at_hand(batch=[{"order": "bid", "coins": 2**53}]), "E_SCHEMA", 6),
    Attack("a hexadecimal giant", "bidding", toml_text(put("rev = 0\n", f"rev = 0x{'f' * 200}\n")), "E_SCHEMA", 6),
    Attack("true for a number", "bidding", at_hand(rev=True), "E_SCHEMA", 6),
    Attack("text for a number", "bidding", at_hand(rev="0"), "E_SCHEMA", 6),
    Attack("a negative number", "bidding", at_hand(rev=-1), "E_SCHEMA", 6),
    Attack("a list for text", "bidding", at_hand(note=["a"]), "E_SCHEMA", 6),
    Attack("an unknown kind", "bidding", at_hand(kind="steal"), "E_SCHEMA", 6),
    Attack("no kind", "bidding", json_text(put('"kind":"play",', "")), "E_SCHEMA", 6),
    Attack("format 1", "bidding", at_hand(format=1), "E_FORMAT", 6),
    Attack("format 3", "bidding", at_hand(format=3), "E_FORMAT", 6),
    Attack("an empty batch", "bidding", at_hand(batch=[]), "E_SCHEMA", 6),
    Attack("a batch of 65", "bidding", at_hand(batch=[{"order": "dig"}] * 65), "E_SCHEMA", 6),
    Attack(
        "a batch 25 deep",
        "bidding",
        json_text(put('"batch":[', '"batch":[{"a":' + "[" * 30 + "]" * 30 + "},")),
        "E_FILE_DEPTH",
        6,
    ),
    Attack("a key that is not ASCII", "bidding", at_hand(batch=[{"ordre\u0301": "bid"}]), "E_SCHEMA", 6),
    Attack("a hash with a newline", "bidding", at_hand(seen="0" * 64 + "\n"), "E_SCHEMA", 6),
    Attack("a hash in capitals", "bidding", at_hand(seen="A" * 64), "E_SCHEMA", 6),
    Attack("dirt in base64", "bidding", at_hand(hidden__seal="AA*A"), "E_SCHEMA", 6),
    Attack("loose base64", "joined", loose_proof, "E_SIG_INVALID"),
    Attack("a list as a file", "bidding", write_attack("[]", "attack.json"), "E_SCHEMA", 6),
    Attack("an empty file", "bidding", write_attack(""), "E_SCHEMA", 6),
    Attack("half an order", "bidding", write_attack("[order]\nformat = 2\n"), "E_SCHEMA", 6),
]

MISSPELT = [
    Attack("bytes that are not UTF-8", "bidding", write_attack(b'a = "\xff"'), "E_FILE_UTF8", 6),
    Attack("a byte order mark", "bidding", write_attack("\ufeffa = 1"), "E_FILE_UTF8", 6),
    Attack("a NUL", "bidding", write_attack("a = 1\0"), "E_FILE_SYNTAX", 6),
    Attack("a raw escape", "bidding", write_attack('a = "\x1b[2J"'), "E_FILE_SYNTAX", 6),
    Attack("half a character", "bidding", json_text(put('"rev":0', '"note":"\\ud800","rev":0')), "E_FILE_UTF8", 6),
    Attack("no TOML", "bidding", write_attack("\x1b[31mhello"), "E_FILE_SYNTAX", 6),
    Attack("no JSON", "bidding", write_attack('{"a\x1b', "attack.json"), "E_FILE_SYNTAX", 6),
    Attack("a mail that is cut off", "bidding", mail_order(lambda text: text[: len(text) // 2]), "E_FILE_SYNTAX", 6),
    Attack(
        "a mail with a letter changed",
        "bidding",
        mail_order(lambda text: text[:60] + "B" + text[61:]),
        "E_FILE_SYNTAX",
        6,
    ),
    Attack("a mail of nothing", "bidding", write_attack(f"{BEGIN}\n{END}\n"), "E_FILE_SYNTAX", 6),
    Attack(
        "a signature that is none",
        "bidding",
        toml_text(put("-----BEGIN SSH SIGNATURE-----", "-----BEGIN SSH-----")),
        "E_SIG_FORMAT",
    ),
    Attack("a signature of noise", "bidding", toml_text(put("U1NIU0lH", "########")), "E_SIG_FORMAT"),
]

FILES = [*BOMBS, *NO_FILES, *DOUBLED, *MISTYPED, *MISSPELT]
