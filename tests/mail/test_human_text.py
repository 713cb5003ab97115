"""A whole reply block among what people and their programs write: it is understood or queried, never misread."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from lpbe.mail.reply_block import block_lines

from .test_never_misread import MARK, READY, meaning_of_mail, message

SIGNATURES = {
    "address": "Ben Martin\n12 rue de la Paix\n75002 Paris",
    "telephone": "Ben Martin\nTel. +33 6 12 34 56 78",
    "title": "Ben Martin\nHead of Facilities\nACME Ltd, Building 7",
    "closing": "Cheers,\nBen Martin\nFlat 4, 221 Baker Street",
    "german": "Viele Grüße\nBen Martin\nHauptstraße 5\n10115 Berlin",
}
BLOCK = block_lines(MARK, READY, ["Change these lines."], ["explore", "end actions"])
QUOTED = [f"> {line}" for line in BLOCK]


def lines_of(text: str) -> list[str]:
    return meaning_of_mail(message(text, "utf-8", "quoted-printable", False)).lines


def inside(*typed: str, kept: Sequence[str] = READY) -> str:
    """Return a quoted block with lines typed between its orders and its end."""
    at = QUOTED.index(f"> {READY[-1]}") + 1
    head = [line for line in QUOTED[:at] if line[2:] not in READY or line[2:] in kept]
    return "\n".join(["On Monday lpbe wrote:", *head, *typed, *QUOTED[at:], ""])


def test_lines_typed_into_a_quoted_block_are_the_answer() -> None:
    assert lines_of(inside("explore", "select card 4")) == ["explore", "select card 4"]
    assert lines_of(inside("", "explore", "")) == ["explore"]
    assert lines_of(inside("explore", kept=[])) == ["explore"]


def test_lines_typed_beside_changed_quoted_ones_are_asked_about() -> None:
    assert lines_of(inside("explore", kept=READY[:1])) == []


@pytest.mark.parametrize(
    "typed",
    [
        "1. explore\n2. select card 4",
        "1) explore\n2) select card 4",
        "(1) explore\n(2) select card 4",
        "“explore”\n« select card 4 »",
        "- explore\n• select card 4",
    ],
)
def test_lists_and_quotation_marks(typed: str) -> None:
    assert lines_of("\n".join([typed, "", *QUOTED])) == ["explore", "select card 4"]


def test_a_table_of_orders() -> None:
    rows = "<tr><td>1.</td><td>explore</td></tr><tr><td>2.</td><td>select card 4</td></tr>"
    shown = "<br>".join(line.replace("&", "&amp;").replace("<", "&lt;") for line in BLOCK)
    data = message("x", "utf-8", "8bit", True).replace(
        b"<pre>x\n</pre>", f"<table>{rows}</table><blockquote>{shown}</blockquote>".encode()
    )
    data = data.replace(b"<pre>x</pre>", f"<table>{rows}</table><blockquote>{shown}</blockquote>".encode())
    assert b"<table>" in data and meaning_of_mail(data).lines == ["explore", "select card 4"]


def test_a_clear_signed_mail() -> None:
    text = ["-----BEGIN PGP SIGNED MESSAGE-----", "Hash: SHA512", "", "select card 4", "", *QUOTED]
    text += ["-----BEGIN PGP SIGNATURE-----", "", "iQIzBAEBCgAdFiEE3x7", "=Ab12", "-----END PGP SIGNATURE-----", ""]
    assert lines_of("\n".join(text)) == ["select card 4"]


@pytest.mark.parametrize("name", SIGNATURES)
def test_a_signature_is_talk(name: str) -> None:
    """Below typed orders, below `ok`, and below a block that a link has filled in."""
    signature = SIGNATURES[name]
    assert lines_of("\n".join(["select card 4", "", signature, "", *QUOTED])) == ["select card 4"]
    assert lines_of("\n".join(["ok", "", signature, "", *QUOTED])) == READY
    assert lines_of("\n".join([*BLOCK, "", signature, ""])) == READY


@pytest.mark.parametrize("last", ["R1 to H05", "heel R1 R2", "Ben Martin\nheel R1 R2", "bild oil drill 3 at H05.2"])
def test_a_mistyped_order_below_others_is_no_signature(last: str) -> None:
    assert lines_of("\n".join(["select card 4", "", last, "", *QUOTED])) == []


def test_a_sentence_above_an_order() -> None:
    assert lines_of("\n".join(["Hi, I would like card 4.", "select card 4", "Thanks!", "", *QUOTED])) == [
        "select card 4"
    ]


@pytest.mark.parametrize("first", ["I would not do this.", "Forget what I wrote yesterday.", "Si possible, plus tard."])
def test_a_sentence_that_may_take_an_order_back_is_asked_about(first: str) -> None:
    assert lines_of("\n".join([first, "select card 4", "", *QUOTED])) == []


@pytest.mark.parametrize(
    "typed",
    [
        "My orders:\n  1. explore\n  2. select card 4",
        "Here is what I want to do:\nexplore\nselect card 4",
        "1 - explore\n2 - select card 4",
        "a) explore\nb) select card 4",
        "Please explore\n-> select card 4",
        "Orders: explore; select card 4",
        "explore\nselect card 4\nBen Martin\n12 rue de la Paix\n75002 Paris",
        "explore\nselect card 4\n\nPS: back on 12 May, 8 pm",
        "explore\nselect card 4\n\nDon't forget the pizza!",
        "explore\nselect card 4\n\nB. Martin | Head of Facilities | ACME Ltd\n221 Baker Street",
        "explore\nselect card 4\n\nBen Martin\nHead of Facilities\n\nACME Ltd\n4 Market Square\nLeeds LS1 4DT",
        "explore\nselect card 4\n\nBen Martin\nHead of Facilities\n\nThis e-mail is confidential: delete it.",
    ],
)
def test_clear_orders_are_not_asked_back(typed: str) -> None:
    assert [part.strip() for line in lines_of("\n".join([typed, "", *QUOTED])) for part in line.split(";")] == [
        "explore",
        "select card 4",
    ]


@pytest.mark.parametrize(
    "typed",
    [
        "subsidy; take fate\n\nNo wait, scratch that, explore instead.",
        "select card 4\n\nNext turn:\n\nexplore",
        "If Bob attacks me:\n\nexplore",
        "choisir carte 4\n\nNon, attendez, je préfère réfléchir.",
        "select card 4\n\nBen Martin\n\nexplroe",
        "select card 4\n\nBen Martin\n\nheel R1 R2",
        "select card 3\n\nBen\n\nPS: card 5 instead",
        "select card 3\n\nBen\n\nP.S. scratch that",
        "select card 3\n\nBen\n\nOops: take card 5",
        "select card 3\n\nBen\nNo wait, cancel this",
        "select card 3\n\nCheers,\nBen\n\nActually no.",
        "select card 3\n\nBen Martin\n\nOnly if Bob agrees.",
    ],
)
def test_orders_that_other_words_take_back_or_put_off_are_asked_about(typed: str) -> None:
    assert lines_of("\n".join([typed, "", *QUOTED])) == []


def test_a_changed_block_below_words_that_take_it_back_is_asked_about() -> None:
    changed = [line.replace(READY[0], "explore") for line in QUOTED]
    assert lines_of("\n".join(["What a turn!", "", *changed])) == ["explore", READY[1]]
    assert lines_of("\n".join(["Please ignore this, I will write again.", "", *changed])) == []


@pytest.mark.parametrize("reply", ["yes", "Oui !", "as is", "tel quel", "Yes please", "ok, merci", "Ja, danke"])
def test_a_plain_yes_sends_the_ready_answer(reply: str) -> None:
    assert lines_of("\n".join([reply, "", *QUOTED])) == READY


@pytest.mark.parametrize(
    "reply", ["ok?", "oui à condition que Bob joue", "yes but later", "ok si tu veux", "yes if Bob does"]
)
def test_a_yes_on_condition_sends_nothing(reply: str) -> None:
    assert lines_of("\n".join([reply, "", *QUOTED])) == []
