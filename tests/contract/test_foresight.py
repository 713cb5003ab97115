"""What every game tells in advance: with words in both languages, and from nothing but what its reader sees."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lpbe.games import GAMES, game_of
from lpbe.kernel.chain.drawers import plain_events
from lpbe.kernel.content import packs
from lpbe.kernel.play.foresight import Brief, Told
from lpbe.kernel.words.sentences import slots, told_text

from .playouts import Deed, few, readers
from .trial import Case, Reader, cases

LANGUAGES = ("en", "fr")
every_game = pytest.mark.parametrize("game", GAMES)


def some(game: str) -> Case:
    """The fullest setting that a game has."""
    return max((case for case in cases() if case.game == game), key=lambda case: (len(case.expansions), case.players))


def briefs(case: Case, every: int) -> Iterator[tuple[Deed, Reader, Brief]]:
    show = game_of(case.game).brief
    assert show
    for number, deed in enumerate(few(case)):
        state = deed.table.state
        for reader in readers(state) if number % every == 0 else ():
            yield deed, reader, show(state.seen_by(reader), reader, plain_events(deed.table.events, reader))


def all_told(brief: Brief) -> list[Told]:
    return [*brief.clock, *brief.standing, *brief.threats, *brief.ended]


@every_game
def test_the_sentences_of_both_languages_say_the_same_things(game: str) -> None:
    english, french = (packs.words(game, lang).terms for lang in LANGUAGES)
    told = [key for key in english if key.startswith("told.")]
    assert told
    assert [key for key in told if sorted(slots(english[key])) != sorted(slots(french[key]))] == []


@every_game
def test_the_head_of_a_page_has_words(game: str) -> None:
    words = [packs.words(game, lang) for lang in LANGUAGES]
    for _, _, brief in briefs(some(game), 9):
        assert brief.clock
        for told in all_told(brief):
            assert all(told_text(spoken, told) for spoken in words)


@every_game
def test_a_finished_game_tells_who_has_won(game: str) -> None:
    show, deed = game_of(game).brief, list(few(some(game)))[-1]
    state = deed.table.state
    for reader in readers(state):
        assert show and show(state.seen_by(reader), reader, plain_events(deed.table.events, reader)).ended
