"""`lpbe mail out`: everything due, to the right recipient, once and to nobody else."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from lpbe.kernel.chain import mail_codes
from lpbe.kernel.chain.sealed_state import open_hidden
from lpbe.kernel.gamedir.inbox import dump_letter

from ..cli.world.club import HOST, OUTSIDER, Club
from ..cli.world.forged_letters import bid, play, sign_letter
from .post import ADDRESSES, PLAYERS, Post, agreed, block_in, changed, clicked, html_of, kind_of, ready_orders, text_of


def hand(club: Club, seat: str) -> list[str]:
    """Return the pebbles in the hand of a seat, as reports name them."""
    return list(open_hidden(club.game, (club.secret,)).views[seat].screen["hand"]["pebbles"])


def put(post: Post, seat: str, coins: int, rev: int = 0) -> None:
    """A letter that a seat has signed, whatever it asks for."""
    letter = play(post.club.game, seat, PLAYERS[seat], bid(coins), rev=rev)
    (post.club.inbox / f"{seat}-{rev}.toml").write_bytes(dump_letter(sign_letter(letter, PLAYERS[seat]), "x.toml"))


def kinds(mails: list[EmailMessage]) -> list[str]:
    return [kind_of(mail) for mail in mails]


def test_nothing_is_due_twice(post: Post) -> None:
    post.tick()
    post.pass_time(hours=3)
    post.tick()
    assert not [mail for seat in ADDRESSES for mail in post.collect(seat)] and not post.counts["out"]


def test_a_private_part_goes_to_its_seat_alone(post: Post) -> None:
    """Red's is sealed, blue has no key, green chose plain text; none contains anything of another seat."""
    mails = {seat: post.asked(seat) for seat in ADDRESSES}
    for seat, mail in mails.items():
        result = text_of(mail) + html_of(mail)
        for other in ADDRESSES:
            shown = [pebble for pebble in hand(post.club, other) if pebble in result]
            assert bool(shown) == (other == seat and seat != "red"), (seat, other, shown)
    assert "lpbe report pebbles-" in text_of(mails["red"]) and not html_of(mails["red"])
    assert mails["green"]["Content-Language"] == "fr" and "Derrière votre écran" in text_of(mails["green"])
    code = mail_codes.code_for(post.club.game, (post.club.secret,), "blue", 0)
    assert [seat for seat, mail in mails.items() if code in mail.as_string()] == ["blue"]


def test_the_attached_game_tells_a_key_what_is_its_own(post: Post) -> None:
    mail = post.asked("red")
    post.save("red", mail)
    (line,) = [line for line in text_of(mail).splitlines() if line.strip().startswith("lpbe report ")]
    result = post.command("red", *line.split()[1:]).out
    assert all(pebble in result for pebble in hand(post.club, "red"))


def test_mails_of_a_game_are_one_thread_and_reminders_follow_their_question(post: Post) -> None:
    """Once before the deadline, once in grace; each states the time limit."""
    ours = [mail for mail in post.heard["green"] if kind_of(mail) in ("invite", "ask")]
    assert len({str(mail["References"]).split()[0] for mail in ours}) == 1 and len(ours) == 3
    post.pass_time(days=1, hours=2)
    post.tick()
    (soon,) = post.collect("green")
    assert kind_of(soon) == "soon" and str(soon["Subject"]).startswith("Rappel : ")
    assert str(soon["In-Reply-To"]) == str(post.asked("green")["Message-ID"])
    post.tick()
    post.pass_time(days=1)
    post.tick()
    (grace,) = post.collect("green")
    assert kind_of(grace) == "grace" and "Le délai est passé" in text_of(grace)
    assert kinds(post.collect("blue")) == ["soon", "grace"]
    post.tick()
    assert post.collect("green") == []


def test_a_new_deadline_is_reminded_of_anew(post: Post) -> None:
    post.pass_time(days=1, hours=2)
    post.tick()
    post.host("extend", "mars", "--until", "2026-01-05T10:00:00Z")
    post.tick()
    assert kinds(post.collect("red")) == ["soon"]
    post.pass_time(days=2, hours=12)
    post.tick()
    assert kinds(post.collect("red")) == ["soon"]


def test_whoever_has_answered_is_not_reminded(post: Post) -> None:
    post.answer("blue", post.asked("blue"), agreed)
    post.pass_time(days=1, hours=2)
    post.tick()
    assert kinds(post.collect("blue")) == ["answer"]


def test_who_has_an_answer_in_the_inbox_is_not_reminded(post: Post) -> None:
    """A filed answer counts as an answer."""
    post.bot("red", post.asked("red"))
    post.host("mail", "in", "mars", *post.office.reading)
    post.pass_time(days=1, hours=2)
    post.host("mail", "out", "mars", *post.office.sending, *post.now)
    assert kinds(post.collect("red")) == ["answer"]


def test_who_plays_by_mail_answers_in_any_way(post: Post) -> None:
    """With a link, then by changing the quoted block of the answer; the same e-mail twice counts once."""
    mail = post.asked("blue")
    assert ready_orders(mail) and "-----BEGIN LPBE REPLY" in block_in(mail)[0]
    sent = post.answer("blue", mail, lambda one: clicked(one, 3))
    post.send_again("blue", sent)
    post.tick()
    assert post.counts["in, filed"] == 1 and post.counts["in, known"] == 1
    (result,) = post.collect("blue")
    assert kind_of(result) == "answer" and "bid 3" in text_of(result)
    assert "blue" not in post.club.game.state.window.waiting
    post.answer("blue", result, lambda one: changed(one, "bid 2"))
    post.tick()
    assert post.counts["in, filed"] == 2
    answer = open_hidden(post.club.game, (post.club.secret,)).views["blue"].screen["standing"]["answer"]
    assert answer["order"] == {"order": "bid", "coins": 2}


def test_a_mistake_is_answered_and_the_code_stays_good(post: Post) -> None:
    mail = post.asked("blue")
    post.answer("blue", mail, lambda one: "bid 77\n\n" + agreed(one).partition("\n")[2])
    post.tick()
    (result,) = post.collect("blue")
    assert kind_of(result) == "answer" and "You have only 6 coins" in text_of(result)
    assert "blue" in post.club.game.state.window.waiting
    post.answer("blue", mail, agreed)
    post.tick()
    assert "blue" not in post.club.game.state.window.waiting


@pytest.mark.parametrize("seat", ["red", "green"])
def test_a_refused_letter_is_told_to_its_sender(post: Post, seat: str) -> None:
    """In words if its player chose that; otherwise the reason is sealed, and the attached receipt opens by key."""
    put(post, seat, 9)
    post.tick()
    (result,) = post.collect(seat)
    assert kind_of(result) == "refused"
    assert not [mail for other in ADDRESSES if other != seat for mail in post.collect(other)]
    if seat == "green":
        assert "PEB-BID-01" in text_of(result) and "pièces" in text_of(result)
        return
    assert "PEB-BID-01" not in result.as_string() and "E_RULE" in text_of(result)
    game, receipt = result.iter_attachments()
    folder = post.downloads(seat) / "mars"
    (folder / "refused").mkdir(parents=True)
    (folder / "game.toml").write_bytes(game.get_content())
    (folder / "refused" / str(receipt.get_filename())).write_bytes(receipt.get_content())
    assert "PEB-BID-01" in post.command(seat, "report", "mars").out
    post.tick()
    assert post.collect(seat) == []


def test_a_letter_that_its_sender_replaced_is_not_worth_a_mail(post: Post) -> None:
    for rev in (0, 1):
        put(post, "green", rev, rev)
    assert post.host("run", "mars", *post.now)["refused"]
    post.tick()
    assert "refused" not in kinds(post.collect("green"))


def test_a_mailbox_in_a_game_or_a_work_tree_is_refused(post: Post) -> None:
    (post.club.root / "work" / ".git").mkdir(parents=True)
    for where in ("maildir:mars/out", "mbox:mars/out.mbox", "maildir:work/out", "mbox:work/mails"):
        answer = post.club.lpbe(HOST, "mail", "out", "mars", "--to", where, "--json")
        assert (answer.status, answer.code) == (2, "E_USAGE"), where
    assert not (post.club.mars / "out").exists() and not (post.club.root / "work" / "out").exists()


def test_a_broken_game_stops_no_other(post: Post) -> None:
    (post.club.root / "venus").mkdir()
    (post.club.root / "venus" / "game.toml").write_text("nonsense")
    post.pass_time(days=1, hours=2)
    answer = post.club.lpbe(HOST, "mail", "out", "venus", "mars", *post.office.sending, *post.now, "--json")
    assert answer.status == 6 and answer.payload["sent"] == 3


def test_who_was_given_a_seat_has_not_wished_its_screen_in_clear(post: Post) -> None:
    """Its former player, whose address is on record, reads nothing behind it, until the address is recorded again."""
    key = post.club.lpbe(OUTSIDER, "key", "show", "--for", "mars", "--seat", "green").out.strip()
    post.host("replace", "mars", "green", "--to", key)
    post.tick()
    post.obey("red", next(mail for mail in post.collect("red") if kind_of(mail) == "vote"), "endorse")
    post.tick()
    pebbles = hand(post.club, "green")
    asked = [mail for mail in post.collect("green") if kind_of(mail) == "ask"]
    assert asked and not [pebble for mail in asked for pebble in pebbles if pebble in text_of(mail) + html_of(mail)]
    post.host("mail", "address", "mars", "green", ADDRESSES["green"], "--clear")
    post.pass_time(days=1, hours=2)
    post.tick()
    (soon,) = [mail for mail in post.collect("green") if kind_of(mail) == "soon"]
    assert all(pebble in text_of(soon) for pebble in pebbles)
