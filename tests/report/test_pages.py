"""The content of a page: every part in its place, for its readers only, and an answer that can be sent unchanged."""

from __future__ import annotations

import pytest

from lpbe.kernel.content import packs
from lpbe.kernel.engine import legality
from lpbe.kernel.engine.dry_run import look_ahead
from lpbe.kernel.engine.table import answers_wanted
from lpbe.kernel.language.order_parser import Typist, parse_orders
from lpbe.report import public_report
from lpbe.report.document import Choices, Lines, Page, Reply
from lpbe.report.render.text import render

from ..kernel.party import Party
from ..size_limits import by_turns
from .readers import PLAIN, SECTIONS, begin_game, keys, midgame, own_page, stages, step_page

languages = pytest.mark.parametrize("lang", ["en", "fr"])


def part(page: Page, key: str) -> list[object]:
    return next(section.blocks for section in page.sections if section.key == key)


def lines(page: Page, key: str) -> list[str]:
    return [line for block in part(page, key) if isinstance(block, Lines) for line in block.lines]


@languages
def test_a_seat_that_is_asked_reads_every_section_in_order(lang: str) -> None:
    party = midgame()
    assert keys(own_page(party, party.waiting[0], lang)) == SECTIONS


def test_a_game_without_a_board_has_all_the_others() -> None:
    party = begin_game("pebbles", 3)
    assert keys(own_page(party, "red", "en")) == PLAIN


def test_a_seat_that_is_not_asked_is_told_so_and_has_nothing_to_send() -> None:
    party = midgame()
    seat = next(seat for seat in party.seats if seat not in party.waiting)
    page = own_page(party, seat, "en")
    assert keys(page) == [key for key in SECTIONS if key != "reply"]
    assert lines(page, "choices") == ["You have nothing to answer right now."]


def test_everybody_reads_the_public_sections_only() -> None:
    assert keys(step_page(midgame(), "en")) == ["head", "news", "board", "table"]
    assert keys(step_page(begin_game("pebbles", 2), "en")) == ["head", "news", "table"]


def test_the_public_report_is_the_text_of_the_last_step_in_the_language_of_the_game() -> None:
    party = midgame()
    assert public_report(party.rules, party.game).startswith(render(step_page(party, "en")))
    assert public_report(party.rules, party.game, "fr").startswith(render(step_page(party, "fr")))


def accepts_orders(party: Party, seat: str, orders: list[dict[str, object]]) -> bool:
    state = party.state(seat)
    batch = party.rules.book.read_orders(orders)
    look_ahead(state, seat, batch)
    return legality.refusal(state, answers_wanted(state)[seat], seat, batch[0]) is None


@by_turns("lang, stage", ["en", "fr"], [("living-planet", 4, 5), ("pebbles", 3, 1)])
def test_every_reply_can_be_sent_as_it_stands(lang: str, stage: tuple[str, int, int]) -> None:
    game, players, every = stage
    for party in stages(game, players, 7, every):
        for seat in party.waiting:
            (reply,) = part(own_page(party, seat, lang), "reply")
            assert isinstance(reply, Reply)
            orders = parse_orders(party.rules, "\n".join(reply.orders), Typist(lang))
            assert accepts_orders(party, seat, orders), reply.orders


def test_what_is_listed_can_be_typed_and_is_accepted() -> None:
    party = midgame()
    (seat,) = party.waiting
    (choices,) = part(own_page(party, seat, "fr"), "choices")
    assert isinstance(choices, Choices)
    for group in choices.groups:
        for item in group.items:
            assert accepts_orders(party, seat, parse_orders(party.rules, item.order, Typist("fr"))), item.order


def test_of_many_orders_of_a_kind_twelve_are_listed_and_the_others_counted() -> None:
    party = begin_game("living-planet", 4)
    party.play_on(1, lambda party: bool(party.game.state.table["turn"].get("dice")))
    (choices,) = part(own_page(party, party.waiting[0], "en"), "choices")
    assert isinstance(choices, Choices)
    dice = next(group for group in choices.groups if group.title == "arrange-dice")
    assert len({item.order for item in dice.items}) == 12
    assert dice.rest == "12 more like these; to see them all: lpbe legal GAME --all"


def test_an_answer_that_is_in_comes_back_as_the_reply() -> None:
    party = begin_game("living-planet", 2)
    party.give("red", {"order": "select-card", "card": 2})
    (reply,) = part(own_page(party, "red", "en"), "reply")
    assert isinstance(reply, Reply)
    assert (reply.orders, reply.command) == (["select card 2"], ["lpbe order GAME 'select card 2'"])
    assert reply.lead.startswith("You have already answered.")


DRAFT: list[dict[str, object]] = [{"order": "subsidy"}, {"order": "take-fate"}]


def reply_of(page: Page) -> Reply:
    (reply,) = part(page, "reply")
    assert isinstance(reply, Reply)
    return reply


def test_a_draft_that_still_fits_is_the_reply_and_one_that_does_not_is_not() -> None:
    party = midgame()
    (seat,) = party.waiting
    good, stale = (reply_of(own_page(party, seat, "en", draft=draft)) for draft in (DRAFT, [{"order": "keep-die"}]))
    assert good.orders == ["subsidy", "take fate"] and "left of your last orders" in good.lead
    assert stale == reply_of(own_page(party, seat, "en"))


def test_several_orders_are_an_argument_each_of_the_command() -> None:
    party = midgame()
    (seat,) = party.waiting
    page = own_page(party, seat, "en", draft=[{"order": "subsidy"}, {"order": "take-fate"}])
    (reply,) = part(page, "reply")
    assert isinstance(reply, Reply)
    assert reply.command == ["lpbe order GAME \\", "  'subsidy' \\", "  'take fate'"]


def test_notes_to_oneself_are_printed_and_else_how_to_keep_one_is() -> None:
    party = midgame()
    (seat,) = party.waiting
    assert "  sell iron\n  at 8\n" in render(own_page(party, seat, "en", note="sell iron\nat 8"))
    assert "--memo" in lines(own_page(party, seat, "en"), "notes")[0]


def test_what_was_said_in_advance_stands_behind_the_screen() -> None:
    party = begin_game("pebbles", 2)
    party.policy("red", {"pebbles": {"keep": "highest", "bid": 3}})
    blocks = [block for block in part(own_page(party, "red", "en"), "screen") if isinstance(block, Lines)]
    policy = next(block for block in blocks if block.title == "Your policy")
    assert sorted(policy.lines) == ["pebbles.bid = 3", "pebbles.keep = highest"]


def test_a_public_page_names_nobodys_secrets() -> None:
    party = begin_game("living-planet", 2)
    party.give("red", {"order": "select-card", "card": 2})
    page = render(step_page(party, "en"))
    assert "Redy has answered." in page and "card 2" not in page


def test_words_for_every_language_are_used() -> None:
    words = {lang: packs.words("living-planet", lang) for lang in ("en", "fr")}
    for lang, answer in words.items():
        text = render(step_page(midgame(), lang))
        assert answer.terms["report.board"] in text and answer.terms["panel.market"] in text


def test_a_deadline_is_told_as_people_read_it() -> None:
    party = Party(("red", "blue"), changes={"pace": "2d"}, at="2026-11-16T08:00:00Z").start()
    window = party.game.state.window.number
    assert f"Waiting for Redy and Bluey: bid (question {window}). Until 2026-11-18 08:00 UTC." in lines(
        step_page(party, "en"), "head"
    )
    answer = lines(own_page(party, "red", "fr"), "head")
    assert answer[1:3] == [
        f"À vous : miser (question {window}). Jusqu'au 2026-11-18 08:00 UTC.",
        f"On attend Bluey : miser (question {window}).",
    ]
