"""A house where Living Planet is played."""

from __future__ import annotations

from pathlib import Path

from .house import HOST, NONCE, OUTSIDER, PEOPLE, House

SEATS = ("red", "blue", "green", "yellow")


def planet(root: Path, *options: str, seats: tuple[str, ...] = SEATS, now: str = "") -> House:
    """Everybody sits and is ready; ana hosts and plays the first seat."""
    house, at = House(root, seats), ["--now", now] if now else []
    for who in (*PEOPLE.values(), OUTSIDER):
        house.give_key(who)
    new = ["new", "mars", "--game", "living-planet", "--seats", ",".join(seats), "--as", seats[0], "--name", "Ana"]
    house.do(HOST, *new, "--nonce", NONCE, *options, *at)
    house.join_all(*at)
    house.ready_all(*at)
    return house
