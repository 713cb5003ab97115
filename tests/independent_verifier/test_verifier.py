"""The second verifier and `lpbe verify` agree about games: valid ones, truncated ones and changed ones."""

from __future__ import annotations

import base64
import json
import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from ..golden.games import as_files
from ..size_limits import sizes, some
from .answers import REFUSED, Ask, second
from .changes import change_place
from .draw import L
from .forger import raw
from .verifier.canon import jcs, tagged_hash
from .verifier.ids import head_id, order_id
from .verifier.reading import read_game
from .verifier.verdict import HOLDS, VERIFIED, judge

GOLDEN = Path(__file__).parent.parent / "golden"
GAMES = sorted(path.parent.name for path in GOLDEN.glob("*/log.jsonl"))
Data = dict[str, Any]


def spelling_only(folder: Path, code: str, original: Path) -> bool:
    """Return whether lpbe refused nothing but the spelling of a game file."""
    return code == "E_STATE_FORM" and jcs(read_game(folder)) == jcs(read_game(original))


def agree(folder: Path, ask: Ask, original: Path, what: str) -> str:
    """Both say the same, except of the spelling of a game file."""
    (first, code), (other, why) = ask(folder), second(folder)
    if first != other:
        assert other != REFUSED and spelling_only(folder, code, original), (what, first, code, other, why)
    return other


def copy(game: str, folder: Path) -> Path:
    """Return a golden game to be changed."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name in ("game.toml", "log.jsonl"):
        shutil.copy(GOLDEN / game / name, folder / name)
    return folder


@pytest.mark.parametrize("game", GAMES)
def test_golden_games_are_verified(game: str, ask: Ask) -> None:
    assert ask(GOLDEN / game)[0] == VERIFIED
    assert judge(GOLDEN / game) == (VERIFIED, "")


def test_a_game_with_arboria_is_verified(tmp_path: Path, ask: Ask) -> None:
    """Fires, dams, platforms and oxygen are followed, and so are the hexes that the deck is made of."""
    for path, data in as_files("living-planet-arboria").items():
        (tmp_path / Path(path).name).write_bytes(data)
    assert ask(tmp_path)[0] == VERIFIED
    assert judge(tmp_path) == (VERIFIED, "")


@pytest.mark.parametrize("game", some(GAMES, GAMES[-1]))
def test_prefixes_of_a_log(game: str, tmp_path: Path, ask: Ask) -> None:
    folder = copy(game, tmp_path / "cut")
    lines = (folder / "log.jsonl").read_bytes().splitlines(keepends=True)
    for count in (0, 1, 2, len(lines) // 2, len(lines) - 2):
        (folder / "log.jsonl").write_bytes(b"".join(lines[:count]))
        assert agree(folder, ask, GOLDEN / game, f"{count} lines") == REFUSED
    for torn in (b"", lines[-1][:-2], b"junk", b"{}"):
        (folder / "log.jsonl").write_bytes(b"".join(lines[:-1]) + torn)
        assert agree(folder, ask, GOLDEN / game, f"no last line but {torn!r}") == HOLDS
    (folder / "log.jsonl").unlink()
    assert agree(folder, ask, GOLDEN / game, "no log") == HOLDS


def rehash(entry: Data) -> None:
    """Let an entry's own head name what it now holds."""
    entry["head"]["public"] = tagged_hash("public", jcs(entry["public"]))
    if "order" in entry:
        entry["head"]["order"] = order_id(entry["order"])


def rechain(entries: list[Data], start: int) -> None:
    """Let all later heads name the one before."""
    for before, entry in zip(entries[start:], entries[start + 1 :], strict=False):
        entry["head"]["prev"] = head_id(before["head"])


def read_entries(folder: Path) -> list[Data]:
    """Return the log as data."""
    return [json.loads(line) for line in (folder / "log.jsonl").read_bytes().splitlines()]


def write_entries(folder: Path, entries: list[Data]) -> None:
    """Data as the log."""
    (folder / "log.jsonl").write_bytes(b"".join(raw(entry) + b"\n" for entry in entries))


def to_json(folder: Path) -> Data:
    """Return the game file as data, and store it as game.json from now on."""
    game = read_game(folder)
    (folder / "game.toml").unlink()
    return game


def flip(folder: Path, chance: random.Random) -> str:
    """Return another byte somewhere in one of the files."""
    path = folder / chance.choice(["game.toml", "log.jsonl"])
    data = bytearray(path.read_bytes())
    place = chance.randrange(len(data))
    data[place] ^= 1 << chance.randrange(8)
    path.write_bytes(data)
    return f"byte {place} of {path.name}"


def cut_bytes(folder: Path, chance: random.Random) -> str:
    """Remove bytes from a file, or add some."""
    path = folder / chance.choice(["game.toml", "log.jsonl"])
    data = path.read_bytes()
    place, count = chance.choice([0, len(data) - 1, chance.randrange(len(data))]), chance.randrange(4)
    extra = chance.choice([b"", b" ", b"\n", b"\r", b"\t", b"#", b"\xef\xbb\xbf", b"\x00"])
    path.write_bytes(data[:place] + extra + data[place + count :])
    return f"{count} bytes at {place} of {path.name} are {extra!r}"


def move_lines(folder: Path, chance: random.Random) -> str:
    """Lines of the log are swapped, dropped, repeated."""
    lines = (folder / "log.jsonl").read_bytes().splitlines(keepends=True)
    one, two = chance.randrange(len(lines)), chance.randrange(len(lines))
    how = chance.choice(["swap", "drop", "repeat", "empty"])
    if how == "swap":
        lines[one], lines[two] = lines[two], lines[one]
    elif how == "drop":
        del lines[one]
    else:
        lines.insert(two, lines[one] if how == "repeat" else b"\n")
    (folder / "log.jsonl").write_bytes(b"".join(lines))
    return f"{how} {one} {two}"


def toml_lines_moved(folder: Path, chance: random.Random) -> str:
    """Lines of the game file are swapped, dropped, repeated."""
    path = folder / "game.toml"
    lines = path.read_bytes().splitlines(keepends=True)
    one = chance.randrange(len(lines) - 1)
    how = chance.choice(["swap", "drop", "repeat"])
    if how == "swap":
        lines[one], lines[one + 1] = lines[one + 1], lines[one]
    elif how == "drop":
        del lines[one]
    else:
        lines.insert(one, lines[one])
    path.write_bytes(b"".join(lines))
    return f"toml {how} {one}"


def change_entry(folder: Path, chance: random.Random) -> str:
    """Something inside an entry is another, with or without its hashes."""
    entries = read_entries(folder)
    place = chance.randrange(len(entries))
    what = change_place(entries[place], chance)
    try:
        if chance.random() < 0.7:
            rehash(entries[place])
            rechain(entries, place)
    except Exception:
        what += " without hashes"
    write_entries(folder, entries)
    return f"entry {place} {what}"


def change_event(folder: Path, chance: random.Random) -> str:
    """Something public of a step is another, and its head names it."""
    entries = read_entries(folder)
    place = chance.choice([count for count, entry in enumerate(entries) if entry["public"]])
    what = change_place(entries[place]["public"], chance)
    try:
        rehash(entries[place])
        rechain(entries, place)
    except Exception:
        what += " without hashes"
    write_entries(folder, entries)
    return f"public {place} {what}"


def change_game(folder: Path, chance: random.Random) -> str:
    """Something inside the game file is another."""
    game = to_json(folder)
    what = change_place(game, chance)
    try:
        if chance.random() < 0.7:
            game["last"]["head"]["state"] = tagged_hash("state", jcs(game["state"]))
            rehash(game["last"])
    except Exception:
        what += " without hashes"
    (folder / "game.json").write_bytes(raw(game))
    return f"game {what}"


def swap_seals(folder: Path, chance: random.Random) -> str:
    """Two seats have each other's views, or the drawer is another."""
    game = to_json(folder)
    seals = game["state"]["seals"]
    one, two = chance.sample(sorted(seals), 2)
    seals[one], seals[two] = seals[two], seals[one]
    if chance.random() < 0.5:
        game["last"]["head"]["state"] = tagged_hash("state", jcs(game["state"]))
    (folder / "game.json").write_bytes(raw(game))
    return f"seals of {one} and {two}"


def respelt(text: str) -> str:
    """The same bytes in another base64, if there is one."""
    body = text.rstrip("=")
    if body == text:
        return text + "="
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    return body[:-1] + letters[letters.index(body[-1]) ^ 1] + text[len(body) :]


def base_respelt(folder: Path, chance: random.Random) -> str:
    """Return a signature or key in another spelling of the same bytes."""
    entries = read_entries(folder)
    place = chance.randrange(len(entries))
    name = chance.choice(["sig", "head_sig"])
    entries[place][name] = respelt(entries[place][name])
    write_entries(folder, entries)
    return f"spelling of {name} {place}"


def edit_signature(folder: Path, chance: random.Random) -> str:
    """Return a signature with a larger scalar, another half, or that of another line."""
    entries = read_entries(folder)
    place, other = chance.randrange(1, len(entries)), chance.randrange(len(entries))
    name = chance.choice(["sig", "head_sig"])
    bare = base64.b64decode(entries[place][name])
    scalar = int.from_bytes(bare[32:], "little") + L
    edited = [bare[:32] + scalar.to_bytes(32, "little"), bare[32:] + bare[:32], bytes(64)]
    edited += [base64.b64decode(entries[other]["head_sig"]), bytes([1]) + bytes(31) + bare[32:]]
    entries[place][name] = base64.b64encode(chance.choice(edited)).decode()
    write_entries(folder, entries)
    return f"{name} {place}"


CHANGES = [
    flip,
    flip,
    cut_bytes,
    move_lines,
    toml_lines_moved,
    change_entry,
    change_entry,
    change_event,
    change_game,
    change_game,
    swap_seals,
    base_respelt,
    edit_signature,
]


@sizes("count", 10, 500)
def test_changed_games(count: int, tmp_path: Path, ask: Ask) -> None:
    chance = random.Random(20261116)
    for number in range(count):
        game = chance.choice([*GAMES, "pebbles-1", "pebbles-2"])
        folder = copy(game, tmp_path / "changed")
        change = chance.choice(CHANGES)
        what = f"{number} {game} {change.__name__}: {change(folder, chance)}"
        agree(folder, ask, GOLDEN / game, what)


def test_a_game_file_as_json(tmp_path: Path, ask: Ask) -> None:
    folder = copy("pebbles-1", tmp_path / "json")
    (folder / "game.json").write_bytes(raw(to_json(folder)))
    assert agree(folder, ask, GOLDEN / "pebbles-1", "json") == VERIFIED


@pytest.mark.parametrize(
    "junk", [b"", b"\x00", b"[]", b"{}", b"{}\n", b'{"genesis":1}', b"[" * 3000, b"\xff\xfe", b"a = 1"]
)
def test_junk_is_refused(junk: bytes, tmp_path: Path, ask: Ask) -> None:
    for name in ("game.toml", "game.json", "log.jsonl"):
        folder = copy("pebbles-1", tmp_path / "junk")
        if name == "game.json":
            (folder / "game.toml").unlink()
        (folder / name).write_bytes(junk)
        assert agree(folder, ask, GOLDEN / "pebbles-1", name) == REFUSED
