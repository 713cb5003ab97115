"""Seats that play by mail: only the code of the open question makes a letter, and only once."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from lpbe.app.auditing.verdict_text import verdict_text
from lpbe.app.session.locale import Locale
from lpbe.kernel.audit.verify import verify
from lpbe.kernel.base.canonical import tagged_hash
from lpbe.kernel.base.errors import Rejected
from lpbe.kernel.chain import mail_codes
from lpbe.kernel.chain.genesis import SeatSpec, electors
from lpbe.kernel.chain.letter import commitment_context
from lpbe.kernel.chain.letter_builder import referee_key
from lpbe.kernel.chain.letters.play import Play
from lpbe.kernel.chain.player_view import sign
from lpbe.kernel.crypto.keys import Secret, b64
from lpbe.kernel.crypto.seals import mail_nonce
from tests import letter_types

from ..party import Party, person

LINES = "bid 2\n"
ORDER = {"order": "bid", "coins": 2}


def by_mail() -> Party:
    """Red and blue have keys, green plays by mail; everybody is asked for a bid."""
    seats = [SeatSpec(seat, b64(person(seat).sign_public)) for seat in ("red", "blue")]
    everybody = [SeatSpec("green", held="mail"), *seats]
    party = Party(seats=("green", "red", "blue"), changes={"seats": everybody})
    party.people["green"] = party.referee.secrets[-1].held_identity("green")
    return party.start()


def letter(party: Party, code: str, lines: str = LINES) -> Play:
    return mail_codes.mail_letter(party.game, party.referee.secrets, "green", [ORDER], [True], code, lines)


def code(party: Party, rev: int = 0, seat: str = "green") -> str:
    return mail_codes.code_for(party.game, party.referee.secrets, seat, rev)


def expect_refusal(party: Party, code: str) -> str:
    with pytest.raises(Rejected) as caught:
        letter(party, code)
    assert caught.value.code == "E_ORDER_INVITE"
    return caught.value.message


def test_a_mail_with_its_code_makes_a_letter() -> None:
    party = by_mail()
    made = letter(party, code(party))
    pair = party.people["green"].pair(made.game, referee_key(party.game))
    nonce = mail_nonce(pair, commitment_context(made), made.seen)
    assert (made.via, made.mail) == ("mail", mail_codes.mail_mark(nonce, code(party), LINES))
    party.send(party.sign("green", made))
    assert "green" not in party.waiting


def test_who_tries_every_code_does_not_find_what_a_mail_said() -> None:
    """A code is short and an order easy to guess: the mark also needs a secret that belongs to this letter alone."""
    party = by_mail()
    made = letter(party, code(party))
    pair = party.people["green"].pair(made.game, referee_key(party.game))
    nonces = {mail_nonce(pair, commitment_context(replace(made, rev=rev)), made.seen) for rev in range(3)}
    marks = {mail_codes.mail_mark(nonce, code(party), LINES) for nonce in nonces}
    assert len(marks) == 3
    assert made.mail in marks
    assert made.mail != tagged_hash("mail", code(party), LINES).hex()


@pytest.mark.parametrize("typed", [str.lower, lambda text: f"{text[:5]}-{text[5:]}", lambda text: f" {text}\n"])
def test_a_code_may_be_copied_as_people_copy(typed: type[str]) -> None:
    party = by_mail()
    assert letter(party, typed(code(party))) == letter(party, code(party))


def test_each_answer_has_a_code_of_its_own() -> None:
    party = by_mail()
    old = code(party)
    party.send(party.sign("green", letter(party, old)))
    assert "has already been used" in expect_refusal(party, old)
    again = letter(party, code(party, 1), "bid 2 # again")
    assert again.rev == 1
    party.send(party.sign("green", again))


def test_a_later_code_than_the_next_is_as_good() -> None:
    """It was mailed for an answer that was lost with an old backup; the codes before it are used up as well."""
    party = by_mail()
    made = letter(party, code(party, 1))
    assert made.rev == 1
    party.send(party.sign("green", made))
    assert "has already been used" in expect_refusal(party, code(party))


def test_a_code_of_another_window_is_refused() -> None:
    party = by_mail()
    old = code(party)
    for seat in ("red", "blue"):
        party.give(seat, {"order": "bid", "coins": 0})
    party.send(party.sign("green", letter(party, old)))
    assert "not green's code" in expect_refusal(party, old)


def test_a_code_of_another_fork_is_refused() -> None:
    """The same window of the same game, opened by another head."""
    one, other = by_mail(), by_mail()
    for party, bid in ((one, 0), (other, 1)):
        for seat in ("red", "blue"):
            party.give(seat, {"order": "bid", "coins": bid})
        party.send(party.sign("green", letter(party, code(party))))
    assert one.game.state.game == other.game.state.game
    assert one.game.state.window.number == other.game.state.window.number
    assert code(one) != code(other)


def test_a_code_of_another_seat_is_refused() -> None:
    party = by_mail()
    assert "not green's code" in expect_refusal(party, code(party, seat="red"))


@pytest.mark.parametrize("code", ["", "A", "é" * 10, "A" * 1000, "\0"])
def test_nonsense_is_refused(code: str) -> None:
    expect_refusal(by_mail(), code)


def test_a_code_stays_good_while_others_answer() -> None:
    party = by_mail()
    mailed = code(party)
    party.give("red", {"order": "bid", "coins": 1})
    assert code(party) == mailed
    party.send(party.sign("green", letter(party, mailed)))


def test_after_a_handover_the_new_secret_makes_the_codes() -> None:
    party = by_mail()
    secrets = (*party.referee.secrets, Secret(bytes(range(32))))
    assert mail_codes.code_for(party.game, secrets, "green", 0) == secrets[-1].mail_code(
        "green", party.game.state.window.number, 0, mail_codes.window_head(party.game)
    )
    assert mail_codes.code_for(party.game, secrets, "green", 0) != code(party)


def test_a_mail_seat_plays_by_mail_alone() -> None:
    party = by_mail()
    plain = letter_types.play_letter(party.game, "green", party.people["green"], [ORDER], [True], 0)
    for wrong in (plain, replace(plain, via="mail"), replace(plain, mail="ab" * 32)):
        with pytest.raises(Rejected, match="this is not an e-mail"):
            party.send(party.sign("green", wrong))


def test_nobody_else_plays_by_mail() -> None:
    party = by_mail()
    made = letter_types.play_letter(party.game, "red", party.people["red"], [ORDER], [True], 0)
    with pytest.raises(Rejected, match="does not play by e-mail"):
        party.send(party.sign("red", replace(made, via="mail", mail="ab" * 32)))
    with pytest.raises(Rejected, match="does not play by e-mail"):
        mail_codes.mail_letter(party.game, party.referee.secrets, "red", [ORDER], [True], "", "")


def test_a_mail_seat_is_signed_for_by_the_referee_alone() -> None:
    party = by_mail()
    with pytest.raises(Rejected) as caught:
        party.send(sign(person("eve"), letter(party, code(party))))
    assert caught.value.code == "E_SIG_FORMAT"


def test_a_mail_seat_has_no_vote() -> None:
    party = by_mail()
    assert electors(party.game.genesis, party.game.state, "red") == ["blue"]


def test_verify_tells_that_the_moves_of_a_mail_seat_are_the_referees_word() -> None:
    party = by_mail()
    party.send(party.sign("green", letter(party, code(party))))
    verdict = verify(party.rules, party.game, party.log)
    assert verdict.summary.moves == {"green": 1}
    assert "Green plays by e-mail, so you have to trust the referee for these moves: 1" in verdict_text(
        verdict, party.game, Locale("en")
    )
