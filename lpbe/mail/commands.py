"""The commands that sign what a player with a key has typed into a mail."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from shlex import quote

from ..kernel.play.rulebook import Rules
from .leaving import ENDORSE, GO_ON, LEAVE, LEAVE_SURELY, STOP, STOP_SURELY
from .write import sort_lines

ANY = "'ORDERS'"
ACTS = {
    STOP: "stop {game} --yes",
    STOP_SURELY: "stop {game} --yes",
    GO_ON: "stop {game} --withdraw",
    LEAVE: "resign {game} --yes",
    LEAVE_SURELY: "resign {game} --yes",
    ENDORSE: "endorse {game}",
}


def commands_for(rules: Rules, game: str, option: str, lines: Sequence[str]) -> Iterator[str]:
    """One a letter; each prints a mail."""
    wish = sort_lines(rules, lines)
    if wish.orders or not lines:
        yield f"lpbe order {game} {' '.join(map(quote, wish.orders)) or ANY} {option}"
    if wish.policies:
        yield f"lpbe policy {game} {' '.join(map(quote, wish.policies))} {option}"
    yield from (f"lpbe note {game} {quote(text)} {option}" for text in wish.notes)
    yield from (f"lpbe {ACTS[act].format(game=game)} {option}" for act in dict.fromkeys(wish.acts))
