"""A keyboard and a screen in memory, for games at one terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, cycle, repeat
from pathlib import Path

from lpbe.app.local.hot_seat import play_hot_seat
from lpbe.app.local.play_choices import PlayChoices
from lpbe.app.session.session import Session
from lpbe.report.screen.model import Screen

SEED = "04" * 32


class Keyboard:
    """Types lines, and keeps what was shown; the terminal changes its size from one screen to the next."""

    def __init__(
        self,
        typed: Iterable[str],
        sizes: Iterable[tuple[int, int]] = ((80, 45),),
        at_the_end: str | None = None,
        until: str = "",
    ) -> None:
        self.until = until
        """Leaves when a screen has this text."""
        self.at_the_end = at_the_end
        self.typed: Iterator[str] = iter(typed)
        self.sizes = cycle(sizes)
        self.drawn: list[tuple[tuple[int, int], Screen]] = []
        self.shown: list[str] = []
        self.now = (80, 45)

    def size(self) -> tuple[int, int]:
        self.now = next(self.sizes)
        return self.now

    def draw(self, screen: Screen) -> None:
        self.drawn.append((self.now, screen))
        self.shown.append(screen.text)

    def show(self, text: str) -> None:
        self.shown.append(text)

    def clear(self) -> None:
        self.shown.append("(cleared)")

    def ask(self, prompt: str, choices: Iterable[str]) -> str | None:
        if "yes" in prompt or "oui" in prompt:
            answer, self.at_the_end = self.at_the_end, None
            return answer
        if self.until and self.until in self.drawn[-1][1].text:
            return None
        return next(self.typed, None)

    @property
    def screens(self) -> list[str]:
        return [screen.text for _, screen in self.drawn]

    @property
    def text(self) -> str:
        return "\n".join(self.shown)


def accepting(count: int, *first: str) -> Iterator[str]:
    """Type these lines, then accept what is suggested, so many times."""
    return chain(first, repeat("ok", count))


def play_here(folder: Path, keyboard: Keyboard, seed: str | None = SEED, **choices: object) -> Keyboard:
    """Play a game in a folder."""
    play_hot_seat(Session(), keyboard, str(folder / "game"), PlayChoices(seed=seed, **choices))  # type: ignore[arg-type]
    return keyboard
