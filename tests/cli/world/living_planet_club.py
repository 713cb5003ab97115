"""A club where Living Planet is played."""

from __future__ import annotations

from pathlib import Path

from .club import HOST, NONCE, OUTSIDER, PEOPLE, Club

SEATS = ("red", "blue", "green", "yellow")


def planet(root: Path, *options: str, seats: tuple[str, ...] = SEATS, now: str = "") -> Club:
    """Return a game where everybody has joined and is ready; ana hosts and plays the first seat."""
    club, at = Club(root, seats), ["--now", now] if now else []
    for who in (*PEOPLE.values(), OUTSIDER):
        club.give_key(who)
    new = ["new", "mars", "--game", "living-planet", "--seats", ",".join(seats), "--as", seats[0], "--name", "Ana"]
    club.do(HOST, *new, "--nonce", NONCE, *options, *at)
    club.join_all(*at)
    club.ready_all(*at)
    return club
