"""What players have to agree on, by mail: who has a vote is asked once, who has none is told; and mails that leave."""

from __future__ import annotations

from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any, cast

import pytest

from lpbe.kernel.chain.seating import given_seat

from ..cli.house import HOST, House
from .hall import begin, block, quoted
from .post import ADDRESSES, Post, kind_of, text_of
from .post import block_in as block_of


def told(mail: EmailMessage) -> str:
    return " ".join(text_of(mail).split())


def votes(post: Post) -> dict[str, EmailMessage]:
    """Run, send, and what each was told about what is to be agreed on."""
    post.tick()
    found = {seat: [mail for mail in post.collect(seat) if kind_of(mail) == "vote"] for seat in ADDRESSES}
    assert all(len(mails) < 2 for mails in found.values())
    return {seat: mails[0] for seat, mails in found.items() if mails}


# another key for a seat


def test_who_has_a_vote_is_asked_once_for_another_key_and_mail_seats_are_told(post: Post) -> None:
    """Red, the only one with a vote, runs the command that the mail prints and sends what it prints."""
    key = post.house.lpbe("eve", "key", "show", "--for", "mars", "--seat", "green").out.strip()
    post.host("replace", "mars", "green", "--to", key)
    mails = votes(post)
    assert sorted(mails) == ["blue", "green", "red"]
    assert "has no vote" in told(mails["blue"]) and "lpbe endorse" not in told(mails["blue"])
    assert "votre place" in told(mails["green"]) and "lpbe endorse" not in told(mails["green"])
    assert str(mails["green"]["Subject"]).startswith("Votre accord")
    assert not votes(post), "once"
    before = given_seat(post.house.game.state, "green").sign
    post.obey("red", mails["red"], "endorse")
    assert not votes(post) and not post.house.game.state.replacing
    assert given_seat(post.house.game.state, "green").sign != before
    assert post.counts["in, filed"] == 1


def test_a_mail_seat_that_votes_is_told_that_it_has_none(post: Post) -> None:
    key = post.house.lpbe("eve", "key", "show", "--for", "mars", "--seat", "green").out.strip()
    post.host("replace", "mars", "green", "--to", key)
    post.tick()
    post.collect("blue")
    post.answer("blue", post.asked("blue"), lambda mail: f"endorse\n\n{quoted(text_of(mail).splitlines())}")
    post.tick()
    (answer,) = post.collect("blue")
    assert "has no vote" in told(answer) and "E_ORDER_QUORUM" in told(answer)
    assert post.house.game.state.replacing and post.counts["in, refused"] == 1


# less time


def test_a_shorter_pace_is_asked_of_who_has_not_agreed(post: Post) -> None:
    done = post.house.lpbe("cleo", "endorse", "mars", "--pace", "12h", "--no-pin")
    assert done.status == 0, done
    mails = votes(post)
    assert sorted(mails) == ["blue", "red"]
    assert "--pace 12h" in told(mails["red"]) and "12 hours" in told(mails["red"])
    assert "has no vote" in told(mails["blue"]) and "12 hours" in told(mails["blue"])
    assert post.house.lpbe(HOST, "pace", "mars", "12h").status == 5
    post.obey("red", mails["red"], "endorse")
    assert not votes(post)
    post.host("pace", "mars", "12h")
    assert not votes(post) and post.house.game.state.pace == "12h"


# stopping and leaving: Living Planet, where blue and green play by mail


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> House:
    return begin(tmp_path_factory.mktemp("votes") / "one")


@pytest.fixture
def house(first: House, tmp_path: Path) -> House:
    return first.copy(tmp_path / "house")


WHERE = {"blue": "ben@example.org", "green": "cleo@example.org", "red": "ana@example.org"}
NUMBER = iter(range(1000))


def mail_in(house: House, seat: str, text: str) -> dict[str, Any]:
    made = EmailMessage()
    made["From"], made["Message-ID"] = WHERE[seat], f"<{next(NUMBER)}.{seat}@example.org>"
    made.set_content(text)
    answer = house.lpbe("ana", "mail", "in", "mars", "--json", stdin=made.as_bytes())
    (mail,) = answer.told["mails"]
    return dict(mail)


def answered(mail: dict[str, Any]) -> str:
    return told(cast(EmailMessage, message_from_bytes(Path(mail["answer"]).read_bytes(), policy=default)))


def typed(house: House, seat: str, words: str) -> dict[str, Any]:
    return mail_in(house, seat, f"{words}\n\nOn Monday lpbe wrote:\n{quoted(block(house, seat))}")


def mail_out(house: House) -> dict[str, EmailMessage]:
    """What goes out about agreements, by who gets it."""
    box = house.root / "out"
    before = set(box.rglob("*.lpbe"))
    house.do("ana", "mail", "out", "mars", "--to", "maildir:out")
    mails = [message_from_bytes(path.read_bytes(), policy=default) for path in set(box.rglob("*.lpbe")) - before]
    return {str(mail["To"]): cast(EmailMessage, mail) for mail in mails if str(mail["X-LPBE"]).startswith("vote ")}


def stopping(house: House) -> list[str]:
    return list(house.game.state.table["roster"].get("stopping", []))


def test_a_game_is_stopped_by_mail_when_all_agree(house: House) -> None:
    """Blue types it, the others are asked: green answers in the block of that mail, red signs. Then it is over."""
    mail_out(house)
    assert typed(house, "blue", "stop the game")["did"] == "filed"
    house.run()
    assert stopping(house) == ["blue"]
    mails = mail_out(house)
    assert sorted(mails) == ["ana@example.org", "cleo@example.org"]
    assert "arrêter la partie" in told(mails["cleo@example.org"])
    assert "lpbe stop living-planet-" in told(mails["ana@example.org"])
    assert typed(house, "green", "arrêter la partie")["did"] == "filed"
    house.run()
    assert not mail_out(house), "once"
    printed = house.lpbe("ana", "stop", "mars", "--yes", "--mail-to", "lpbe@example.org").out.partition("\n\n")[2]
    assert mail_in(house, "red", printed)["did"] == "filed"
    house.run()
    assert house.game.state.window.kind == "over"
    assert house.lpbe("ana", "verify", "mars").status == 0


def test_a_seat_that_is_not_asked_anything_is_given_a_block_to_stop_by(house: House) -> None:
    typed(house, "green", "choisir carte 4")
    typed(house, "blue", "stop the game")
    house.run()
    mail = mail_out(house)["cleo@example.org"]
    inside = [line for line in block_of(mail)[1:-1] if not line.strip().startswith("#")]
    assert not inside, "nothing that ok could send by mistake"
    assert mail_in(house, "green", f"ok\n\n{quoted(text_of(mail).splitlines())}")["did"] != "filed"
    assert mail_in(house, "green", f"arrêter la partie\n\n{quoted(text_of(mail).splitlines())}")["did"] == "filed"
    house.run()
    assert stopping(house) == ["blue", "green"]


def test_stopping_is_taken_back_and_not_said_twice(house: House) -> None:
    assert typed(house, "blue", "do not stop")["why"] == "E_ORDER_STALE"
    typed(house, "blue", "stop the game")
    house.run()
    assert typed(house, "blue", "Stop the game!")["why"] == "E_ORDER_STALE"
    assert typed(house, "blue", "do not stop")["did"] == "filed"
    house.run()
    assert stopping(house) == []


@pytest.mark.parametrize(
    ("words", "more"),
    [("quitter la partie", "quitter pour de bon"), ("resign", "quitter pour de bon"), ("stop", "arrêter la partie")],
)
def test_a_single_word_neither_stops_nor_leaves_a_game(house: House, words: str, more: str) -> None:
    with house.untouched():
        mail = typed(house, "green", words)
    assert (mail["did"], mail["why"]) == ("refused", "E_MAIL_LINE") and more in answered(mail)


def test_a_mail_seat_leaves_for_good(house: House) -> None:
    assert typed(house, "green", "quitter pour de bon")["did"] == "filed"
    house.run()
    assert house.game.state.table["roster"]["resigned"] == ["green"]
    assert typed(house, "green", "quitter pour de bon")["why"] == "E_ORDER_STALE"


@pytest.mark.parametrize(
    ("words", "command"),
    [
        ("stop the game", "lpbe stop GAME --yes --mail-to lpbe@example.org"),
        ("endorse", "lpbe endorse GAME --mail-to lpbe@example.org"),
        ("resign", "lpbe resign GAME --yes --mail-to lpbe@example.org"),
        ("note well played", "lpbe note GAME 'well played' --mail-to lpbe@example.org"),
        ("policy exhaust=iron", "lpbe policy GAME exhaust=iron --mail-to lpbe@example.org"),
        ("select card 2", "lpbe order GAME 'select card 2' --mail-to lpbe@example.org"),
    ],
)
def test_a_player_with_a_key_is_told_the_command_that_signs_it(house: House, words: str, command: str) -> None:
    """Whether the answer has a block in it or not."""
    with house.untouched():
        for mail in (typed(house, "red", words), mail_in(house, "red", f"{words}\n")):
            assert mail["why"] == "E_SIG_FORMAT" and command in answered(mail)
