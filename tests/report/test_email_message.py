"""Reports as e-mails: two unrelated parsers read their parts in the same way; one report is one e-mail."""

from __future__ import annotations

import re
import struct
import sys
from datetime import timedelta
from html import unescape
from urllib.parse import parse_qs, unquote, urlsplit

import fast_mail_parser as rust
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lpbe.board.png import find_family
from lpbe.kernel.content import packs
from lpbe.kernel.language.order_parser import parse_orders
from lpbe.report.content.headline import Viewpoint, subject
from lpbe.report.content.past_states import public_events
from lpbe.report.content.public_page import current_state
from lpbe.report.document import Choices, Drawing, Lines, Page, Reply, Section
from lpbe.report.render import text
from lpbe.report.render.email_html import CONTENT_WIDTH_PX
from lpbe.report.render.email_message import MAX_SUBJECT_LENGTH, Envelope, render

from ..golden.games import finish_game
from ..kernel.party import Party
from .mails import DATE, FILE, HOST, html_of, leaf, mail, mail_page, read
from .readers import begin_game, midgame, own_page
from .test_email_html import ALL
from .test_hostile import NAMES, hostile_game

TREE = [
    "multipart/mixed",
    "multipart/alternative",
    "text/plain",
    "multipart/related",
    "text/html",
    "image/png",
    "application/toml",
]


@pytest.fixture(scope="module")
def report_mail() -> bytes:
    """Return what the acting seat of a game of four is mailed, with its picture."""
    party = midgame()
    return mail(party, party.waiting[0], "fr", HOST)


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that cannot draw."""
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    find_family.cache_clear()


def test_the_parts_are_what_a_mail_program_looks_for(report_mail: bytes) -> None:
    message, party = read(report_mail), midgame()
    assert [part.get_content_type() for part in message.walk()] == TREE
    page = own_page(party, party.waiting[0], "fr")
    assert str(leaf(report_mail, "text/plain").get_content()).replace("\r\n", "\n") == text.render(page)
    picture, attached = leaf(report_mail, "image/png"), leaf(report_mail, "application/toml")
    assert picture["Content-ID"][1:-1] == re.findall(r'src="cid:([^"]+)"', html_of(report_mail))[0]
    assert picture.get_content_disposition() == "inline"
    assert struct.unpack(">I", picture.get_content()[16:20])[0] > CONTENT_WIDTH_PX
    assert (attached.get_filename(), attached.get_content_disposition()) == (FILE.name, "attachment")
    assert attached.get_content() == FILE.data


def test_a_parser_of_another_house_reads_the_same(report_mail: bytes) -> None:
    """It is written in Rust and shares no line with Python's."""
    flat, message = rust.parse_email(report_mail), read(report_mail)
    nodes = list(rust.walk(rust.parse_email_tree(report_mail)))
    assert flat.warnings == [] and [node.content_type for node in nodes] == TREE
    leaves = [part for part in message.walk() if not part.is_multipart()]
    assert [node.content for node in nodes if not node.children] == [part.get_payload(decode=True) for part in leaves]
    assert (flat.subject, flat.headers["Message-ID"]) == (message["Subject"], [message["Message-ID"]])
    assert nodes[-1].filename == FILE.name
    assert (nodes[5].content_id or "").strip("<>") == leaf(report_mail, "image/png")["Content-ID"].strip("<>")


def test_every_server_lets_it_pass(report_mail: bytes) -> None:
    lines = report_mail.split(b"\r\n")
    assert report_mail.isascii() and max(map(len, lines)) <= 78
    assert b"\n" not in report_mail.replace(b"\r\n", b"") and b"\r" not in report_mail.replace(b"\r\n", b"")
    assert [part["Content-Transfer-Encoding"] for part in read(report_mail).walk() if not part.is_multipart()] == [
        "quoted-printable",
        "quoted-printable",
        "base64",
        "base64",
    ]


def test_headers_say_when_from_whom_and_to_which_thread(report_mail: bytes) -> None:
    message, game = read(report_mail), midgame().game.state.game
    assert message["Date"].datetime == DATE
    assert (message["From"], message["Reply-To"], message["To"]) == (f"lpbe <{HOST}>", HOST, None)
    assert message["In-Reply-To"] == message["References"] == f"<{game[:32]}@lpbe.invalid>"
    assert message["Auto-Submitted"] == "auto-generated" and message["Content-Language"] == "fr"
    assert read(mail(begin_game("pebbles", 2), "", "en"))["From"] == "lpbe <nobody@lpbe.invalid>"


def test_the_same_report_is_the_same_mail_and_another_is_another() -> None:
    party = begin_game("pebbles", 2)

    def name(seat: str, lang: str = "en", days: int = 0) -> str:
        return str(read(mail(party, seat, lang, date=DATE + timedelta(days=days)))["Message-ID"])

    assert mail(party, "red", "en") == mail(party, "red", "en") and name("red") == name("red", days=3)
    others = [name("red"), name("blue"), name(""), name("red", "fr")]
    party.give("red", {"order": "bid", "coins": 1})
    others += [name("red"), name("blue")]
    assert len({*others}) == len(others) and all(re.fullmatch(r"<[0-9a-f.]+@lpbe\.invalid>", one) for one in others)


def test_a_public_mail_holds_nothing_of_a_seat(bare: None) -> None:
    party = midgame()
    public, own = (read(mail(party, seat, "en")).as_string() for seat in ("", party.waiting[0]))
    for result in ("Behind your screen", "What you can do now", "lpbe order"):
        assert result in own.replace("=\n", "") and result not in public.replace("=\n", "")


def test_without_resvg_the_board_is_a_map_of_signs(bare: None) -> None:
    party = midgame()
    page = own_page(party, party.waiting[0], "en")
    data = mail_page(page, party, party.waiting[0])
    assert [part.get_content_type() for part in read(data).walk()] == [
        kind for kind in TREE if kind not in ("multipart/related", "image/png")
    ]
    (board,) = [block for section in page.sections for block in section.blocks if isinstance(block, Drawing)]
    pre = unescape(re.findall(r"<pre[^>]*>(.*?)</pre>", html_of(data), re.DOTALL)[0])
    assert pre.splitlines() == board.text_parts()[0] and "<img" not in html_of(data)


def test_a_game_without_a_board_has_no_picture() -> None:
    data = mail(begin_game("pebbles", 2), "red", "en")
    assert "image/png" not in [part.get_content_type() for part in read(data).walk()]


def links(data: bytes) -> list[str]:
    return [unescape(link) for link in re.findall(r'href="([^"]*)"', html_of(data))]


def test_orders_are_links_that_begin_an_answer(report_mail: bytes) -> None:
    party = midgame()
    page = own_page(party, party.waiting[0], "fr")
    blocks = [block for section in page.sections for block in section.blocks]
    orders = [item.order for block in blocks if isinstance(block, Choices) for g in block.groups for item in g.items]
    ready = next(block.orders for block in blocks if isinstance(block, Reply))
    bodies = []
    for link in links(report_mail):
        url = urlsplit(link)
        fields = parse_qs(url.query, strict_parsing=True)
        assert (url.scheme, unquote(url.path), fields["subject"]) == ("mailto", HOST, ["Re: A game"])
        bodies.append(fields["body"][0])
    assert bodies == [*orders, "\r\n".join(ready)]
    assert all(parse_orders(party.rules, body) for body in bodies)


def test_without_an_address_nothing_is_a_link_and_the_command_stands_there(bare: None) -> None:
    party = midgame()
    data = mail(party, party.waiting[0], "en")
    assert links(data) == [] and "lpbe order GAME" in html_of(data) and "--armor -o -" in html_of(data)


def subject_of(party: Party, seat: str, lang: str, answer: str = "") -> str:
    words = packs.words(party.rules.game.name, lang)
    result = public_events(game.last for game in party.steps)
    state = party.state(seat) if seat else current_state(party.rules, party.game)
    return subject(party.rules, party.game, words, Viewpoint(state, seat or None, result, answer))


def test_subjects_name_the_game_the_turn_and_what_is_asked() -> None:
    party, id = midgame(), midgame().game.state.game[:8]
    (seat,) = party.waiting
    other = next(one for one in party.seats if one != seat)
    name = {one.id: one.name for one in party.game.state.seats}[seat]
    assert subject_of(party, seat, "en") == f"Living Planet {id} - Turn 6 of 12 - your turn: take actions"
    assert subject_of(party, seat, "fr") == f"Living Planet {id} - Tour 6 sur 12 - à vous : faire vos actions"
    assert subject_of(party, other, "en") == f"Living Planet {id} - Turn 6 of 12 - waiting for {name}"
    assert subject_of(party, seat, "fr", "filed").endswith("Tour 6 sur 12 - votre réponse est arrivée")
    assert subject_of(finish_game("living-planet-two"), "", "en").endswith("Redy has won with 31 points")
    before = Party(("red", "blue"))
    assert subject_of(before, "", "en").endswith("- waiting for Red and Blue")


HOSTILE = st.text(max_size=400) | st.sampled_from(
    [
        "a\r\nBcc: eve@example.org",
        "\u202egro.elpmaxe",
        "x\x00\x0b\x0c\x1c\u2028\u2029\x85y",
        "漢" * 300,
        "a" * 999,
        "=?utf-8?q?x?=",
    ]
)


@given(HOSTILE, HOSTILE)
def test_no_words_of_anybody_become_a_header_or_a_part(text: str, title: str) -> None:
    page = Page(title, "en", [Section("table", text, [Lines([text, title], text)])])
    data = render(page, packs.words("pebbles", "en"), Envelope("ab" * 32, text, DATE), [FILE])
    message, other = read(data), rust.parse_email(data)
    assert message.keys() == PLAIN and [*other.headers] == PLAIN
    assert [part.get_content_type() for part in message.walk()] == [
        "multipart/mixed",
        "multipart/alternative",
        "text/plain",
        "text/html",
        "application/toml",
    ]
    line = message["Subject"]
    assert line.isprintable() and len(line) <= MAX_SUBJECT_LENGTH and "\n" not in line


PLAIN = ["Date", "From", "Subject", "Message-ID", "In-Reply-To", "References", "Auto-Submitted", "MIME-Version"]
PLAIN += ["Content-Type", "Content-Language"]


@pytest.mark.parametrize("name", NAMES)
def test_names_in_a_subject_are_read_as_they_are(name: str) -> None:
    """Long ones, wide ones, from right to left: a header folds and both parsers unfold it."""
    party = hostile_game(name, "markup")
    result = subject_of(party, "", "fr")
    data = mail(party, "", "fr", subject=result)
    assert (read(data).keys(), rust.parse_email(data).subject) == (PLAIN, read(data)["Subject"])
    assert read(data)["Subject"] in (result, result[: MAX_SUBJECT_LENGTH - 1] + "…")


HEAVIEST = 1_500_000
"""Bytes of an e-mail with its picture, which is most of it; servers take ten times as much."""


@pytest.mark.soak
@pytest.mark.parametrize("game", ["living-planet-four", "living-planet-both", "2116-greens"])
def test_a_mail_is_not_too_heavy(game: str) -> None:
    for n, party in enumerate(ALL[game]()):
        if n % 40 == 39 or party.game.state.window.kind == "over":
            assert len(mail(party, (*party.waiting, *party.seats)[0], "fr", HOST)) < HEAVIEST


def test_the_id_of_a_mail_tells_nothing_of_what_is_in_it() -> None:
    """Ids are quoted in answers and archives: whoever sees one must not be able to try hands against it."""
    party = begin_game("pebbles", 2)
    own, other = own_page(party, "red", "en"), own_page(party, "blue", "en")
    assert text.render(own) != text.render(other)
    assert read(mail_page(own, party, "red"))["Message-ID"] == read(mail_page(other, party, "red"))["Message-ID"]
