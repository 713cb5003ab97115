"""A player by mail may send messages to all players at any time, with any code sent to the seat; nobody else may."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from ..cli.world.club import OUTSIDER
from .post import ADDRESSES, Post, agreed, block_in, quoted, read, text_of
from .test_attacks_mail import bids, win, written_by

EVE = f"{OUTSIDER}@example.net"


@pytest.fixture
def waiting(post: Post) -> Post:
    """Return a game where blue has bid 1 and been outbid; others are asked next."""
    first = post.asked("blue")
    post.answer("blue", first, agreed)
    bids(post, 3)
    post.tick()
    for seat in ADDRESSES:
        post.collect(seat)
    assert post.club.game.state.window.number > 2 and "blue" not in post.club.game.state.window.waiting
    return post


def come(post: Post) -> dict[str, Any]:
    (mail,) = post.host("mail", "in", "mars", *post.office.reading, *post.now)["mails"]
    return dict(mail)


def above(words: str, mail: EmailMessage) -> str:
    return f"{words}\n\nOn Monday lpbe wrote:\n{quoted(mail)}"


def receipt(mail: dict[str, Any]) -> EmailMessage:
    return read(Path(mail["answer"]).read_bytes())


def names(mail: dict[str, Any]) -> list[str]:
    return [Path(path).name for path in mail.get("files", [])]


def test_a_note_under_the_code_of_an_answered_question_is_filed(waiting: Post) -> None:
    waiting.write("blue", above("note back on Monday", waiting.asked("blue")))
    mail = come(waiting)
    assert (mail["did"], names(mail)) == ("filed", ["note-blue-0.toml"])
    waiting.host("run", "mars", *waiting.now)
    assert "back on Monday" in waiting.club.lpbe("ana", "report", "mars").out


def test_a_note_in_the_block_itself_is_filed(waiting: Post) -> None:
    lines = block_in(waiting.asked("blue"))
    waiting.write("blue", "\n".join([lines[0], "note back on Monday", lines[-1]]))
    assert names(come(waiting)) == ["note-blue-0.toml"]


def test_a_note_under_a_used_code_of_the_open_question_is_filed(post: Post) -> None:
    mail = post.asked("blue")
    post.answer("blue", mail, agreed)
    post.tick()
    post.write("blue", above("note I am done", mail))
    assert names(come(post)) == ["note-blue-0.toml"]


def test_a_note_needs_no_block_if_the_code_is_typed(waiting: Post) -> None:
    code = block_in(waiting.asked("blue"))[0].split()[-1].rstrip("-")
    waiting.write("blue", f"note back on Monday\n\nCode: {code}\n")
    assert come(waiting)["did"] == "filed"


def test_every_receipt_can_be_answered(waiting: Post) -> None:
    """Whether the seat is asked or not."""
    mail = waiting.asked("blue")
    for number in range(3):
        waiting.write("blue", above(f"note {number}, hello", mail))
        came = come(waiting)
        assert came["did"] == "filed"
        mail = receipt(came)
        assert "send a message to all players" in text_of(mail)


def test_the_receipt_of_a_note_can_be_answered_with_orders(post: Post) -> None:
    post.write("blue", above("note hello", post.asked("blue")))
    first = receipt(come(post))
    post.write("blue", above("bid 2", first))
    mail = come(post)
    assert (mail["did"], names(mail)) == ("filed", ["2-blue-0.toml"])


def test_a_player_who_waits_may_leave(waiting: Post) -> None:
    waiting.write("blue", above("note sorry\nresign for good", waiting.asked("blue")))
    assert names(come(waiting)) == ["note-blue-0.toml", "free-blue-0.toml"]


def test_an_older_code_says_a_word_and_ends_nothing(post: Post) -> None:
    """Whoever finds an old e-mail and forges its sender cannot leave a game in another's name."""
    first = post.asked("blue")
    win(post, first, 1)
    for wish in ("stop the game", "resign for good", "note bye\nresign for good"):
        post.write("blue", above(wish, first))
        mail = come(post)
        assert (mail["did"], mail["why"], names(mail)) == ("refused", "E_ORDER_INVITE", [])
        assert "BEGIN LPBE" not in text_of(receipt(mail))
    post.write("blue", above("note hello", first))
    assert come(post)["did"] == "filed"


@pytest.mark.parametrize("wish", ["bid 4", "policy bid=3", "note hello\nbid 4", "note hello\npolicy bid=3", "ok"])
def test_an_earlier_code_orders_nothing(waiting: Post, wish: str) -> None:
    waiting.write("blue", above(wish, waiting.asked("blue")))
    mail = come(waiting)
    assert (mail["did"], mail["why"], names(mail)) == ("refused", "E_ORDER_INVITE", [])


def test_an_earlier_code_from_elsewhere_says_nothing(waiting: Post) -> None:
    written_by(waiting, EVE, above("note I am Ben", waiting.asked("blue")))
    mail = come(waiting)
    assert (mail["why"], mail["to"], names(mail)) == ("E_MAIL_SENDER", ADDRESSES["blue"], [])
    assert "BEGIN LPBE" not in text_of(receipt(mail))


def test_an_earlier_code_needs_an_address_on_record(waiting: Post) -> None:
    waiting.host("mail", "address", "mars", "blue", "--forget")
    waiting.write("blue", above("note I am Ben", waiting.asked("blue")))
    assert come(waiting)["why"] == "E_ORDER_INVITE"


def test_a_code_that_was_never_sent_says_nothing(waiting: Post) -> None:
    """Neither an invented one nor one of another seat; what answers a later question stays in the mailbox."""
    mail = waiting.asked("blue")
    mark = block_in(mail)[0]
    code = mark.split()[-1].rstrip("-")
    for window in ("1", "2"):
        body = above("note I am Ben", mail).replace(code, "A" * len(code)).replace(" 2.0 ", f" {window}.0 ")
        waiting.write("blue", body)
        assert come(waiting)["why"] == "E_ORDER_INVITE"


def test_a_block_in_another_players_note_does_not_silence_an_earlier_code(waiting: Post) -> None:
    mail = waiting.asked("blue")
    mark = block_in(mail)[0].split()
    number = str(waiting.club.game.state.window.number)
    begin = " ".join([*mark[:-3], f"{number}.0", mark[-2], "AAAAAAAAAA-----"])
    forged = [begin, "note I am a fool", "-----END LPBE REPLY-----"]
    waiting.write("blue", f"note back on Monday\n\n{quoted(mail)}" + "".join(f"> {line}\n" for line in forged))
    came = come(waiting)
    assert (came["did"], names(came)) == ("filed", ["note-blue-0.toml"])
