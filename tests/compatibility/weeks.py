"""A game that lasts for weeks, to be kept: all that may happen besides the play, such as timeouts and new keys."""

from __future__ import annotations

from pathlib import Path

from .table import HOST, Table

OPTIONS = ("--pace", "2d", "--grace", "12h", "--vacation", "2", "--keep-secret")


def on(day: int) -> tuple[str, str]:
    """Return the options for this day of January, when the game is played."""
    return "--now", f"2026-01-{day:02}T08:00:00Z"


def weeks_of_play(root: Path, part: str) -> Table:
    """Play to the end, or until somebody's answer waits."""
    table = Table.set_up(root)
    asked = ["--game", "pebbles", "--seats", "red,blue,green", *OPTIONS]
    table.sit(table.do(HOST, "new", "mars", *asked, *on(1))["invitations"], *on(1))
    exchange_letters(table)
    let_deadlines_pass(table)
    change_hands(table)
    if part == "unfinished":
        table.answer(table.game.state.window.waiting[0])
    else:
        play_to_the_end(table)
    return table


def exchange_letters(table: Table) -> None:
    """Send messages, policies, plans, and an order that comes twice in two forms, one of which is refused."""
    table.do("ana", "note", "mars", "Good luck to all of you")
    table.do("ben", "policy", "mars", "keep=lowest")
    table.do("cleo", "order", "mars", "bid 1; plan end turn")
    (table.mars / "inbox").mkdir(exist_ok=True)
    for coins in (1, 2):
        table.do("ben", "order", "mars", f"bid {coins}", "-o", f"mars/inbox/{coins}.toml")
    table.run(*on(2))


def let_deadlines_pass(table: Table) -> None:
    """Change the pace, extend, pause, and let somebody miss deadlines."""
    table.do(HOST, "extend", "mars", "--until", "+1d", *on(2))
    table.run(*on(2))
    table.run(*on(9))
    table.do(HOST, "pause", "mars", "--until", "3d", *on(9))
    table.run(*on(9))
    for who in ("ana", "ben"):
        table.do(who, "endorse", "mars", "--pace", "1d")
    table.run(*on(12))
    table.do(HOST, "pace", "mars", "1d", *on(12))
    table.run(*on(12))


def change_hands(table: Table) -> None:
    """Change a key, a player and the referee, and let somebody leave."""
    table.do("ben", "rekey", "mars", "--to", str(table.key("finn")))
    table.run(*on(13))
    line = table.do("eve", "key", "show", "--for", "mars", "--seat", "green")["public"]
    table.do(HOST, "replace", "mars", "green", "--to", line, "--name", "Eve")
    table.run(*on(13))
    for seat in ("red", "blue"):
        table.do(table.player(seat), "endorse", "mars")
    table.run(*on(13))
    table.do(HOST, "handover", "mars", "--to", table.do("gus", "handover", "mars", "--offer")["offer"])
    table.run(*on(13))


def play_to_the_end(table: Table) -> None:
    table.do("finn", "resign", "mars", "--yes")
    for _ in range(60):
        table.play(1, *on(14))
    table.do(table.referee, "disclose", "mars")
    table.run(*on(15))
