"""What everybody reads about timeouts, returns, takeovers and stopping, in both languages."""

from __future__ import annotations

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from lpbe.kernel.base.canonical import Plain
from lpbe.kernel.chain import player_view
from lpbe.kernel.chain.letters.replace import bot_keys
from lpbe.kernel.content import packs
from lpbe.kernel.engine.events import (
    DraftDropped,
    Ended,
    PlanDropped,
    Replaced,
    Returned,
    Silent,
    StopAgreed,
    StopWithdrawn,
    Unfit,
)
from lpbe.kernel.engine.model import Event
from lpbe.kernel.language.sentences import sentence
from lpbe.kernel.language.templates import order_text
from lpbe.report import public_report
from lpbe.report.content.headline import Viewpoint, waiting_lines
from tests import letter_types

from ..party import Party

NAMES = {"red": "Ana", "blue": "Ben"}


def answer(event: Event, lang: str, reader: str | None = None) -> str:
    words = packs.words("pebbles", lang)
    plain: Plain = to_builtins(event)
    return sentence(words, plain, reader, NAMES)


PUBLIC: list[tuple[Event, str, str]] = [
    (
        Silent(("red", "blue"), 3),
        "Ana and Ben missed the deadline. Default answers are used until they write again or the phase ends.",
        "Ana et Ben : délai dépassé. La réponse par défaut s'applique jusqu'à un nouveau message "
        "ou jusqu'à la fin de la phase.",
    ),
    (Returned("red"), "Ana is back.", "Ana est de retour."),
    (
        Replaced("red"),
        "From now on Ana uses a different key: a new one, or another person's.",
        "Ana utilise désormais une autre clé : une nouvelle, ou celle d'une autre personne.",
    ),
    (
        Replaced("red", "bot:greedy@1", 2),
        "Ana is now played by bot:greedy@1 (missed deadlines: 2), until the player comes back.",
        "Ana : bot:greedy@1 joue désormais à cette place (délais dépassés : 2), jusqu'au retour du joueur.",
    ),
    (
        Replaced("red", "bot:greedy@1"),
        "Ana is now played by bot:greedy@1, until the player comes back.",
        "Ana : bot:greedy@1 joue désormais à cette place, jusqu'au retour du joueur.",
    ),
    (StopAgreed("red"), "Ana agrees to stop the game here.", "Ana est d'accord pour arrêter la partie ici."),
    (StopWithdrawn("red"), "Ana wants to keep playing.", "Ana veut continuer la partie."),
    (
        Ended({"red": 3}, ("red",), "agreed"),
        "All remaining players have agreed to stop: the game is over. Points: Ana 3. Won by Ana.",
        "Tous les joueurs restants sont d'accord pour s'arrêter : la partie est finie. Points : Ana 3. Victoire : Ana.",
    ),
]


@pytest.mark.parametrize(("event", "english", "french"), PUBLIC)
def test_what_the_public_reads(event: Event, english: str, french: str) -> None:
    assert answer(event, "en") == english
    assert answer(event, "fr") == french


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("event", [Returned("red"), StopAgreed("red"), StopWithdrawn("red"), Replaced("red")])
def test_who_it_concerns_is_spoken_to(event: Event, lang: str) -> None:
    assert answer(event, lang, "red") != answer(event, lang)
    assert "Ana" not in answer(event, lang, "red")


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_what_is_left_out_or_dropped_is_told_with_its_reason(lang: str) -> None:
    unfit = answer(Unfit("red", "plan", "this plan is too long", {}, 2), lang, "red")
    assert "2" in unfit and unfit != answer(Unfit("red", "policy", "this plan is too long"), lang, "red")
    dropped = answer(PlanDropped("red", 0, {"order": "end-turn"}, "PEB-1", "this plan is too long"), lang, "red")
    assert "[PEB-1]" in dropped
    ended = order_text(packs.words("pebbles", lang), {"order": "end-turn"})
    assert ended in dropped and ended in answer(DraftDropped("red", ({"order": "end-turn"},)), lang, "red")


@pytest.mark.parametrize(
    ("lang", "line"), [("en", "Agreed to stop the game here: Redy."), ("fr", "D'accord pour arrêter la partie")]
)
def test_the_report_shows_who_agrees_to_stop(lang: str, line: str) -> None:
    party = Party().start()
    table = {**party.game.state.table, "roster": {**party.game.state.table["roster"], "stopping": ["red"]}}
    answer = replace(party.game, state=replace(party.game.state, table=table))
    words = packs.words("pebbles", lang)
    assert any(line in one for one in waiting_lines(answer, words, Viewpoint(None, None, ())))
    assert not any(line in one for one in waiting_lines(party.game, words, Viewpoint(None, None, ())))


def handed_to_a_bot() -> Party:
    """Let nobody answer, so that the seat that was awaited first goes to a bot."""
    party = Party(changes={"pace": "1d", "bot_after": 1}, at="2026-01-01T00:00:00Z").start()
    party.at = "2026-02-01T00:00:00Z"
    party.send(
        party.sign(
            "referee",
            letter_types.timeout_letter(party.game, player_view.open_state(party.rules, party.game, None, None)),
        )
    )
    secret = party.referee.secret
    assert secret
    letter = letter_types.replace_letter(party.game, "red", bot_keys(party.game, secret, "red"), "", "bot:cautious@1")
    party.send(party.sign("referee", letter))
    return party


def test_a_seat_that_goes_to_a_bot_needs_nobodys_word_and_the_report_does_not_say_so() -> None:
    party = handed_to_a_bot()
    assert {"event": "replaced", "seat": "red", "held": "bot:cautious@1", "missed": 1} in party.game.last.public.events
    report = " ".join(public_report(party.rules, party.game).split())
    assert "the bot cautious plays this seat" in report
    assert "endorse" not in report and "another person" not in report
