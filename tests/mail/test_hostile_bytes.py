"""E-mails made to hang, crash or deceive whoever reads them: anybody can send one."""

from __future__ import annotations

import signal
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import reduce
from types import FrameType

import pytest

from lpbe.mail.incoming.extract import find
from lpbe.mail.incoming.html_text import html_lines
from lpbe.mail.incoming.interpret import Interpreter, Meaning, Problem
from lpbe.mail.incoming.message import read_mail

from .test_typed_orders import BLOCK, HEAD, ORDERS, mail, quoted

MARKED = "-----BEGIN LPBE REPLY 0123456789ab blue 7.0 01234567-----\n"


@contextmanager
def work(seconds: float) -> Iterator[None]:
    """Limit how much our own process computes, whatever else the machine does."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise AssertionError(f"it worked for more than {seconds} s")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def nested(body: bytes, depth: int) -> bytes:
    def wrap(inner: bytes, n: int) -> bytes:
        return b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n%b\n--b%d--\n" % (n, n, inner, n)

    return HEAD + reduce(wrap, range(depth), body)


BOMBS = {
    "dashes": mail("-" * 250_000),
    "lines of dashes": mail(("-" * 2000 + "\n") * 120),
    "blanks": mail(" " * 250_000 + "BEGIN"),
    "blanks behind": mail("BEGIN" + " " * 250_000 + "x"),
    "dashes in a block": mail(MARKED + "- " * 120_000),
    "parameters": mail("x", 'text/plain;"' + ";" * 200_000),
    "a quoted parameter": mail("x", 'text/plain; x="' + ";" * 200_000),
    "encoded words": mail("x", "text/plain", "Subject: " + "=?a?q?" * 40_000),
    "parts": mail("--b\n\n" * 800_000, "multipart/mixed; boundary=b"),
    "empty lines, deep": nested(b"\r\n" * 500_000, 11),
    "lines of a page": mail("<pre>" + "\n" * 250_000, "text/html"),
    "tags without an end": mail("<a b='" * 40_000, "text/html"),
    "tags whose end is quoted": mail("<a b='>" * 30_000, "text/html"),
    "scripts": mail("<script>" * 30_000, "text/html"),
}


@pytest.mark.parametrize("bomb", sorted(BOMBS))
def test_nothing_takes_long_to_read(bomb: str) -> None:
    with work(5):
        for way in read_mail(BOMBS[bomb]).versions():
            find(way)


def test_a_mail_takes_little_more_room_than_it_has_bytes() -> None:
    data = nested(b"\r\n" * 200_000, 11)
    tracemalloc.start()
    try:
        read_mail(data)
        assert tracemalloc.get_traced_memory()[1] < 30 * len(data)
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("name", ["From", "Reply-To"])
def test_comments_in_an_address_are_not_followed_into_the_deep(name: str) -> None:
    read = read_mail(f"{name}: {'(' * 5000}\nMessage-ID: <1@x>\n\nhello".encode())
    assert (read.sender, read.reply_address) == ("", "")


@pytest.mark.parametrize("number", ["9" * 5000, "x" + "f" * 5000, "X00000000041"])
def test_numbers_of_no_letter_stop_nothing(number: str) -> None:
    assert [line.text for line in html_lines(f"<p>explore &#{number}; now</p>") if not line.blank] == [
        "explore \ufffd now"
    ]


@pytest.mark.parametrize(
    "address",
    ["b\u00e9n@example.org", "ben@ex\u00e4mple.org", "ben@example.org.", "ben@[127.0.0.1]", "a..b@example.org",
     ".a@example.org", "a.@example.org", "ben@b..c", "ben@-x", '"ben"@example.org', "ben@example.org\u202e", "a@b@c"],
)  # fmt: skip
def test_addresses_that_not_every_server_takes_are_none(address: str) -> None:
    assert read_mail(f"From: <{address}>\n\nhello".encode()).sender == ""


@pytest.mark.parametrize(
    "address", ["ben+mars@example.org", "o'neil@a-b.example", "b_e.n=x@example.co.uk", "root@localhost"]
)
def test_others_are(address: str) -> None:
    assert read_mail(f"From: Ben <{address.upper()}>\n\nhello".encode()).sender == address


@pytest.mark.parametrize(
    ("more", "wanted"),
    [
        ("Reply-To: eve@example.net", "eve@example.net"),
        ("Reply-To: games@lists.example\nList-Id: <games.lists.example>", "ben@example.org"),
        ("List-Post: <mailto:ben@example.org>", ""),
    ],
)
def test_a_list_is_never_answered(more: str, wanted: str) -> None:
    assert read_mail(f"From: ben@example.org\n{more}\n\nhello".encode()).reply_address == wanted


@pytest.mark.parametrize(
    "subject",
    [
        "R\u00e9ponse automatique : mars",
        "Abwesend: Re: mars",
        "[Auto-Reply] mars",
        "En cong\u00e9s",
        "Ich bin im Urlaub",
    ],
)
@pytest.mark.parametrize("charset", ["utf-8", "latin-1"])
def test_machines_that_say_so_in_the_subject_alone_are_known(subject: str, charset: str) -> None:
    """With raw letters, though a header should not contain any."""
    read = read_mail(f"From: ben@example.org\nSubject: {subject}\n\nhello".encode(charset))
    assert (read.subject, read.automatic) == (subject, "automatic")
    assert not read_mail(f"From: ben@example.org\nSubject: Re: {subject}\n\nhello".encode(charset)).automatic


# pages that show something else than what stands in them


@pytest.mark.parametrize(
    "hiding",
    [
        "<div title='a>b' style='display:none'>{}</div>",
        '<div style="font-size:0">{}</div>',
        '<div style="FONT-SIZE: 0px; color: red">{}</div>',
        '<div style="max-height:0;overflow:hidden">{}</div>',
        '<div style="opacity: 0.0">{}</div>',
        '<div style="mso-hide:all">{}</div>',
        "<s>{}</s>",
        "<del>{}</del>",
        "<p><span style='text-decoration: line-through'>{}</span></p>",
        "<iframe>{}</iframe>",
        "<script>if (a<b) {}</script>",
        "<style>a<b {}</style>",
        "<!--[if mso]>{}<![endif]-->",
    ],
)
def test_what_nobody_sees_is_nothing_that_was_typed(hiding: str) -> None:
    page = hiding.replace("{}", "heal B1") + "<div>explore</div>"
    assert [line.text for line in html_lines(page) if not line.blank] == ["explore"]


@pytest.mark.parametrize(
    "shown",
    [
        '<div style="font-size:0.9em">{}</div>',
        '<div style="opacity:0.5;max-height:100px">{}</div>',
        "<p class=it's>{}</p>",
        "<div title='a>b'>{}</div>",
        "<span lang=de>{}</span>",
    ],
)
def test_what_is_seen_is_read(shown: str) -> None:
    assert [line.text for line in html_lines(shown.replace("{}", "heal B1")) if not line.blank] == ["heal B1"]


# a mail in several parts


def meaning(data: bytes) -> Meaning:
    verbs = ["select", "subsidy", "explore", "heal"]
    versions = [find(version) for version in read_mail(data).versions()]
    interpreter = Interpreter(
        window=7,
        is_order=ORDERS.__contains__,
        is_ok=lambda text: text == "ok",
        verbs=verbs,
        sender_name="Ben",
    )
    return interpreter.interpret(versions)


def test_what_nobody_types_is_not_tried_line_by_line() -> None:
    tried: list[str] = []

    def is_order(text: str) -> bool:
        tried.append(text)
        return False

    lines = "".join(f"the heel of {number} men\n\n" for number in range(2500))
    versions = [find(version) for version in read_mail(mail(lines + quoted(BLOCK))).versions()]
    interpreter = Interpreter(
        window=7,
        is_order=is_order,
        is_ok=lambda text: False,
        verbs=["heal"],
        sender_name="Ben",
    )
    found = interpreter.interpret(versions)
    assert (found.problem, found.about[0], tried) == (Problem.WRONG_LINE, "the heel of 1000 men", [])


def both(text: str, page: str) -> bytes:
    parts = f"--b\nContent-Type: text/plain\n\n{text}\n--b\nContent-Type: text/html\n\n{page}\n--b--\n"
    return mail(parts, "multipart/alternative; boundary=b")


def page(above: str, block: str = "\n".join(BLOCK)) -> str:
    return f"<p>{above}</p><blockquote><pre>{block}</pre></blockquote>"


def text(above: str) -> str:
    return f"{above}\n\n{quoted(BLOCK)}\n"


def test_text_and_page_say_the_same_or_it_is_asked() -> None:
    assert meaning(both(text("explore"), page("Explore"))).problem is not Problem.CONTRADICTORY
    assert meaning(both(text("explore"), page("explore"))).lines == ["explore"]
    assert meaning(both(text("explore"), page("heal B1"))).problem is Problem.CONTRADICTORY
    assert meaning(both(text("explore"), page("<s>explore</s>"))).problem is Problem.CONTRADICTORY
    changed = "\n".join(BLOCK).replace("select card 4", "select card 5")
    assert meaning(both(text("Well, well."), page("Well, well.", changed))).problem is Problem.CONTRADICTORY


def mixed(*parts: str) -> bytes:
    picture = "Content-Type: image/png; name=a.png\nContent-Disposition: inline\n\nx"
    leaves = [f"Content-Type: text/plain; charset=utf-8\n\n{part}" for part in parts]
    whole = "".join(f"--b\n{leaf}\n--b\n{picture}\n" for leaf in leaves)
    return mail(whole + "--b--\n", "multipart/mixed; boundary=b")


def test_what_stands_above_and_below_a_picture_is_one_text() -> None:
    assert meaning(mixed("explore\n", f"{quoted(BLOCK)}\n")).lines == ["explore"]
    found = meaning(mixed(f"explore\n\n{quoted(BLOCK)}\n", "heal B1\n"))
    assert found.lines == ["explore", "heal B1"]
    assert found.block and found.block.mark.code == "ABCDEFGHIJ"
