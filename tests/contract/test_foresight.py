"""What every game announces: with words in both languages, using only what its reader sees."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from lpbe.games import GAMES, game_of
from lpbe.kernel.chain.sealed_state import plain_events
from lpbe.kernel.content import packs
from lpbe.kernel.engine import legality
from lpbe.kernel.engine.foresight import Brief, Certainty, Fact
from lpbe.kernel.engine.model import Order
from lpbe.kernel.engine.table import answers_wanted
from lpbe.kernel.language.effects import Effects
from lpbe.kernel.language.sentences import fact_text, slots

from ..size_limits import sizes
from .contract_config import Case, Reader, cases
from .foretelling import comes_true, endless_claims, in_world, show
from .playouts import Transition, few, readers

LANGUAGES = ("en", "fr")
BRIEFED = [game for game in GAMES if game_of(game).presentation().brief]
SEEING = [game for game in GAMES if game_of(game).base.foresight]


def some(game: str) -> Case:
    """Return the fullest setting that a game has."""
    return max((case for case in cases() if case.game == game), key=lambda case: (len(case.expansions), case.players))


def briefs(case: Case, every: int) -> Iterator[tuple[Transition, Reader, Brief]]:
    show = game_of(case.game).presentation().brief
    assert show
    for number, transition in enumerate(few(case)):
        state = transition.table.state
        for reader in readers(state) if number % every == 0 else ():
            yield transition, reader, show(state.seen_by(reader), reader, plain_events(transition.table.events, reader))


def all_facts(brief: Brief) -> list[Fact]:
    return [*brief.clock, *brief.standing, *brief.threats, *brief.ended]


@pytest.mark.parametrize("game", GAMES)
def test_the_sentences_of_both_languages_say_the_same_things(game: str) -> None:
    english, french = (packs.words(game, lang).terms for lang in LANGUAGES)
    facts = [key for key in english if key.startswith("told.")]
    assert [key for key in facts if sorted(slots(english[key])) != sorted(slots(french[key]))] == []


@pytest.mark.parametrize("game", BRIEFED)
def test_the_head_of_a_page_has_words(game: str) -> None:
    words = [packs.words(game, lang) for lang in LANGUAGES]
    for _, _, brief in briefs(some(game), 9):
        assert brief.clock
        for fact in all_facts(brief):
            assert all(complete(fact_text(spoken, fact)) for spoken in words), fact


def complete(sentence: str) -> bool:
    """Check that nothing of its template is left."""
    return bool(sentence) and not {"{", "}", "<", ">"} & set(sentence)


@pytest.mark.parametrize("game", BRIEFED)
def test_a_finished_game_tells_who_has_won(game: str) -> None:
    show, transition = game_of(game).presentation().brief, list(few(some(game)))[-1]
    state = transition.table.state
    for reader in readers(state):
        assert show and show(state.seen_by(reader), reader, plain_events(transition.table.events, reader)).ended


@pytest.mark.parametrize("game", SEEING)
def test_what_is_foreseen_of_orders_has_words(game: str) -> None:
    """And the numbers that a sentence explains are numbers that the game watches."""
    words, found = [packs.words(game, lang) for lang in LANGUAGES], 0
    for transition in islice(few(some(game)), 0, None, 7):
        for seat, question in answers_wanted(transition.table.state).items():
            effects = Effects(words[0], transition.table.state.seen_by(seat), question, seat)
            for order in one_of_each_kind(effects):
                for fact in effects.facts(order):
                    assert all(complete(fact_text(spoken, fact)) for spoken in words), fact
                    assert set(fact.covers) <= words[0].gauges.keys()
                    found += 1
    assert found


def one_of_each_kind(effects: Effects) -> list[Order]:
    orders = islice(legality.legal_orders(effects.state, effects.question, effects.seat), 300)
    return list({type(order): order for order in orders}.values())


@pytest.mark.parametrize("game", SEEING)
@sizes("number", 80, 20_000)
def test_what_is_certain_comes_true_whatever_anybody_answers(game: str, number: int) -> None:
    certain = (claim for claim in endless_claims(game) if claim.fact.certainty is Certainty.CERTAIN)
    for claim in islice(certain, number):
        assert all(comes_true(in_world(claim, seed), seed) is not False for seed in range(3)), show(claim)
