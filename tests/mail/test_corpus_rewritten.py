"""Every clear order of the corpus as other people would have written it: hardly one is queried, none is misread."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence

import pytest
from msgspec.structs import replace

from lpbe.mail.address_book import read_players
from lpbe.mail.game_index import GameIndex
from lpbe.mail.incoming.decide import decide
from lpbe.mail.incoming.message import Body, Mail, read_mail
from lpbe.mail.incoming.outcome import Action
from lpbe.mail.incoming.quoted_lines import Line, LineKind
from lpbe.mail.incoming.wrapped_orders import strip_markup

from ..cli.world.club import Club, identity, surroundings
from ..size_limits import every
from .game_folder import settled
from .test_corpus import CORPUS, EXPECTED, club, orders_of, real
from .test_human_text import SIGNATURES

__all__ = ["club", "real"]
MAX_ASKED = 0.02
"""The share of clear orders that may be queried."""
CARD = re.compile(r"(?i)(card|carte) (\d)")
Lines = list[Line]
Way = Callable[[Lines, list[int]], Lines]
"""Changes lines, given where the orders are."""


def card_after(text: str) -> str:
    """Return the order for the next card."""
    return CARD.sub(lambda found: f"{found[1]} {int(found[2]) % 6 + 1}", text)


def rewrite(change: Callable[[str], str]) -> Way:
    """Write the first order differently."""

    def way(lines: Lines, places: list[int]) -> Lines:
        at = places[0]
        text = change(card_after(bare(lines[at])))
        return [*lines[:at], replace(lines[at], text=text, width=lines[at].width and len(text)), *lines[at + 1 :]]

    return way


def insert(above: Sequence[str] = (), below: Sequence[str] = ()) -> Way:
    """Write something above and below the orders."""

    def way(lines: Lines, places: list[int]) -> Lines:
        first, last = places[0], places[-1] + 1
        written = [Line(text, 0, len(text) if lines[first].width else 0) for text in (*above, *below)]
        before, after = written[: len(above)], written[len(above) :]
        changed = rewrite(str)(lines, places)
        return [*changed[:first], *before, *changed[first:last], *after, *changed[last:]]

    return way


def bare(line: Line) -> str:
    """Return an order without bullets and the like."""
    return strip_markup(line).plain.rstrip(".")


CLEAR_WAYS: dict[str, Way] = {
    "another card": rewrite(str),
    "capitals": rewrite(str.upper),
    "full stop": rewrite(lambda text: f"{text}."),
    "number": rewrite(lambda text: f"1. {text}"),
    "number and bracket": rewrite(lambda text: f"1) {text}"),
    "bullet": rewrite(lambda text: f"\u2022 {text}"),
    "asterisks": rewrite(lambda text: f"*{text}*"),
    "quotation marks": rewrite(lambda text: f"\u00ab\u00a0{text}\u00a0\u00bb"),
    "please": rewrite(lambda text: f"Please {text}"),
    "emoji": rewrite(lambda text: f"{text} \U0001f44d"),
    "spaces": rewrite(lambda text: f"  {text.replace(' ', chr(0xA0))}  "),
    "greeting": insert(["Hello Ana,"]),
    "sentence": insert(["What a start, I did not see that one coming at all.", ""]),
    "sentence right above": insert(["I have thought about it for a while."]),
    "heading": insert(["My orders:"]),
    "postscript": insert(below=["", "PS: I am back on 12 May."]),
    "question": insert(below=["", "Shall we meet on Saturday?"]),
    **{f"signature, {name}": insert(below=["", *text.split("\n")]) for name, text in SIGNATURES.items()},
}
UNCLEAR_WAYS: dict[str, Way] = {
    "taken back": insert(below=["", "No wait, scratch that."]),
    "taken back in French": insert(below=["", "Non, attendez, je réfléchis."]),
    "put off": insert(["Next turn:", ""]),
    "on condition": insert(["If nobody else does:", ""]),
    "mistyped": insert(below=["selct card 6"]),
    "two answers": insert(below=["select card 1", "select card 2"]),
}


def order_places(name: str, lines: Lines) -> list[int]:
    """Return where the orders of an e-mail are typed, all of them and outside of blocks; nowhere else."""
    wanted = [order.casefold() for order in EXPECTED[name]["orders"]]
    begun = [n for n, line in enumerate(lines) if "BEGIN LPBE REPLY" in line.text]
    ended = [n for n, line in enumerate(lines) if "END LPBE REPLY" in line.text]
    typed = [n for n, line in enumerate(lines) if line.depth == 0 and line.kind is LineKind.NORMAL]
    places = [n for n in typed if bare(lines[n]).casefold() in wanted]
    inside = any(first < n < last for n in places for first, last in zip(begun, ended, strict=False))
    return [] if inside or [bare(lines[n]).casefold() for n in places] != wanted else places


def typed_above(name: str) -> bool:
    """Return whether the orders of a clear mail are typed outside of the block, in all versions of the mail."""
    mail = read_mail((CORPUS / f"{name}.eml").read_bytes())
    versions = [version for body in mail.bodies for version in body.versions]
    return len(mail.bodies) == 1 and all(order_places(name, version) for version in versions)


CLEAR = [name for name, wanted in EXPECTED.items() if wanted["did"] == "filed" and "orders" in wanted]
TYPED = [name for name in CLEAR if typed_above(name) and name != "gmail-sentence-above"]
"""That one names its card in a sentence too, so another card beside it would contradict it."""


def rewritten(name: str, mail: Mail, way: Way) -> Mail:
    def body(one: Body) -> Body:
        return Body([way(version, order_places(name, version)) for version in one.versions])

    return replace(mail, bodies=[body(one) for one in mail.bodies])


def test_many_orders_of_the_corpus_can_be_rewritten() -> None:
    assert len(CLEAR) > 75 and len(TYPED) > 40


@every(15, 1)
def test_clear_orders_are_hardly_ever_asked_back_and_never_misread(
    club: Club, real: dict[str, str], every: int
) -> None:
    index = GameIndex([str(club.mars)], read_players(str(club.home("ana") / "lpbe" / "players.toml")), identity("ana"))
    cases = [(name, way) for name in TYPED for way in (*CLEAR_WAYS, *UNCLEAR_WAYS)][::every]
    counts: Counter[str] = Counter()
    asked: list[tuple[str, str]] = []
    misread: list[tuple[str, str, list[str]]] = []
    for name, way in cases:
        mail = rewritten(
            name, settled(read_mail((CORPUS / f"{name}.eml").read_bytes()), real), {**CLEAR_WAYS, **UNCLEAR_WAYS}[way]
        )
        with surroundings(club.environment("ana"), b""):
            outcome = decide(mail, index)
        wanted = [card_after(order) if CARD.search(order) else order for order in EXPECTED[name]["orders"]]
        counts["clear" if way in CLEAR_WAYS else "unclear"] += 1
        if outcome.action is not Action.FILED:
            asked += [(name, way)] if way in CLEAR_WAYS else []
        elif way in UNCLEAR_WAYS or orders_of(outcome) != wanted:
            misread.append((name, way, orders_of(outcome)))
    print(
        f"{counts['clear']} clear orders, {len(asked)} asked back; {counts['unclear']} unclear; {len(misread)} misread"
    )
    assert misread == [] and counts["unclear"] > len(cases) // 6
    assert len(asked) <= MAX_ASKED * counts["clear"], asked


@pytest.mark.parametrize("name", TYPED[:1])
def test_the_ways_change_what_they_say(name: str) -> None:
    """Otherwise the property would be about e-mails that are all the same."""
    mail = read_mail((CORPUS / f"{name}.eml").read_bytes())
    texts = {str(rewritten(name, mail, way).bodies) for way in (*CLEAR_WAYS.values(), *UNCLEAR_WAYS.values())}
    assert len(texts) == len(CLEAR_WAYS) + len(UNCLEAR_WAYS)
