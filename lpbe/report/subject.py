"""A page in one line, for the subject of a mail: which game, how far it is, what is asked of whom."""

from __future__ import annotations

from collections.abc import Iterator

from ..kernel.chain.records import GameFile
from ..kernel.chain.seating import names_of
from ..kernel.content.packs import Words
from ..kernel.play.rulebook import Rules
from ..kernel.words.sentences import phrase, told_text
from .compose import Glance, end_told, question_asked

ID = 8
"""So many signs of its id tell a game from the others of a player."""


def subject(rules: Rules, game: GameFile, words: Words, glance: Glance) -> str:
    """Parted by plain signs: in English no header need be encoded."""
    name = words.terms.get(rules.game.name, rules.game.name)
    parts = [f"{name} {game.state.game[:ID]}", *facts(rules, game, words, glance)]
    return " - ".join(part.strip().rstrip(".") for part in parts if part)


def facts(rules: Rules, game: GameFile, words: Words, glance: Glance) -> Iterator[str]:
    """The turn, and what is asked; at the end who has won."""
    names, brief, reader = names_of(game.state), rules.game.brief, None if glance.closed else glance.reader
    now = brief(glance.state, reader, glance.told) if brief and glance.state is not None else None
    if game.state.window.kind == "over":
        told = [told_text(words, one, names) for one in now.ended] if now else end_told(words, glance.told, names)
        yield (told or [phrase(words, "over")])[0]
        return
    yield told_text(words, now.clock[0], names) if now and now.clock else ""
    yield asked(game, words, glance)


def asked(game: GameFile, words: Words, glance: Glance) -> str:
    window, names = game.state.window, names_of(game.state)
    if glance.reader not in window.waiting:
        return phrase(words, "mail.others", names, seats=window.waiting)
    if glance.answer:
        return phrase(words, "mail.answered")
    what = question_asked(game, words) if window.kind == "play" else words.terms.get(f"ask.{window.kind}", "")
    return phrase(words, "mail.asked", what=what)
