"""Ends, questions and batches that a lying host signs: both verifiers agree about them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ..size_limits import one_in
from .answers import REFUSED, Ask, second
from .forger import Data, Forger
from .scenes import (
    ASKED,
    END,
    Said,
    almost_ready,
    begins,
    decide,
    free,
    joined_scene,
    late,
    play,
    silent,
    started_scene,
    to_bot,
)
from .verifier.canon import jcs, tagged_hash
from .verifier.ids import order_id
from .verifier.openings import context
from .verifier.verdict import HOLDS


def then(begin: Callable[[], Forger], *events: Data, **more: object) -> Callable[[], Forger]:
    """Let red play, with these results."""

    def make() -> Forger:
        game = begin()
        letter, person, own = play(game)
        game.step(letter | more, person, [*own, *events])
        return game

    return make


def wishes(*seats: str, agree: bool = True, game: Forger | None = None) -> Forger:
    """Let these seats agree to stop."""
    game = game or started_scene()
    for seat in seats:
        event = {"event": "stop-agreed" if agree else "stop-withdrawn", "seat": seat}
        game.step(game.letter(seat, "stop", {"agree": agree}), game.people[seat], [event])
    return game


def last_wish(*events: Data, kind: str = "stop") -> Callable[[], Forger]:
    """Let blue and green agree to stop; then red agrees too, or leaves."""

    def make() -> Forger:
        game = wishes("blue", "green")
        args, event = ({"agree": True}, "stop-agreed") if kind == "stop" else (None, "resigned")
        game.step(game.letter("red", kind, args), game.people["red"], [{"event": event, "seat": "red"}, *events])
        return game

    return make


def resigned_scene() -> Forger:
    game = started_scene()
    game.step(
        *free("resign", None, {"event": "resigned", "seat": "blue"})(game)[:2], [{"event": "resigned", "seat": "red"}]
    )
    return game


def with_events(begin: Callable[[], Forger], write: Callable[[Forger], Said], *events: Data) -> Callable[[], Forger]:
    """Return a letter with other events than its own."""

    def make() -> Forger:
        game = begin()
        letter, person, _ = write(game)
        game.step(letter, person, list(events))
        return game

    return make


def batch(*entries: Data, kind: str = "play") -> Callable[[], Forger]:
    """Return a letter of red with this batch."""

    def make() -> Forger:
        game = started_scene()
        letter = game.letter("red", kind, batch=list(entries), hidden=game.hidden(kind))
        game.step(letter, game.people["red"])
        return game

    return make


def show_card(kind: str) -> Callable[[], Forger]:
    """Return an opening of red's card in the step of another letter."""

    def make() -> Forger:
        game, value, nonce = started_scene(), {"order": "select", "card": 3}, b"7" * 32
        letter = game.letter("red", "play", batch=[{"order": "sealed"}], hidden=game.hidden("play"))
        letter["batch"][0]["commit"] = tagged_hash("commit", *context(letter), 0, nonce, jcs(value))
        game.step(letter, game.people["red"])
        opening = {"order": order_id(letter), "index": 0, "r": nonce.hex(), "v": value}
        more: Data = {"batch": [{"order": "look"}], "hidden": game.hidden("play")} if kind == "play" else {}
        args = {"text": "Hallo"} if kind == "note" else None
        game.step(game.letter("blue", kind, args, **more), game.people["blue"], openings=[opening])
        return game

    return make


def after_leaving() -> Forger:
    game = resigned_scene()
    letter = game.letter("green", "play", batch=[{"order": "look"}], hidden=game.hidden("play"))
    game.step(letter, game.people["green"], [ASKED | {"seats": ["red"]}])
    return game


AGREED: Data = END | {"why": "agreed"}
SEVERAL: Data = ASKED | {"seats": ["blue", "green"], "several": True}
VOID: Data = {"event": "ended", "scores": {}, "winners": [], "why": "void"}
COMMIT: Data = {"order": "sealed", "commit": "0" * 64}
TRUE: dict[str, Callable[[], Forger]] = {
    "an end by the rules": then(started_scene, END),
    "everybody wants to stop": last_wish(AGREED),
    "the only one against it leaves": last_wish(AGREED, kind="resign"),
    "a word to stop is taken back": lambda: wishes("blue", agree=False, game=wishes("blue")),
    "several are asked at once": then(started_scene, SEVERAL),
    "and may change their minds": then(started_scene, SEVERAL | {"replace": True}),
    "a start that failed": with_events(joined_scene, late, VOID),
    "a card is shown when others play": show_card("play"),
    "a clear order and a sealed one": batch({"order": "look"}, COMMIT),
    "a sealed policy": batch(COMMIT, kind="standing"),
}
FALSE: dict[str, Callable[[], Forger]] = {
    "an end that no rule names": then(started_scene, END | {"why": "flood"}),
    "an agreement of nobody": then(started_scene, AGREED),
    "a void game that has begun": then(started_scene, VOID),
    "a winner who does not play": then(started_scene, END | {"winners": ["nobody"]}),
    "one winner twice": then(started_scene, END | {"winners": ["blue", "blue"]}),
    "points of somebody who does not play": then(started_scene, END | {"scores": {"nobody": 1}}),
    "everybody wants to stop, and it goes on": last_wish(),
    "everybody wants to stop, and somebody has won by the rules": last_wish(END),
    "the only one against it leaves, and it goes on": last_wish(kind="resign"),
    "an agreement of some": with_events(
        lambda: wishes("blue"), free("stop", {"agree": True}), {"event": "stop-agreed", "seat": "red"}, AGREED
    ),
    "a wish to stop, twice": lambda: wishes("blue", "blue"),
    "a wish taken back that nobody had": lambda: wishes("blue", agree=False),
    "a wish of who has left": lambda: wishes("red", game=resigned_scene()),
    "a seat that leaves twice": with_events(resigned_scene, free("resign"), {"event": "resigned", "seat": "red"}),
    "a seat that leaves, and has not": with_events(started_scene, free("resign")),
    "a wish to stop that nobody hears": with_events(started_scene, free("stop", {"agree": True})),
    "a seat that is back, and still silent": with_events(silent, play),
    "the quorum, and nobody is replaced": with_events(started_scene, decide),
    "a bot after fewer misses": with_events(
        silent, to_bot, {"event": "replaced", "seat": "red", "held": "bot:greedy@1", "missed": 2}
    ),
    "another bot": with_events(
        silent, to_bot, {"event": "replaced", "seat": "red", "held": "bot:greedy@2", "missed": 1}
    ),
    "a silence of nobody": with_events(started_scene, late, {"event": "silent", "seats": [], "phase": 1}),
    "one silence, twice": with_events(started_scene, late, {"event": "silent", "seats": ["red", "red"], "phase": 1}),
    "a silence of another phase": with_events(started_scene, late, {"event": "silent", "seats": ["red"], "phase": 2}),
    "a start that failed, and somebody has won": with_events(joined_scene, late, VOID | {"winners": ["red"]}),
    "a start that failed, with points": with_events(joined_scene, late, VOID | {"scores": {"red": 1}}),
    "everybody is ready, and nothing begins": with_events(almost_ready, begins),
    "something behind a question": then(started_scene, ASKED, {"event": "window-closed"}),
    "two questions": then(started_scene, ASKED, ASKED),
    "a question behind the end": then(started_scene, END, ASKED),
    "two ends": then(started_scene, END, END),
    "a question to nobody": then(started_scene, ASKED | {"seats": [], "several": True}),
    "a question to a stranger": then(started_scene, ASKED | {"seats": ["nobody"]}),
    "one seat asked twice": then(started_scene, SEVERAL | {"seats": ["blue", "blue"]}),
    "several asked as one": then(started_scene, ASKED | {"seats": ["blue", "green"]}),
    "one asked who may change his mind": then(started_scene, ASKED | {"replace": True}),
    "a seat asked that has left": after_leaving,
    "a silent seat asked in its phase": with_events(
        started_scene, late, {"event": "silent", "seats": ["red"], "phase": 1}, ASKED | {"seats": ["red"]}
    ),
    "a card shown beside a note": show_card("note"),
    "an order without a name": batch({"coins": 1}),
    "an order with a number for a name": batch({"order": 1}),
    "a sealed order without its commitment": batch({"order": "sealed"}),
    "a commitment that is none": batch({"order": "sealed", "commit": "abc"}),
    "a commitment with more beside it": batch(COMMIT | {"card": 3}),
    "a policy in clear": batch({"order": "policy"}, kind="standing"),
    "two policies": batch(COMMIT, COMMIT, kind="standing"),
}


@pytest.mark.parametrize("name", TRUE)
def test_what_can_be_holds(name: str, tmp_path: Path, ask: Ask) -> None:
    TRUE[name]().write(tmp_path / "game")
    assert ask(tmp_path / "game") == (HOLDS, "")
    assert second(tmp_path / "game") == (HOLDS, "")


@pytest.mark.parametrize("name", one_in(3, [*FALSE]))
def test_what_cannot_be_is_refused(name: str, tmp_path: Path, ask: Ask) -> None:
    FALSE[name]().write(tmp_path / "game")
    assert ask(tmp_path / "game") == (REFUSED, "E_AUDIT_DIVERGES")
    assert second(tmp_path / "game")[0] == REFUSED
