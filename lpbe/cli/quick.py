"""`lpbe apply` as machines call it, without loading click; whatever is less plain is left to click."""

from __future__ import annotations

from typing import Any

VALUES = {
    "-o": "output",
    "--output": "output",
    "--report": "report",
    "--log": "log",
    "--key": "key",
    "--now": "now",
}
FLAGS = {"--json": "as_json"}
ARGUMENTS = ("game", "order")


def understood(args: list[str]) -> dict[str, Any] | None:
    """What click would give to the command, if the arguments are of the plainest kind."""
    given: dict[str, Any] = {**dict.fromkeys(VALUES.values()), **dict.fromkeys(FLAGS.values(), False)}
    words: list[str] = []
    rest = iter(args)
    for word in rest:
        if word in VALUES:
            value = next(rest, "-")
            if value.startswith("-"):
                return None
            given[VALUES[word]] = value
        elif word in FLAGS:
            given[FLAGS[word]] = True
        elif word.startswith("-"):
            return None
        else:
            words.append(word)
    return {**dict(zip(ARGUMENTS, words, strict=True)), **given} if len(words) == len(ARGUMENTS) else None


def run(args: list[str]) -> int:
    """One command, by the short way if there is one."""
    given = understood(args[1:]) if args[:1] == ["apply"] else None
    if given is None:
        from .main import run as run_by_click

        return run_by_click(args)
    return run_apply(given)


def run_apply(given: dict[str, Any]) -> int:
    from .faults import guarded

    def work() -> int:
        from .applying import apply_order

        apply_order(**given)
        return 0

    return guarded(work, given["as_json"])
