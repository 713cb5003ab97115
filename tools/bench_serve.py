"""Measure `lpbe serve` on loopback: open pages that listen, and letters that arrive all the time; none may be lost.

    python tools/bench_serve.py --pages 200 --letters 50 --seconds 60 --workers 2

In every game three people join and write to each other: fifteen letters, all signed before the clock starts. Each
letter must make exactly one step, and every open page must hear of the last step of the game that it shows.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from statistics import quantiles
from typing import Any

from lpbe.cli.entry import run
from lpbe.kernel.chain.genesis import first_secret
from lpbe.kernel.chain.letter import AnyLetter, letter_id
from lpbe.kernel.chain.letters.join import join_letter
from lpbe.kernel.chain.letters.note import note_letter
from lpbe.kernel.chain.player_view import sign
from lpbe.kernel.chain.records import read_entry
from lpbe.kernel.crypto.keys import Identity, KeyFile
from lpbe.kernel.gamedir.gamedir import load, locate
from lpbe.kernel.gamedir.inbox import armour_letter, letter_file

SEATS = ("red", "blue", "green")
NOTES = 4
LETTERS_PER_GAME = len(SEATS) * (1 + NOTES)
WAIT_SECONDS = 30.0


def begin_games(home: Path, count: int) -> dict[str, list[tuple[str, bytes]]]:
    """Begin games, and sign all letters that will be sent to them; return these by game, each with its id."""
    seed = KeyFile((home / "config" / "lpbe" / "key").read_text()).seed("")
    letters = {}
    for number in range(count):
        folder = home / "games" / f"g{number}"
        assert run(["new", str(folder), "--game", "pebbles", "--seats", ",".join(SEATS), "--json"]) == 0
        game = load(locate(str(folder)))
        secret = first_secret(seed, game.genesis)
        people = {seat: Identity(f"{number} {seat}".encode().ljust(32, b".")) for seat in SEATS}
        made: list[tuple[str, AnyLetter]] = [
            (seat, join_letter(game, seat, people[seat], seat.upper(), "en", secret.invitation(seat))) for seat in SEATS
        ]
        made += [(seat, note_letter(game, seat, f"note {rev}", rev)) for rev in range(NOTES) for seat in SEATS]
        letters[f"g{number}"] = [
            (letter_id(letter), armour_letter(letter_file(sign(people[seat], letter))).encode())
            for seat, letter in made
        ]
    return letters


class Bench:
    """Clients of a server, and what they saw."""

    def __init__(self, port: int, letters: dict[str, list[tuple[str, bytes]]]) -> None:
        self.port = port
        self.letters = letters
        self.seconds: list[float] = []
        self.states: Counter[str] = Counter()
        self.heard: list[dict[str, int]] = []
        self.turns: dict[str, asyncio.Lock] = {}

    async def post(self, game: str, letter: bytes) -> None:
        """Send a letter as soon as the one before it in this game is answered, as its writers would."""
        async with self.turns.setdefault(game, asyncio.Lock()):
            await self.send(game, letter)

    async def send(self, game: str, letter: bytes) -> None:
        began = time.perf_counter()
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        head = f"POST /games/{game}/inbox HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {len(letter)}"
        writer.write(head.encode() + b"\r\n\r\n" + letter)
        answer = await reader.read()
        writer.close()
        told = json.loads(answer.partition(b"\r\n\r\n")[2])
        self.states[told.get("state") or told["code"]] += 1
        self.seconds.append(time.perf_counter() - began)

    async def listen(self, game: str, seen: dict[str, int]) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)
        writer.write(f"GET /events?game={game} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        while line := await reader.readline():
            if line.startswith(b"data: "):
                told: dict[str, Any] = json.loads(line[6:])
                seen[told["name"]] = max(seen.get(told["name"], 0), told["step"])

    async def send_all(self, per_second: float) -> float:
        """Send the letters of all games in turn, at an even rate; return how long that took."""
        queues = {game: list(waiting) for game, waiting in self.letters.items()}
        order = [(game, queues[game][turn][1]) for turn in range(LETTERS_PER_GAME) for game in queues]
        began = time.perf_counter()
        posts = []
        for number, (game, letter) in enumerate(order):
            await asyncio.sleep(max(0.0, began + number / per_second - time.perf_counter()))
            posts.append(asyncio.ensure_future(self.post(game, letter)))
        await asyncio.gather(*posts)
        return time.perf_counter() - began

    async def measure(self, pages: int, per_second: float) -> float:
        games = list(self.letters)
        self.heard = [{} for _ in range(pages)]
        shown = [games[number % len(games)] for number in range(pages)]
        listening = [asyncio.ensure_future(self.listen(*one)) for one in zip(shown, self.heard, strict=True)]
        await asyncio.sleep(1)
        took = await self.send_all(per_second)
        until = time.perf_counter() + WAIT_SECONDS
        while self.deaf(shown) and time.perf_counter() < until:
            await asyncio.sleep(0.2)
        for one in listening:
            one.cancel()
        return took

    def deaf(self, shown: list[str]) -> int:
        """Return how many pages have not heard of the last step."""
        return sum(seen.get(game, 0) < len(self.letters[game]) for game, seen in zip(shown, self.heard, strict=True))


def count_steps(home: Path, letters: dict[str, list[tuple[str, bytes]]]) -> tuple[int, int]:
    """Return how many letters made no step, and how many made more than one."""
    lost = doubled = 0
    for game, sent in letters.items():
        log = (home / "games" / game / "log.jsonl").read_bytes().splitlines()
        steps = Counter(read_entry(line).head.letter_id for line in log)
        lost += sum(steps[name] == 0 for name, _ in sent)
        doubled += sum(steps[name] > 1 for name, _ in sent)
    return lost, doubled


def begin_server(home: Path, workers: int) -> tuple[subprocess.Popen[str], int]:
    options = ["--port", "0", "--rate", "1000000", "--workers", str(workers)]
    call = [sys.executable, "-m", "lpbe", "serve", str(home / "games"), *options]
    process = subprocess.Popen(call, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    port = int(process.stdout.readline().partition("127.0.0.1:")[2].partition("/")[0])
    until = time.perf_counter() + WAIT_SECONDS
    while time.perf_counter() < until:
        try:
            asyncio.run(answered(port))
            break
        except OSError:
            time.sleep(0.1)
    return process, port


async def answered(port: int) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET /games.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert await reader.read()
    writer.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=200)
    parser.add_argument("--letters", type=float, default=50.0, help="per second")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--workers", type=int, default=2)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        os.environ |= {"XDG_CONFIG_HOME": str(home / "config"), "XDG_STATE_HOME": str(home / "state")}
        with open(os.devnull, "w", encoding="utf-8") as nowhere:
            out, sys.stdout = sys.stdout, nowhere
            try:
                assert run(["key", "new"]) == 0
                letters = begin_games(home, max(1, round(wanted.letters * wanted.seconds / LETTERS_PER_GAME)))
            finally:
                sys.stdout = out
        process, port = begin_server(home, wanted.workers)
        bench = Bench(port, letters)
        try:
            took = asyncio.run(bench.measure(wanted.pages, wanted.letters))
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait()
        return report(home, bench, took, wanted.pages)


def report(home: Path, bench: Bench, took: float, pages: int) -> int:
    lost, doubled = count_steps(home, bench.letters)
    sent = sum(bench.states.values())
    shown = [list(bench.letters)[number % len(bench.letters)] for number in range(pages)]
    deaf = bench.deaf(shown)
    cuts = quantiles(bench.seconds, n=100)
    print(f"{len(bench.letters)} games, {pages} open pages, {sent} letters in {took:.1f} s: {sent / took:.1f} a second")
    print(f"answers: {dict(bench.states)}; median {cuts[49] * 1000:.0f} ms, 95 % {cuts[94] * 1000:.0f} ms")
    print(f"lost {lost}, doubled {doubled}, pages that did not hear of the last step {deaf}")
    return int(bool(lost or doubled or deaf))


if __name__ == "__main__":
    sys.exit(main())
