"""What every game tells in advance: with words in both languages, from nothing but what its reader sees."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from lpbe.games import GAMES, game_of
from lpbe.kernel.chain.drawers import plain_events
from lpbe.kernel.content import packs
from lpbe.kernel.play import standing
from lpbe.kernel.play.foresight import Brief, Told
from lpbe.kernel.play.rules import Order
from lpbe.kernel.play.table import answers_wanted
from lpbe.kernel.words.effects import Effects
from lpbe.kernel.words.sentences import slots, told_text

from .playouts import Deed, few, readers
from .trial import Case, Reader, cases

LANGUAGES = ("en", "fr")
BRIEFED = [game for game in GAMES if game_of(game).brief]
SEEING = [game for game in GAMES if game_of(game).base.foresight]


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


@pytest.mark.parametrize("game", GAMES)
def test_the_sentences_of_both_languages_say_the_same_things(game: str) -> None:
    english, french = (packs.words(game, lang).terms for lang in LANGUAGES)
    told = [key for key in english if key.startswith("told.")]
    assert [key for key in told if sorted(slots(english[key])) != sorted(slots(french[key]))] == []


@pytest.mark.parametrize("game", BRIEFED)
def test_the_head_of_a_page_has_words(game: str) -> None:
    words = [packs.words(game, lang) for lang in LANGUAGES]
    for _, _, brief in briefs(some(game), 9):
        assert brief.clock
        for told in all_told(brief):
            assert all(complete(told_text(spoken, told)) for spoken in words), told


def complete(sentence: str) -> bool:
    """Nothing is left of its template."""
    return bool(sentence) and not {"{", "}", "<", ">"} & set(sentence)


@pytest.mark.parametrize("game", BRIEFED)
def test_a_finished_game_tells_who_has_won(game: str) -> None:
    show, deed = game_of(game).brief, list(few(some(game)))[-1]
    state = deed.table.state
    for reader in readers(state):
        assert show and show(state.seen_by(reader), reader, plain_events(deed.table.events, reader)).ended


@pytest.mark.parametrize("game", SEEING)
def test_what_is_foreseen_of_orders_has_words(game: str) -> None:
    """And the numbers that a sentence explains are numbers that the game watches."""
    words, found = [packs.words(game, lang) for lang in LANGUAGES], 0
    for deed in islice(few(some(game)), 0, None, 7):
        for seat, question in answers_wanted(deed.table.state).items():
            effects = Effects(words[0], deed.table.state.seen_by(seat), question, seat)
            for order in one_of_each_kind(effects):
                for told in effects.told(order):
                    assert all(complete(told_text(spoken, told)) for spoken in words), told
                    assert set(told.covers) <= words[0].gauges.keys()
                    found += 1
    assert found


def one_of_each_kind(effects: Effects) -> list[Order]:
    orders = islice(standing.legal(effects.state, effects.question, effects.seat), 300)
    return list({type(order): order for order in orders}.values())
