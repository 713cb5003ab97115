"""E-mails are read within limits, whatever their bytes are."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from lpbe.mail.incoming.extract import find
from lpbe.mail.incoming.html_text import html_lines
from lpbe.mail.incoming.message import MAX_MAIL_BYTES, read_mail
from lpbe.mail.incoming.quoted_lines import Line, LineKind, flowed_lines, plain_lines
from lpbe.mail.incoming.typed_orders import read_typed
from lpbe.mail.incoming.wrapped_orders import read_lines
from lpbe.mail.reply_block import Mark, block_lines, checksum

MARK = Mark("0123456789ab", "blue", 7, 0, "", "ABCDEFGHIJ")
BLOCK = block_lines(MARK, ["select card 4", "subsidy"], ["Change what you like."], ["select card 5"])
ORDERS = {"select card 4", "select card 5", "subsidy", "explore", "explore the sea with B1", "heal B1"}
HEAD = b"From: Ben <ben@example.org>\nMessage-ID: <1@example.org>\nMIME-Version: 1.0\n"


def is_order(text: str) -> bool:
    return text in ORDERS


def mail(body: str | bytes, kind: str = "text/plain; charset=utf-8", *more: str) -> bytes:
    head = HEAD + "".join(f"{line}\n" for line in (f"Content-Type: {kind}", *more)).encode()
    return head + b"\n" + (body.encode() if isinstance(body, str) else body)


def first(data: bytes) -> list[Line]:
    return read_mail(data).bodies[0].versions[0]


def texts(data: bytes) -> list[str]:
    return [line.text for line in first(data)]


# bytes


def test_mime_nested_a_thousand_deep_is_left_out() -> None:
    body = b"select card 4\n"
    for depth in range(1000):
        mark = f"b{depth}".encode()
        body = (
            b'Content-Type: multipart/mixed; boundary="'
            + mark
            + b'"\n\n--'
            + mark
            + b"\n"
            + body
            + b"--"
            + mark
            + b"--\n"
        )
    began = time.monotonic()
    read = read_mail(HEAD + body)
    assert time.monotonic() - began < 1
    assert ([part.reason for part in read.skipped], read.bodies) == (["too-deep"], [])


def test_a_thousand_parts_are_not_looked_at() -> None:
    parts = "".join(f"--b\nContent-Type: text/plain\n\npart {n}\n" for n in range(1000))
    read = read_mail(mail(parts + "--b--\n", 'multipart/mixed; boundary="b"'))
    assert len(read.bodies) < 100 and read.skipped[-1].reason == "too-deep"


def test_of_a_large_mail_what_comes_first_is_read() -> None:
    text = "--b\nContent-Type: text/plain\n\nselect card 4\n--b\nContent-Type: application/zip; name=a.zip\n\n"
    read = read_mail(mail(text.encode() + b"x" * (20 << 20), 'multipart/mixed; boundary="b"'))
    assert [line.text for line in read.bodies[0].versions[0]] == ["select card 4"]
    assert [(part.name, part.reason) for part in read.skipped] == [("a.zip", "cut"), ("", "too-large")]


def test_a_zip_is_named_and_not_opened() -> None:
    named = "Content-Type: application/zip\nContent-Disposition: attachment; filename=../../o.zip"
    text = f"--b\n\nhello\n--b\n{named}\n\nPK\n--b--"
    assert [(part.name, part.reason) for part in read_mail(mail(text, "multipart/mixed; boundary=b")).skipped] == [
        ("o.zip", "not-opened")
    ]


@pytest.mark.parametrize(
    ("charset", "data", "wanted"),
    [
        ("utf-8", "é".encode(), "é"),
        ("iso-8859-1", "é".encode("latin-1"), "é"),
        ("iso-8859-1", b"\x93card\x94 \x96", "\u201ccard\u201d \u2013"),
        ("us-ascii", "é".encode(), "é"),
        ("us-ascii", "é".encode("latin-1"), "é"),
        ("windows-1252", b"\x92", "\u2019"),
        ("x-nonsense", b"\xff\xfe\x00card", "ÿþcard"),
        ("idna", b"card", "card"),
        ("utf-8", b"\xc3\x28 card", "Ã( card"),
        ("base64", b"card", "card"),
        ("", b"card", "card"),
    ],
)
def test_charsets(charset: str, data: bytes, wanted: str) -> None:
    assert texts(mail(data, f'text/plain; charset="{charset}"')) == [wanted]


@pytest.mark.parametrize(
    "junk", [b"", b"\0" * 100, b"\n\n\n", b"From ", b"A" * 100, b": :\n:\n\n", b"\xff" * 50, b"From: \x80\n\nx"]
)
def test_no_bytes_are_too_odd_to_be_read(junk: bytes) -> None:
    assert read_mail(junk).message_id.startswith("<")


@pytest.mark.parametrize(
    "header",
    [
        "Content-Type: text/plain; charset*0*=x''; charset*=%%%",
        "Content-Type: multipart/mixed",
        "Content-Type: ; ; ;=",
        "Content-Disposition: attachment; filename*=utf-8'fr'%ZZ%00",
        "Subject: =?utf-8?b?!!!?= =?nonsense?q?=zz?= =?utf-8?b?/w==?=",
        "From: <<<>>>,,, @@",
        "References: " + "<a@b> " * 5000,
        "Content-Transfer-Encoding: base64\nX: " + "y" * 300_000,
    ],
)
def test_nonsense_in_headers_stops_nothing(header: str) -> None:
    read = read_mail(f"{header}\n\nselect card 4\n".encode())
    assert len(read.in_reply_to) <= 100


def test_encodings_are_undone() -> None:
    assert texts(mail("c2VsZWN0IGNh\ncmQgNA=\n", "text/plain", "Content-Transfer-Encoding: base64")) == [
        "select card 4"
    ]
    quoted = mail(
        "select=20card =\n4\n> =E2=80=93", "text/plain; charset=utf-8", "Content-Transfer-Encoding: quoted-printable"
    )
    assert texts(quoted) == ["select card 4", "\u2013"]


def test_of_two_addresses_the_first_counts_and_none_is_believed_to_be_sound() -> None:
    assert read_mail(b"From: Ben <BEN@Example.org>, eve@example.org\n\n").sender == "ben@example.org"
    assert read_mail(b"From: a b c\n\n").sender == ""
    assert read_mail(b'From: "x\ny" <a@b@c>\n\n').sender == ""


# HTML


def test_a_page_is_read_as_it_is_seen() -> None:
    unseen = "<style>x</style><div style='display: none'>explore</div>"
    text = f"<p>Hello<br>select&nbsp;card 4</p>{unseen}<blockquote>old<blockquote>older"
    lines = [(line.text, line.depth) for line in html_lines(text) if not line.blank]
    assert lines == [("Hello", 0), ("select card 4", 0), ("old", 1), ("older", 2)]


def test_lines_of_a_page_are_never_broken_ones() -> None:
    long = "x" * 90
    lines = html_lines(f"<pre>{long}\nexplore</pre>")
    assert [(line.text, line.width) for line in lines if not line.blank] == [(long, 0), ("explore", 0)]


@pytest.mark.parametrize(
    "bomb",
    [
        "<div>" * 200_000,
        "<blockquote>" * 50_000 + "x",
        "<" * 200_000,
        "&" * 200_000,
        "<a " + "b=c " * 50_000 + ">",
        "<!--" * 50_000,
        "<p>" + "x" * 2_000_000,
        "</div>" * 100_000,
        "<table>" + "<tr><td>x" * 50_000,
    ],
)
def test_pages_that_explode_do_not(bomb: str) -> None:
    began = time.monotonic()
    read_mail(mail(bomb, "text/html"))
    assert time.monotonic() - began < 3


# quotes


def depths(text: str) -> list[tuple[str, int]]:
    return [(line.text, line.depth) for line in plain_lines(text) if not line.blank and line.kind is LineKind.NORMAL]


def test_quotes_are_counted() -> None:
    assert depths("a\n> b\n>> c\n> > d\n>e\n >f\n>=6 else default") == [
        ("a", 0), ("b", 1), ("c", 2), ("d", 2), ("e", 1), ("f", 1), (">=6 else default", 0),
    ]  # fmt: skip


ABOVE = (
    "On Mon, Nov 16, 2026 at 9:12 AM Living Planet <lpbe@example.org>\nwrote:",
    "Le lun. 16 nov. 2026 à 09:12, Living Planet <lpbe@example.org> a écrit :",
    "Am 16.11.26 um 09:12 schrieb Living Planet:",
    "On Monday, 16 November 2026 at 09:12, lpbe <lpbe@example.org> wrote:",
    "-----Original Message-----",
    "-----Message d'origine-----",
    "-----Message d\u2019origine-----",
    "-------- Message transféré --------",
    "Begin forwarded message:",
    "Début du message réexpédié :",
    "---------- Forwarded message ---------",
    "________________________________\nFrom: lpbe <lpbe@example.org>\nSent: Monday, November 16, 2026 9:12 AM",
    "De : lpbe <lpbe@example.org>\nEnvoyé : lundi 16 novembre 2026 09:12\nÀ : Ben\nObjet : mars",
    "From: lpbe <lpbe@example.org>\nDate: Monday, 16 November 2026 at 09:12\nTo: Ben",
    "2026-11-16 9:12 GMT+01:00 lpbe <lpbe@example.org>:",
)


@pytest.mark.parametrize("above", ABOVE)
def test_below_another_mails_head_all_is_quoted(above: str) -> None:
    """Whether its lines have signs or not."""
    for sign in ("", "> "):
        lines = plain_lines(f"explore\n\n{above}\n\n{sign}subsidy\n{sign}heal B1\n")
        assert [line.text for part in find(lines).typed for line in part] == ["explore"], sign


@pytest.mark.parametrize(
    "below",
    [
        "-- \nBen\nexplore",
        "Sent from my iPhone",
        "Envoyé de mon iPhone",
        "Envoyé à partir de Outlook pour iOS",
        "Sent from Yahoo Mail for iPhone",
        "Télécharger Outlook pour Android",
        "Sent with Proton Mail secure email.",
        "_______________________________________________\nGames mailing list\nexplore",
        "Von meinem iPhone gesendet",
    ],
)
def test_signatures_are_nothing_that_was_typed(below: str) -> None:
    lines = plain_lines(f"subsidy\n\n{below}\n")
    assert [line.text for part in find(lines).typed for line in part] == ["subsidy"]


def test_flowed_lines_are_joined_as_they_were() -> None:
    text = "plan \nexplore\n> quoted \n> on\n>  stuffed\n-- \nBen \n"
    assert [(line.text, line.depth) for line in flowed_lines(text, False)][:5] == [
        ("plan explore", 0), ("quoted on", 1), (" stuffed", 1), ("--", 0), ("Ben", 0),
    ]  # fmt: skip
    assert flowed_lines("explo \nre\n", True)[0].text == "explore"


# the block


def quoted(lines: list[str], sign: str = "> ") -> str:
    return "\n".join(sign + line for line in lines)


@pytest.mark.parametrize("sign", ["", "> ", ">> ", "> > > ", ">", "    "])
def test_a_block_is_found_quoted_or_not(sign: str) -> None:
    (block,) = find(plain_lines(f"Hello\n\n{quoted(BLOCK, sign)}\n\nBen\n")).blocks
    assert (block.mark.game, block.mark.seat, block.mark.window, block.mark.code) == (
        "0123456789ab",
        "blue",
        7,
        "ABCDEFGHIJ",
    )
    assert block.untouched and block.whole
    assert read_lines(block.lines, is_order).orders == ["select card 4", "subsidy"]


def test_what_was_changed_is_seen() -> None:
    for old, new in (("select card 4", "select card 5"), ("subsidy", ""), ("# select card 5", "select card 5")):
        text = quoted(BLOCK).replace(f"> {old}\n", f"> {new}\n")
        assert not find(plain_lines(text)).blocks[0].untouched
    shouted = quoted(BLOCK).replace("select card 4", "*select   card\u00a04")
    assert not find(plain_lines(shouted)).blocks[0].untouched
    spaced = quoted(BLOCK).replace("select card 4", "Select   card\u00a04 ")
    assert find(plain_lines(spaced)).blocks[0].untouched


def wrapped(text: str, columns: int) -> Iterator[str]:
    """As mail programs break lines, quote signs or not."""
    for line in text.split("\n"):
        while len(line) > columns and " " in line[:columns].strip("> "):
            at = line.rindex(" ", 0, columns + 1)
            yield line[:at]
            line = line[at + 1 :]
        yield line


@pytest.mark.parametrize("columns", [65, 68, 72, 76, 78])
@pytest.mark.parametrize("sign", ["> ", "> > > > "])
def test_a_broken_mark_is_still_a_mark(columns: int, sign: str) -> None:
    text = "\n".join(wrapped(quoted(BLOCK, sign), columns))
    (block,) = find(plain_lines(text)).blocks
    assert block.mark.code == "ABCDEFGHIJ" and block.untouched


def test_marks_survive_smart_dashes() -> None:
    text = "\n".join(BLOCK).replace("-----", "\u2014\u2013-")
    assert find(plain_lines(text)).blocks[0].untouched


def test_a_block_without_its_end_has_no_lines() -> None:
    (block,) = find(plain_lines("\n".join(BLOCK[:-1]))).blocks
    assert not block.whole and block.lines == [] and block.mark.seat == "blue"


def test_two_blocks_are_two() -> None:
    assert len(find(plain_lines("\n".join([*BLOCK, "", *BLOCK[:-1], *BLOCK]))).blocks) == 3


def test_the_check_is_of_the_orders_alone() -> None:
    assert checksum(["# one", "select card 4  # two", "", "subsidy"]) == checksum(["select card 4", "subsidy"])
    assert checksum(["@1,-2"]) != checksum(["@1,2"])


# broken lines

LONG = "explore the sea with B1"


def line(text: str, width: int = 0) -> Line:
    return Line(text, 0, width or len(text))


def test_a_broken_order_is_joined_if_only_that_makes_sense() -> None:
    assert read_lines([line("explore the sea", 70), line("with B1"), line("subsidy")], is_order).orders == [
        LONG,
        "subsidy",
    ]


def test_short_lines_are_never_joined() -> None:
    assert read_lines([line("explore the sea"), line("with B1")], is_order).wrong == "explore the sea"


def test_what_may_be_two_orders_or_one_is_asked() -> None:
    both = {*ORDERS, "explore", "the sea with B1"}
    assert read_lines([line("explore", 70), line("the sea with B1")], both.__contains__).doubt == [
        "explore",
        "the sea with B1",
    ]


def test_what_may_be_the_end_of_a_comment_is_asked() -> None:
    assert read_lines([line("# a long comment", 75), line("explore")], is_order).doubt == [
        "# a long comment",
        "explore",
    ]
    assert read_lines([line("subsidy  # it brings", 75), line("sixteen")], is_order).doubt
    assert read_lines([line("# a long comment", 75), line("#"), line("explore")], is_order).orders == ["explore"]


# what is typed


def typed(text: str, name: str = "Ben Smith") -> tuple[list[str], str]:
    read = read_typed(find(plain_lines(text)).typed, is_order, ["select", "subsidy", "explore", "heal"], name)
    bad = read.wrong or "".join(read.doubt) or (read.limit if read.orders else "")
    return [] if bad else read.orders, bad


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("select card 4\nsubsidy", ["select card 4", "subsidy"]),
        ("Hi Ana,\nselect card 4\nBen", ["select card 4"]),
        ("Hello,\n\nselect card 4\n\nThanks!\nBen Smith", ["select card 4"]),
        ("Nice move, that one.\n\n- select card 4\n* subsidy", ["select card 4", "subsidy"]),
        ("*select card 4*", ["select card 4"]),
        ("Nothing from me today, I shall answer tomorrow", []),
        ("> old\nselect card 4\n> old\n\nsubsidy", ["select card 4", "subsidy"]),
    ],
)
def test_orders_among_other_words(text: str, orders: list[str]) -> None:
    assert typed(text) == (orders, "")


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("select card 4\nsbsidy", "sbsidy"),
        ("sbsidy\n\nselect card 4", "sbsidy"),
        ("select card 4\n\nexplore!", "explore!"),
        ("select card 4\nwhat a lovely day", "what a lovely day"),
        ("select card 4\n\nheel B2", "heel B2"),
        (
            "select card 4\n\nexplore the sea with B1 and then go on to the very\nend",
            "explore the sea with B1 and then go on to the very",
        ),
    ],
)
def test_what_looks_like_an_order_is_not_passed_over(text: str, wrong: str) -> None:
    assert typed(text) == ([], wrong)


@pytest.mark.parametrize(
    "text", ["select card 4\nThanks!\nCleo", "select card 4\nMerci !\nCleo", "subsidy\nBest,\nJean-Luc"]
)
def test_thanks_and_a_first_name_right_below_orders_are_neither(text: str) -> None:
    """Nobody else knows the name: mail programs may send the bare address."""
    assert typed(text, "") == ([text.partition("\n")[0]], "")


@pytest.mark.parametrize(
    "text",
    [
        "select card 4\nThanks!\nselect card 5\nCleo",
        "select card 4\nThanks, but wait\nCleo",
        "select card 4\nThanks!\nNever",
        "select card 4\nThanks!\nSubsidi",
        "select card 4\nMerci !\nAnnule",
        "select card 4\nThanks!\nmaybe",
        "select card 4\nThanks!\nMaybe",
        "select card 4\nThanks!\nB1",
    ],
)
@pytest.mark.parametrize("name", ["", "Cleo"])
def test_what_stands_below_thanks_and_may_be_more_is_asked_about(text: str, name: str) -> None:
    orders, wrong = typed(text, name)
    assert orders == [] and wrong


def test_the_sender_is_called_by_the_address_too() -> None:
    read = read_mail(b"From: cleo.dupont@example.org\nMessage-ID: <1@example.org>\n\nselect card 4\nCleo\n")
    assert read.sender_names == "cleo dupont"
    assert typed("select card 4\nCleo Dupont", read.sender_names) == (["select card 4"], "")


def test_the_end_of_a_quoted_line_is_not_taken_for_something_typed() -> None:
    text = "> " + "x" * 70 + "\nexplore\n> more\n"
    found = find(plain_lines(text))
    assert found.typed == [] and [line.text for line in found.orphans] == ["explore"]


def test_limits_are_those_that_were_promised() -> None:
    assert MAX_MAIL_BYTES == 4 << 20
