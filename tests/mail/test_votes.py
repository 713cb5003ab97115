"""What players have to agree on, by mail: voters are asked once, others are informed; and players who leave."""

from __future__ import annotations

from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any, cast

import pytest

from lpbe.kernel.chain.genesis import given_seat

from ..cli.world.club import HOST, Club
from .game_folder import begin, block, quoted
from .post import ADDRESSES, Post, block_in, kind_of, text_of


def result(mail: EmailMessage) -> str:
    return " ".join(text_of(mail).split())


def votes(post: Post) -> dict[str, EmailMessage]:
    """Run, send, and return what each recipient reads about proposals."""
    post.tick()
    found = {seat: [mail for mail in post.collect(seat) if kind_of(mail) == "vote"] for seat in ADDRESSES}
    assert all(len(mails) < 2 for mails in found.values())
    return {seat: mails[0] for seat, mails in found.items() if mails}


# another key for a seat


def test_who_has_a_vote_is_asked_once_for_another_key_and_mail_seats_are_told(post: Post) -> None:
    """Red, the only voter, runs the command in the e-mail and sends what it prints."""
    key = post.club.lpbe("eve", "key", "show", "--for", "mars", "--seat", "green").out.strip()
    post.host("replace", "mars", "green", "--to", key)
    mails = votes(post)
    assert sorted(mails) == ["blue", "green", "red"]
    assert "has no vote" in result(mails["blue"]) and "lpbe endorse" not in result(mails["blue"])
    assert "votre place" in result(mails["green"]) and "lpbe endorse" not in result(mails["green"])
    assert str(mails["green"]["Subject"]).startswith("Vote")
    assert not votes(post), "once"
    before = given_seat(post.club.game.state, "green").sign
    post.obey("red", mails["red"], "endorse")
    assert not votes(post) and not post.club.game.state.replacing
    assert given_seat(post.club.game.state, "green").sign != before
    assert post.counts["in, filed"] == 1


def test_a_mail_seat_that_votes_is_told_that_it_has_none(post: Post) -> None:
    key = post.club.lpbe("eve", "key", "show", "--for", "mars", "--seat", "green").out.strip()
    post.host("replace", "mars", "green", "--to", key)
    post.tick()
    post.collect("blue")
    post.answer("blue", post.asked("blue"), lambda mail: f"endorse\n\n{quoted(text_of(mail).splitlines())}")
    post.tick()
    (answer,) = post.collect("blue")
    assert "has no vote" in result(answer) and "E_ORDER_QUORUM" in result(answer)
    assert post.club.game.state.replacing and post.counts["in, refused"] == 1


# less time


def test_a_shorter_pace_is_asked_of_who_has_not_agreed(post: Post) -> None:
    done = post.club.lpbe("cleo", "endorse", "mars", "--pace", "12h", "--no-pin")
    assert done.status == 0, done
    mails = votes(post)
    assert sorted(mails) == ["blue", "red"]
    assert "--pace 12h" in result(mails["red"]) and "12 hours" in result(mails["red"])
    assert "has no vote" in result(mails["blue"]) and "12 hours" in result(mails["blue"])
    assert post.club.lpbe(HOST, "pace", "mars", "12h").status == 5
    post.obey("red", mails["red"], "endorse")
    assert not votes(post)
    post.host("pace", "mars", "12h")
    assert not votes(post) and post.club.game.state.pace == "12h"


# stopping and leaving: Living Planet, where blue and green play by mail


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Club:
    return begin(tmp_path_factory.mktemp("votes") / "one")


@pytest.fixture
def club(first: Club, tmp_path: Path) -> Club:
    return first.copy(tmp_path / "club")


WHERE = {"blue": "ben@example.org", "green": "cleo@example.org", "red": "ana@example.org"}
NUMBER = iter(range(1000))


def mail_in(club: Club, seat: str, text: str) -> dict[str, Any]:
    made = EmailMessage()
    made["From"], made["Message-ID"] = WHERE[seat], f"<{next(NUMBER)}.{seat}@example.org>"
    made.set_content(text)
    answer = club.lpbe("ana", "mail", "in", "mars", "--json", stdin=made.as_bytes())
    (mail,) = answer.payload["mails"]
    return dict(mail)


def answer_text(mail: dict[str, Any]) -> str:
    return result(cast(EmailMessage, message_from_bytes(Path(mail["answer"]).read_bytes(), policy=default)))


def typed(club: Club, seat: str, words: str) -> dict[str, Any]:
    return mail_in(club, seat, f"{words}\n\nOn Monday lpbe wrote:\n{quoted(block(club, seat))}")


def mail_out(club: Club) -> dict[str, EmailMessage]:
    """Return what goes out about agreements, by recipient."""
    box = club.root / "out"
    before = set(box.rglob("*.lpbe"))
    club.do("ana", "mail", "out", "mars", "--to", "maildir:out")
    mails = [message_from_bytes(path.read_bytes(), policy=default) for path in set(box.rglob("*.lpbe")) - before]
    return {str(mail["To"]): cast(EmailMessage, mail) for mail in mails if str(mail["X-LPBE"]).startswith("vote ")}


def stopping(club: Club) -> list[str]:
    return list(club.game.state.table["roster"].get("stopping", []))


def test_a_game_is_stopped_by_mail_when_all_agree(club: Club) -> None:
    """Blue types it, the others are asked: green answers in the block of that e-mail, red signs. Then it is over."""
    mail_out(club)
    assert typed(club, "blue", "stop the game")["did"] == "filed"
    club.run()
    assert stopping(club) == ["blue"]
    mails = mail_out(club)
    assert sorted(mails) == ["ana@example.org", "cleo@example.org"]
    assert "arrêter la partie" in result(mails["cleo@example.org"])
    assert "lpbe stop living-planet-" in result(mails["ana@example.org"])
    assert typed(club, "green", "arrêter la partie")["did"] == "filed"
    club.run()
    assert not mail_out(club), "once"
    printed = club.lpbe("ana", "stop", "mars", "--yes", "--mail-to", "lpbe@example.org").out.partition("\n\n")[2]
    assert mail_in(club, "red", printed)["did"] == "filed"
    club.run()
    assert club.game.state.window.kind == "over"
    assert club.lpbe("ana", "verify", "mars").status == 0


def test_a_seat_that_is_not_asked_anything_is_given_a_block_to_stop_by(club: Club) -> None:
    typed(club, "green", "choisir carte 4")
    typed(club, "blue", "stop the game")
    club.run()
    mail = mail_out(club)["cleo@example.org"]
    inside = [line for line in block_in(mail)[1:-1] if not line.strip().startswith("#")]
    assert not inside, "nothing that ok could send by mistake"
    assert mail_in(club, "green", f"ok\n\n{quoted(text_of(mail).splitlines())}")["did"] != "filed"
    assert mail_in(club, "green", f"arrêter la partie\n\n{quoted(text_of(mail).splitlines())}")["did"] == "filed"
    club.run()
    assert stopping(club) == ["blue", "green"]


def test_stopping_is_taken_back_and_not_said_twice(club: Club) -> None:
    assert typed(club, "blue", "do not stop")["why"] == "E_ORDER_STALE"
    typed(club, "blue", "stop the game")
    club.run()
    assert typed(club, "blue", "Stop the game!")["why"] == "E_ORDER_STALE"
    assert typed(club, "blue", "do not stop")["did"] == "filed"
    club.run()
    assert stopping(club) == []


@pytest.mark.parametrize(
    ("words", "more"),
    [("quitter la partie", "quitter pour de bon"), ("resign", "quitter pour de bon"), ("stop", "arrêter la partie")],
)
def test_a_single_word_neither_stops_nor_leaves_a_game(club: Club, words: str, more: str) -> None:
    with club.untouched():
        mail = typed(club, "green", words)
    assert (mail["did"], mail["why"]) == ("refused", "E_MAIL_LINE") and more in answer_text(mail)


def test_a_mail_seat_leaves_for_good(club: Club) -> None:
    assert typed(club, "green", "quitter pour de bon")["did"] == "filed"
    club.run()
    assert club.game.state.table["roster"]["resigned"] == ["green"]
    assert typed(club, "green", "quitter pour de bon")["why"] == "E_ORDER_STALE"


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
def test_a_player_with_a_key_is_told_the_command_that_signs_it(club: Club, words: str, command: str) -> None:
    """Whether or not the answer contains a block."""
    with club.untouched():
        for mail in (typed(club, "red", words), mail_in(club, "red", f"{words}\n")):
            assert mail["why"] == "E_SIG_FORMAT" and command in answer_text(mail)
