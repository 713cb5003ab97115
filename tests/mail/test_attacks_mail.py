"""Attacks on seats that play by mail: a code is valid for one answer to one question, in one fork, from one mailbox."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Sequence
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from lpbe.kernel.chain.sealed_state import open_hidden
from lpbe.kernel.gamedir.inbox import armour_letter, dump_letter, letter_file
from lpbe.mail.incoming.extract import find
from lpbe.mail.incoming.message import read_mail
from lpbe.mail.incoming.quoted_lines import plain_lines
from lpbe.mail.state_dir import file_name_for

from ..cli.world.club import HOST
from ..cli.world.forged_letters import bid, play, sign_letter
from ..letter_types import note_letter
from .post import (
    ADDRESSES,
    PLAYERS,
    REFEREE,
    Post,
    agreed,
    block_in,
    changed,
    html_of,
    kind_of,
    quoted,
    ready_orders,
    text_of,
)

EVE = "eve@example.net"


def come(post: Post) -> dict[str, Any]:
    """Return what becomes of the only e-mail there; nothing in the game may change."""
    with post.club.untouched():
        (mail,) = post.host("mail", "in", "mars", *post.office.reading, *post.now)["mails"]
    return dict(mail)


def sent_to(post: Post) -> dict[str, list[EmailMessage]]:
    """Return all that goes out, by recipient."""
    out = post.host("mail", "out", "mars", *post.office.sending, *post.now)
    assert not out["waits"] and not out["failed"]
    return {seat: mails for seat in ADDRESSES if (mails := post.collect(seat))}


def expect_refusal(post: Post, code: str) -> str:
    """Check that the e-mail is refused, and that only blue is informed; return the message."""
    mail = come(post)
    assert (mail["did"], mail["why"], mail["to"]) == ("refused", code, ADDRESSES["blue"])
    sent = sent_to(post)
    assert list(sent) == ["blue"]
    (result,) = sent["blue"]
    assert kind_of(result) == "answer" and result["To"] == ADDRESSES["blue"] and not result["Cc"] and not result["Bcc"]
    check_nothing_private(post, result)
    return " ".join(text_of(result).split())


def check_nothing_private(post: Post, mail: EmailMessage) -> None:
    """Check for no pebble of a hand, no code, and no block that could be answered."""
    views = open_hidden(post.club.game, (post.club.secret,)).views
    result = text_of(mail) + html_of(mail)
    assert not [pebble for view in views.values() for pebble in view.screen["hand"]["pebbles"] if pebble in result]
    assert "BEGIN LPBE" not in result and not list(mail.iter_attachments())


def bids(post: Post, coins: int) -> None:
    """Let red and green answer with their keys."""
    for seat in ("red", "green"):
        letter = sign_letter(play(post.club.game, seat, PLAYERS[seat], bid(coins)), PLAYERS[seat])
        (post.club.inbox / f"{seat}.toml").write_bytes(dump_letter(letter, "x.toml"))


def written_by(post: Post, sender: str, body: str, **headers: str) -> None:
    """An e-mail from anywhere."""
    data = post.write("blue", body, **headers).replace(b"From: ben@example.org", f"From: {sender}".encode())
    post.office.new(REFEREE)
    post.office.send("", data)


def test_an_old_code_is_refused(post: Post) -> None:
    mail = post.asked("blue")
    post.answer("blue", mail, agreed)
    post.tick()
    (answer,) = post.collect("blue")
    post.answer("blue", mail, lambda one: changed(one, "bid 4"))
    assert "has already been used" in expect_refusal(post, "E_ORDER_INVITE")
    post.answer("blue", answer, lambda one: changed(one, "bid 2"))
    post.tick()
    assert post.counts["in, filed"] == 2, "the one that the confirmation brought is good"


def test_a_code_of_another_question_is_refused(post: Post) -> None:
    mail = post.asked("blue")
    post.answer("blue", mail, agreed)
    bids(post, 1)
    post.tick()
    for seat in ADDRESSES:
        post.collect(seat)
    assert post.club.game.state.window.number > 2
    post.answer("blue", mail, lambda one: changed(one, "bid 4"))
    assert "answers an old report" in expect_refusal(post, "E_ORDER_INVITE")


def test_a_code_of_another_fork_is_refused(post: Post, tmp_path: Path) -> None:
    """The host goes back to a copy from a round ago, which continues differently: later e-mails to blue are void."""
    shutil.copytree(post.club.root, tmp_path / "backup")
    first = post.asked("blue")
    win(post, first, 1)
    lost, old = post.asked("blue"), post.club.game.state
    for part in (post.club.mars, post.club.home(HOST) / "state" / "lpbe" / "pins"):
        shutil.rmtree(part)
        shutil.copytree(tmp_path / "backup" / part.relative_to(post.club.root), part)
    win(post, first, 2)
    new = post.club.game.state
    assert (old.window.number, old.window.kind) == (new.window.number, new.window.kind)
    assert post.asked("blue")["Message-ID"] != lost["Message-ID"], "the question of this fork is mailed too"
    assert block_in(post.asked("blue"))[0].split()[-1] != block_in(lost)[0].split()[-1]
    post.answer("blue", lost, agreed)
    assert "not Blue's code for the open question" in expect_refusal(post, "E_ORDER_INVITE")
    post.answer("blue", post.asked("blue"), agreed)
    post.tick()
    assert post.club.game.state.window.number == new.window.number + 1


def win(post: Post, mail: EmailMessage, others: int) -> None:
    """Let blue outbid the others, so that blue is asked next."""
    post.answer("blue", mail, lambda one: changed(one, "bid 5"))
    bids(post, others)
    post.tick()
    for seat in ADDRESSES:
        post.collect(seat)
    assert post.club.game.state.window.waiting == ["blue"]


def test_a_code_that_somebody_else_quotes_is_refused(post: Post) -> None:
    """Blue shows the report around, and green answers it; the code remains blue's."""
    post.write("green", agreed(post.asked("blue")))
    assert "comes from cleo@example.org" in expect_refusal(post, "E_MAIL_SENDER")
    written_by(post, EVE, agreed(post.asked("blue")))
    assert f"comes from {EVE}" in expect_refusal(post, "E_MAIL_SENDER")
    post.answer("blue", post.asked("blue"), agreed)
    post.tick()
    assert post.counts["in, filed"] == 1


@pytest.mark.parametrize("wish", ["bid 3", "frobnicate 3", "ok", "policy bid=3", "note hello", "resign for good"])
def test_a_forged_sender_without_the_code_learns_nothing_and_does_nothing(post: Post, wish: str) -> None:
    """The answer goes to the owner of the forged address, whatever Reply-To says."""
    mail = post.asked("blue")
    code = block_in(mail)[0].split()[-1].rstrip("-")
    body = f"{wish}\n\n{quoted(mail)}".replace(code, "A" * len(code))
    written_by(post, ADDRESSES["blue"], body, Reply_To=EVE)
    result = expect_refusal(post, "E_ORDER_INVITE")
    assert "bid" not in result and "coins" not in result


def test_a_forged_sender_of_a_seat_with_a_key_is_told_how_to_sign(post: Post) -> None:
    """Its player reads that somebody writes in her name."""
    block = [line.replace(" blue ", " green ") for line in block_in(post.asked("blue"))]
    written_by(post, EVE, "\n".join(["bid 1", "", *(f"> {line}" for line in block)]), Reply_To=EVE)
    mail = come(post)
    assert (mail["did"], mail["why"], mail["to"]) == ("refused", "E_SIG_FORMAT", ADDRESSES["green"])
    sent = sent_to(post)
    assert list(sent) == ["green"]
    check_nothing_private(post, sent["green"][0])


def test_strangers_get_no_answer(post: Post) -> None:
    """Except one a day to a stranger who sends what looks like ours, for a game that is not played here."""
    written_by(post, EVE, "Who plays here? Send me the report of blue.")
    assert come(post)["why"] == "stranger" and not sent_to(post)
    elsewhere = agreed(post.asked("blue")).replace(post.club.game.state.game[:12], "0123456789ab")
    answered = []
    for _ in range(3):
        written_by(post, EVE, elsewhere)
        answered.append(come(post).get("to"))
    assert answered == [EVE, None, None]


# what others write


@pytest.mark.parametrize(
    "mark",
    [
        "-----BEGIN LPBE REPLY {game} blue 2.15 00000000----- bid 0 -----END LPBE REPLY-----",
        "-----BEGIN LPBE REPLY {game} red 2.15 00000000----- bid 0 -----END LPBE REPLY-----",
        "-----BEGIN LPBE REPLY aaaaaaaaaaaa blue 2.0 00000000 AAAAAAAAAA----- bid 0 -----END LPBE REPLY-----",
        "-----BEGIN LPBE ORDER----- x -----END LPBE ORDER-----",
        "-----BEGIN LPBE ORDER-----",
    ],
)
def test_marks_in_the_text_of_others_silence_nobody(post: Post, mark: str) -> None:
    note = f"> Red says: {mark.format(game=post.club.game.state.game[:12])}\n"
    post.answer("blue", post.asked("blue"), lambda mail: f"bid 2\n\nOn Monday lpbe wrote:\n{note}{quoted(mail)}")
    (mail,) = post.host("mail", "in", "mars", *post.office.reading, *post.now)["mails"]
    assert (mail["did"], mail["seat"]) == ("filed", "blue")


def test_marks_above_and_below_a_block_do_not_swallow_it(post: Post) -> None:
    """Two notes: one starts an order, and the other, in an older report, ends it."""
    begin = "> Red says: -----BEGIN LPBE ORDER-----\n"
    end = "> Red says: -----END LPBE ORDER-----\n"
    post.answer("blue", post.asked("blue"), lambda mail: f"bid 2\n\nOn Monday lpbe wrote:\n{begin}{quoted(mail)}{end}")
    (mail,) = post.host("mail", "in", "mars", *post.office.reading, *post.now)["mails"]
    assert (mail["did"], mail["seat"]) == ("filed", "blue")


@pytest.mark.parametrize("headers", [{}, {"List_Id": "<evil.example>"}])
def test_a_reply_to_is_no_sender(post: Post, headers: dict[str, str]) -> None:
    written_by(post, EVE, agreed(post.asked("blue")), Reply_To=ADDRESSES["blue"], **headers)
    expect_refusal(post, "E_MAIL_SENDER")


def test_a_message_id_that_somebody_else_used_first_hides_no_mail(post: Post) -> None:
    data = post.answer("blue", post.asked("blue"), agreed)
    post.office.new(REFEREE)
    head = data.partition(b"\r\n\r\n")[0].replace(b"ben@example.org", EVE.encode())
    post.office.send("", head + b"\r\n\r\nhello\r\n")
    post.office.send("", data)
    came = post.host("mail", "in", "mars", *post.office.reading, *post.now)["mails"]
    assert [mail["did"] for mail in came][1:] == ["filed"]
    post.office.send("", data)
    assert [mail["did"] for mail in post.host("mail", "in", "mars", *post.office.reading, *post.now)["mails"]] == [
        "known"
    ]


def test_forged_mails_do_not_use_up_the_replies_to_a_good_code(post: Post) -> None:
    for number in range(21):
        post.write("blue", f"hello {number}")
    post.host("mail", "in", "mars", *post.office.reading, *post.now)
    post.answer("blue", post.asked("blue"), lambda mail: f"bid 99\n\n{quoted(mail)}")
    (mail,) = post.host("mail", "in", "mars", *post.office.reading, *post.now)["mails"]
    assert mail["did"] == "refused" and mail["to"] == ADDRESSES["blue"]


SIGNATURE_MARKS = [f"{'x' * 58} -----{word} PGP SIGNATURE----- {'y' * 69}" for word in ("END", "BEGIN")]
"""Notes that are wrapped so that the mark has a line of its own; the older one is printed last."""
WAYS: dict[str, Callable[[EmailMessage], str]] = {
    "typed above": lambda mail: f"bid 2\n\nOn Monday lpbe wrote:\n{quoted(mail)}",
    "agreed above": lambda mail: f"ok\n\nOn Monday lpbe wrote:\n{quoted(mail)}",
    "typed below": lambda mail: f"{quoted(mail)}\nbid 2\n",
    "changed": lambda mail: changed(mail, "bid 2"),
    "changed without quote signs": lambda mail: text_of(mail).replace("\n".join(ready_orders(mail)), "bid 2"),
}


def noted(post: Post, notes: Sequence[str]) -> EmailMessage:
    """Let red write notes; return the reminder of blue, which shows them."""
    for number, text in enumerate(notes):
        letter = sign_letter(note_letter(post.club.game, "red", text, number), PLAYERS["red"])
        (post.club.inbox / f"note{number}.toml").write_bytes(dump_letter(letter, "x.toml"))
    post.tick()
    post.pass_time(hours=30)
    post.tick()
    return post.collect("blue")[-1]


@pytest.mark.parametrize("way", WAYS)
def test_notes_with_the_marks_of_a_pgp_signature_silence_nobody(post: Post, way: str) -> None:
    mail = noted(post, SIGNATURE_MARKS)
    assert "BEGIN-PGP SIGNATURE" in text_of(mail) and "BEGIN PGP" not in text_of(mail) + html_of(mail)
    answer_filed(post, mail, WAYS[way])


@pytest.mark.parametrize("way", WAYS)
def test_marks_of_a_pgp_signature_in_the_text_of_others_silence_nobody(post: Post, way: str) -> None:
    """As an earlier version printed them, above and below the block."""
    above, below = "-----BEGIN PGP SIGNATURE-----\n", "-----END PGP SIGNATURE-----\n"
    sign = "" if way == "changed without quote signs" else "> "
    end = WAYS[way]
    answer_filed(post, post.asked("blue"), lambda mail: f"{sign}{above}{end(mail)}\n{sign}{below}")


def answer_filed(post: Post, mail: EmailMessage, way: Callable[[EmailMessage], str]) -> None:
    post.office.new(REFEREE)
    post.answer("blue", mail, way)
    (came,) = post.host("mail", "in", "mars", *post.office.reading, *post.now)["mails"]
    assert (came["did"], came["seat"]) == ("filed", "blue")


def test_a_report_has_no_marks_but_its_own_whatever_others_write(post: Post) -> None:
    """Even if a long word is broken between the words of a mark."""
    game = post.club.game.state.game[:12]
    reply = f"LPBE REPLY {game} blue 2.15 00000000-----"
    notes = [
        f"a -----begin\n{reply}",
        f"{'y' * 61}-----BEGIN{reply}",
        f"-----END {reply}",
        "-----BEGIN\u034f LPBE ORDER",
    ]
    mail = noted(post, notes)
    blocks = find(plain_lines(text_of(mail))).blocks
    assert [block.mark.code for block in blocks] == [block_in(mail)[0].split()[-1].rstrip("-")]
    assert text_of(mail).count("BEGIN LPBE") == text_of(mail).count("END LPBE") == 1
    for form in ("text", "markdown", "html"):
        page = post.club.lpbe("dan", "report", "mars", "--format", form).out
        assert not re.search(r"(?i)(BEGIN|END)[\s\u034f]+LPBE", page) and "LPBE REPLY" in page, form


def armored(post: Post, coins: int, rev: int = 0) -> str:
    letter = play(post.club.game, "green", PLAYERS["green"], bid(coins), rev=rev)
    return armour_letter(letter_file(sign_letter(letter, PLAYERS["green"])))


def test_of_two_orders_with_one_rev_the_first_stands(post: Post) -> None:
    """However they are named, and whether they come in two e-mails or in one."""
    for coins in range(1, 7):
        post.write("green", armored(post, coins))
    mails = post.host("mail", "in", "mars", *post.office.reading, *post.now)["mails"]
    assert [mail.get("why", mail["did"]) for mail in mails] == ["filed"] + ["E_EQUIVOCATION"] * 5
    assert len(list(post.club.inbox.iterdir())) == 1
    post.write("green", armored(post, 7, rev=1))
    (mail,) = post.host("mail", "in", "mars", *post.office.reading, *post.now)["mails"]
    assert mail["did"] == "filed", "a higher rev replaces it"


def test_of_two_orders_with_one_rev_in_one_mail_the_first_stands(post: Post) -> None:
    post.write("green", armored(post, 1) + "\n" + armored(post, 2))
    (mail,) = post.host("mail", "in", "mars", *post.office.reading, *post.now)["mails"]
    assert mail["did"] == "filed" and len(mail["files"]) == 1


def test_replays_of_a_public_letter_use_up_no_answers_of_its_player(post: Post) -> None:
    """Eve sends green's letter again and again, and one that is stale; then green sends one that is refused."""
    public = armored(post, 1)
    stale = sign_letter(replace(play(post.club.game, "green", PLAYERS["green"], bid(2)), window=1), PLAYERS["green"])
    old = armour_letter(letter_file(stale))
    post.write("green", public)
    assert come_many(post)[0]["did"] == "filed"
    sent_to(post)
    for text, action in {public: "again", old: "refused"}.items():
        for number in range(11):
            written_by(post, EVE, text, Subject=f"replay {number}")
            assert come_many(post)[0]["did"] == action
    out = post.club.lpbe(HOST, "mail", "out", "mars", *post.office.sending, *post.now, "--json").out
    assert "green" not in {one.get("seat") for one in json.loads(out)["mails"]}, "Eve's mailbox is no fault of hers"
    assert not post.collect("green"), "she hears nothing of it"
    assert not post.club.lpbe(HOST, "mail", "faults", "mars").out.count("green")
    for number in range(21):
        written_by(post, ADDRESSES["green"], old, Subject=f"forged {number}")
        come_many(post)
    post.write("green", armored(post, 3))
    (mail,) = come_many(post)
    assert (mail["did"], mail["to"]) == ("refused", ADDRESSES["green"])


def come_many(post: Post) -> list[dict[str, Any]]:
    mails: list[dict[str, Any]] = post.host("mail", "in", "mars", *post.office.reading, *post.now)["mails"]
    return mails


@pytest.mark.parametrize(
    "header",
    [
        b"Auto-Submitted: auto-replied",
        b"List-Id: <evil.example>",
        b"Precedence: bulk",
        b"Content-Type: application/octet-stream",
        b"Content-Transfer-Encoding: base64",
        b"Content-Disposition: attachment; filename=order.txt",
        b"Date: Thu, 01 Jan 1970 00:00:00 +0000",
    ],
)
def test_a_copy_with_other_headers_that_comes_first_hides_no_mail(post: Post, header: bytes) -> None:
    data = post.answer("blue", post.asked("blue"), agreed)
    post.office.new(REFEREE)
    head, _, body = data.partition(b"\r\n\r\n")
    name = header.partition(b":")[0].lower()
    others = [line for line in head.split(b"\r\n") if not line.lower().startswith(name + b":")]
    post.office.send("", b"\r\n".join([*others, header, b"", body]))
    come_many(post)
    post.office.send("", data)
    (mail,) = come_many(post)
    assert mail["did"] != "known", "it is read, whatever became of the copy"
    assert post.club.game.state.window.waiting and list(post.club.inbox.iterdir()), "the answer is in"


def test_a_copy_with_its_lines_joined_that_comes_first_hides_no_mail(post: Post) -> None:
    data = post.answer("blue", post.asked("blue"), agreed)
    post.office.new(REFEREE)
    head, _, body = data.partition(b"\r\n\r\n")
    words = body.split()
    joined = [b" ".join(words[at : at + 40]) for at in range(0, len(words), 40)]
    post.office.send("", b"\r\n".join([head, b"", *joined, b""]))
    assert come_many(post)[0]["did"] != "filed"
    post.office.send("", data)
    assert come_many(post)[0]["did"] == "filed"


def test_the_id_of_a_reply_shows_no_order(post: Post) -> None:
    """Somebody who sees only the headers tries all bids."""
    post.write("blue", "bid 3\n")
    (mail,) = come_many(post)
    (reply,) = sent_to(post)["blue"]
    digest = str(reply["Message-ID"]).partition("@")[0].rpartition(".")[2]
    guesses = set()
    for coins in range(10):
        data = post.write("blue", f"bid {coins}\n").replace(str(reply["In-Reply-To"]).encode(), b"")
        guess = read_mail(data)
        guesses.add(file_name_for(replace(guess, message_id=str(reply["In-Reply-To"])).key)[:20])
    assert mail["did"] == "asked" and len(digest) == 20 and digest not in guesses
