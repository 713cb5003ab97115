"""What people and their programs do to e-mails, besides everything in the corpus."""

from __future__ import annotations

from typing import Any

import pytest

from ..cli.world.club import HOST
from .post import ADDRESSES, REFEREE, Post, agreed, block_in, kind_of, quoted, text_of
from .test_attacks_mail import written_by


def come(post: Post) -> tuple[dict[str, Any], str]:
    """Return what becomes of the one e-mail there, and the answer to its writer."""
    (mail,) = post.host("mail", "in", "mars", *post.office.reading, *post.now)["mails"]
    post.host("mail", "out", "mars", *post.office.sending, *post.now)
    answers = [one for seat in ADDRESSES for one in post.collect(seat) if kind_of(one) == "answer"]
    return dict(mail), " ".join(text_of(answers[-1]).split()) if answers else ""


def typed(post: Post, words: str) -> tuple[dict[str, Any], str]:
    post.answer("blue", post.asked("blue"), lambda mail: f"{words}\n\n{quoted(mail)}")
    return come(post)


# telephones


@pytest.mark.parametrize("words", ["ok 👍🏽", "Ok, thanks!", "OK ❤️", "Ok merci"])
def test_an_ok_may_have_thanks_and_pictures_with_it(post: Post, words: str) -> None:
    mail, result = typed(post, words)
    assert mail["did"] == "filed" and "Understood: bid 1" in result


@pytest.mark.parametrize("words", ["ok?", "not ok", "ok but not now", "👍", "ok thanks but I would wait until Monday"])
def test_what_only_looks_like_ok_is_none(post: Post, words: str) -> None:
    assert typed(post, words)[0]["did"] == "asked"


def test_an_order_may_have_a_picture_behind_it(post: Post) -> None:
    mail, result = typed(post, "Bid 3. 🤞")
    assert mail["did"] == "filed" and "Understood: bid 3" in result


def test_a_program_that_quotes_nothing_needs_the_code_alone(post: Post) -> None:
    """Without it the writer learns what to leave in the answer."""
    code = block_in(post.asked("blue"))[0].split()[-1].rstrip("-")
    post.write("blue", "bid 3\n\nSent from my phone\n")
    assert come(post)[0]["why"] == "E_MAIL_NONE"
    post.write("blue", f"bid 3\n\nCode: {code.lower()}\n\nSent from my phone\n")
    mail, result = come(post)
    assert mail["did"] == "filed" and "Understood: bid 3" in result
    post.write("blue", "bid 4\n\nCode: AAAAAAAAAA\n")
    assert come(post)[0]["why"] == "E_ORDER_INVITE"


@pytest.mark.parametrize("address", ["ben+games@example.org", "BEN@EXAMPLE.ORG"])
def test_an_address_with_a_mark_is_the_same_box(post: Post, address: str) -> None:
    written_by(post, address, agreed(post.asked("blue")))
    mail, _ = come(post)
    assert (mail["did"], mail["to"]) == ("filed", ADDRESSES["blue"])


def test_the_points_in_an_address_matter_except_where_they_do_not(post: Post) -> None:
    for noted, written, same in (
        ("be.n@gmail.com", "ben@googlemail.com", True),
        ("be.n@example.org", "ben@example.org", False),
        ("ben@example.org", "ben@example.net", False),
    ):
        club = post.club.copy(post.club.root.parent / f"{noted}{written}")
        club.do(HOST, "mail", "address", "mars", "blue", noted)
        data = post.write("blue", agreed(post.asked("blue"))).replace(
            b"From: ben@example.org", f"From: {written}".encode()
        )
        post.office.new(REFEREE)
        (mail,) = club.lpbe(HOST, "mail", "in", "mars", "--json", stdin=data).payload["mails"]
        assert (mail["did"] == "filed", mail["to"]) == (same, noted)


# two answers


def test_orders_that_another_line_may_take_back_are_asked_about(post: Post) -> None:
    with post.club.untouched():
        mail, result = typed(post, "bid 3\n\nNo, rather:\n\nbid 2")
    assert (mail["did"], mail["why"]) == ("asked", "E_MAIL_LINE") and "may withdraw or postpone your orders" in result


@pytest.mark.parametrize("words", ["bid 3\n\nNice move, Ana!\n\nbid 2", "bid 3\nbid 2", "bid 3; bid 2"])
def test_of_two_answers_to_one_question_none_is_taken(post: Post, words: str) -> None:
    with post.club.untouched():
        mail, result = typed(post, words)
    assert (mail["did"], mail["why"]) == ("refused", "E_MAIL_LINE") and "two different answers" in result


def test_a_line_that_lost_its_sign_beside_one_that_stayed_is_two_answers(post: Post) -> None:
    text = quoted(post.asked("blue")).replace("# bid 0", "bid 0")
    with post.club.untouched():
        post.write("blue", text)
        assert come(post)[0]["why"] == "E_MAIL_LINE"
    post.write("blue", text.replace("    bid 1\n", "    # bid 1\n"))
    assert "Understood: bid 0" in come(post)[1]


# mailing lists


def test_what_people_say_on_a_list_is_not_answered_but_an_answer_to_a_report_is(post: Post) -> None:
    """To the recorded address, never to the list. Reply-To is not a sender, even if a list claims so."""
    headers = {"List_Id": "<games.example.org>", "Precedence": "list", "Reply_To": "list@example.org"}
    post.write("blue", "Does anybody know when we meet?", **headers)
    mail, answer = come(post)
    assert (mail["did"], mail["why"], answer) == ("ignored", "list", "")
    footer = "_______________________________________________\nGames mailing list\nhttps://lists.example.org/games\n"
    post.write("blue", agreed(post.asked("blue")) + footer, **headers)
    assert come(post)[0]["to"] == ADDRESSES["blue"]
    written_by(
        post, "list@example.org", agreed(post.asked("blue")), List_Id="<g.org>", Reply_To="Ben <ben@example.org>"
    )
    mail, _ = come(post)
    assert (mail["did"], mail["why"], mail["to"]) == ("refused", "E_MAIL_SENDER", ADDRESSES["blue"])


# last month's report


def test_who_answers_a_game_that_is_over_is_told_so(post: Post) -> None:
    first = post.asked("blue")
    for who in ("dan", "cleo"):
        post.club.do(who, "resign", "mars", "--yes", "--no-pin")
    typed(post, "resign for good")
    post.tick()
    assert post.over
    (end,) = [mail for mail in post.collect("blue") if kind_of(mail) == "end"]
    for body, ident in ((agreed(first), ""), (f"Well played!\n\n{quoted(end)}", str(end["Message-ID"]))):
        post.write("blue", body, **({"In_Reply_To": ident} if ident else {}))
        with post.club.untouched():
            mail, result = come(post)
        assert mail["why"] == "E_ORDER_STALE" and "The game is over" in result and "still valid" not in result


def test_who_plays_two_games_is_answered_about_the_one_that_was_written_about(post: Post) -> None:
    """Green is red's player in another game too, which comes first in the host's list and is in English."""
    asked = ["--game", "pebbles", "--seats", "red,blue", "--mail", "blue", "--as", "red", "--name", "Ana"]
    post.host("new", "venus", *asked, "--nonce", "01" * 32)
    post.host("mail", "address", "venus", "red", ADDRESSES["green"], "--lang", "en")
    names = sorted(
        (path.read_text().split('game = "')[1][:12], path.parent.name) for path in post.club.root.glob("*/game.toml")
    )
    assert [name for _, name in names] == ["venus", "mars"]
    post.write("green", "miser 2", In_Reply_To=str(post.asked("green")["Message-ID"]))
    (mail,) = post.host("mail", "in", "mars", "venus", *post.office.reading, *post.now)["mails"]
    assert (mail["game"][:12], mail["seat"]) == (post.club.game.state.game[:12], "green")
    post.host("mail", "out", "mars", *post.office.sending, *post.now)
    (answer,) = [one for one in post.collect("green") if kind_of(one) == "answer"]
    assert "lpbe order GAME 'miser 2' --mail-to lpbe@example.org" in " ".join(text_of(answer).split())
    post.write("green", "miser 2")
    (mail,) = post.host("mail", "in", "mars", "venus", *post.office.reading, *post.now)["mails"]
    assert mail["why"] == "E_MAIL_NONE", "of two games nobody knows which is meant"


# what goes out


def test_headers_begin_on_their_own_line_and_times_have_a_zone(post: Post) -> None:
    """Some programs lose an id that is on the line below its name, and the thread with it."""
    typed(post, "bid 77")
    raw = [path.read_bytes() for path in (post.office.box(ADDRESSES["blue"]) / "cur").iterdir()]
    heads = [data.replace(b"\r\n", b"\n").partition(b"\n\n")[0] for data in raw]
    assert len(heads) > 2
    for head in heads:
        lines = head.splitlines()
        assert not [line for line in lines if line.rstrip().endswith(b":") and not line.startswith(b" ")], head
        assert any(line.startswith(b"Date: ") and line.endswith(b"+0000") for line in lines)
