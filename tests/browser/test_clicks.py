"""An answer written by clicking: whatever is tapped, what stands there in the end is accepted as it would be typed."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from playwright.sync_api import expect

from lpbe.app.ordering.preview import preview_orders
from lpbe.app.ordering.typed_orders import parse_batch
from lpbe.app.session.open_game import OpenGame
from lpbe.app.session.seat_view import SeatView
from lpbe.games.living_planet.actions.construction import Build
from lpbe.games.living_planet.actions.exploration import PlaceHex
from lpbe.games.living_planet.actions.movement import Move
from lpbe.kernel.content import packs
from lpbe.kernel.gamedir.gamedir import Place
from lpbe.kernel.language.order_parser import Typist, parse_orders
from lpbe.report.content.suggested_reply import answered_by_mail
from lpbe.report.document import Choices, Drawing, Reply
from lpbe.report.render import html

from ..kernel.party import Party
from ..report.folders import write
from ..report.readers import COLOURS, own_page, stages
from ..size_limits import by_turns, sizes, some
from .chosen import KINDS, Position, positions
from .conftest import PHONE, WIDE, Open, lpbe

HAND = (Path(__file__).parent / "hand.js").read_text()
ORDER = "#offers button:not([aria-pressed])"
SMALL = """() => [...document.querySelectorAll("body *")].filter((one) => !one.closest("svg") && one.offsetHeight
  && [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim())
  && parseFloat(getComputedStyle(one).fontSize) < 11).map((one) => one.outerHTML)"""


def page_of(party: Party, seat: str, lang: str, file: Path) -> Path:
    words = packs.words(party.rules.game.name, lang)
    page = answered_by_mail(words, own_page(party, seat, lang), "ana@example.org")
    file.write_text(html.render(page, words), encoding="utf-8")
    return file


def accepted(position: Position, answer: str) -> int:
    """How many orders an answer has, each of which `lpbe try` says is carried out."""
    party, seat, lang = position
    seat_view = SeatView(OpenGame(Place("game.toml"), party.game, party.rules), party.people[seat], seat)
    batch = parse_batch(seat_view, answer)
    assert batch == parse_orders(party.rules, answer, Typist(lang)), "nothing is left out that must be guessed"
    outlook = preview_orders(seat_view, batch, lang)
    assert not (outlook.dropped or outlook.draft or outlook.plans), answer
    return len(batch)


def tried(position: Position, answer: str, root: Path) -> None:
    """The command itself, on the game as a host has it."""
    party, seat, lang = position
    write(party, root / "mars")
    output = lpbe(
        root, "try", "mars", *answer.split("\n"), "--as", seat, "--key", f"{seat}.key", "--lang", lang, "--json"
    )
    result = json.loads(output)
    assert result["seat"] == seat and not (result["draft"] or result["dropped"] or result["plans"]), answer


@sizes("count", 1, 20)
def test_what_is_tapped_anywhere_is_accepted(show: Open, tmp_path: Path, count: int) -> None:
    """Ten positions each day, two hundred in a soak: of every game and combination, on a desk and on a phone."""
    file, ways, lengths, number = tmp_path / "page.html", Counter[str](), Counter[int](), 0
    file.write_text("<!doctype html><title>.</title>")
    page = show(file).page
    for seed, name in enumerate(KINDS):
        for position in positions(name, count, seed):
            page_of(*position, file)
            size = (WIDE, PHONE)[number // 2 % 2]
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.goto(file.as_uri())
            done = page.evaluate(HAND, number)
            assert done["wrong"] == [], (name, position.seat, done)
            lengths[accepted(position, done["answer"])] += 1
            ways.update(way for way, _ in done["did"])
            if number % 40 == 0:
                tried(position, done["answer"], tmp_path / str(number))
            number += 1
    assert number == 10 * count and max(lengths) > 1, "a reply of several lines"
    assert set(ways) >= {"offer", "order", "hex", "spot", "word", "undo"}, ways


@pytest.fixture(scope="module")
def acting(tmp_path_factory: pytest.TempPathFactory) -> Path:
    *_, party = (party for party, _ in zip(stages("living-planet", 2, 2, 15), range(3), strict=False))
    return page_of(party, party.waiting[0], "en", tmp_path_factory.mktemp("acting") / "page.html")


def test_an_answer_is_written_undone_and_shown_as_lines_and_command(show: Open, acting: Path) -> None:
    page = show(acting).page
    ready, order = page.locator("#answer").input_value(), page.locator("button.order:not(.off)").first
    text = order.text_content() or ""
    order.click()
    expect(page.locator("#answer")).to_have_value(text)
    expect(page.locator("#lines")).to_have_text(text)
    expect(page.locator("#command")).to_have_text(f"lpbe order GAME '{text}' --mail-to 'ana@example.org'")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    for button, copied in (("#copy", text), ("#copy-command", page.locator("#command").text_content())):
        page.locator(button).click()
        expect(page.locator(button)).to_have_text("Copied")
        assert page.evaluate("navigator.clipboard.readText()") == copied
    page.locator("#undo").click()
    expect(page.locator("#answer")).to_have_value(ready)
    page.locator("#clear").click()
    expect(page.locator("#answer")).to_have_value("")
    page.locator("#answer").fill("nothing that is known")
    expect(page.locator("#offers")).to_contain_text("not known here")


@by_turns("size, scheme", [WIDE, (800, 1000), PHONE], ["light", "dark"])
def test_the_first_screen_says_what_is_asked_and_offers_it(
    show: Open, acting: Path, size: tuple[int, int], scheme: str
) -> None:
    seen = show(acting, size=size, scheme=scheme)
    bar = seen.page.locator("#act").bounding_box()
    assert bar and seen.overflow <= 0 and seen.page.evaluate(SMALL) == []
    for result in ("Your turn: ", "in all if the game ended", "threatens you"):
        box = seen.page.locator("#head").get_by_text(result).first.bounding_box()
        assert box and box["y"] + box["height"] <= bar["y"], result
    first = seen.page.locator(ORDER).first.bounding_box()
    assert first and first["y"] + first["height"] <= size[1]


def moving(party: Party) -> bool:
    """Whether one is asked who may move, and do other things."""
    return len({type(order) for order in party.legal(party.waiting[0]) if isinstance(order, Move | Build)}) > 1


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=str)
def test_a_finger_on_the_board_holds_a_piece_and_lets_it_go(show: Open, tmp_path: Path, size: tuple[int, int]) -> None:
    """A scientist on a wide board; on a phone a hex of the overview."""
    party = Party(COLOURS[:3], game_name="living-planet", options={}).start().play_on(2, moving)
    page = show(page_of(party, party.waiting[0], "en", tmp_path / "page.html"), size=size).page
    listed = page.locator("button.order:not(.off)")
    places = sorted(set(re.findall(r"\b([A-Z]\d\d)\.\d", " ".join(listed.all_text_contents()))))
    name = f"{party.waiting[0][0].upper()}1" if size == WIDE else places[0]
    piece = page.locator("#board svg:visible title", has_text=re.compile(f"^\\*?{name}\\b[^.]")).first.locator("..")
    before = listed.count()
    piece.click()
    expect(page.locator("#offers [aria-pressed]")).to_contain_text(name)
    left = listed.all_text_contents()
    assert 0 < len(left) < before and all(re.search(rf"\b{name}\b", order) for order in left)
    piece.click()
    expect(page.locator("#offers [aria-pressed]")).to_have_count(0)
    assert listed.count() == before


@pytest.mark.parametrize("lang", some(("en", "fr"), "en"))
def test_a_hex_that_is_drawn_turned_is_placed_so(show: Open, tmp_path: Path, lang: str) -> None:
    """It is tapped, then a place: what is written has its turn; the numbers of other things are no names."""
    party = Party(COLOURS[:3], game_name="living-planet", options={}).start().play_on(5, turning)
    position = Position(party, party.waiting[0], lang)
    page = show(page_of(*position, tmp_path / "page.html")).page
    drawn = page.locator(".options svg g title")
    titles = [" ".join((title or "").split()) for title in drawn.all_text_contents()]
    for nth, title in enumerate(titles):
        page.locator("#clear").click()
        hex, word, turn, *places = title.partition(";")[0].split()
        drawn.nth(nth).locator("..").click()
        if len(places) > 1:
            expect(page.locator("#offers [aria-pressed]")).to_contain_text(f"{hex} {word} {turn}")
            page.locator("#board svg:visible g > title", has_text=re.compile(f"^{places[-1]} ")).locator("..").click()
        if page.locator("#answer").input_value() == "":
            page.locator(ORDER).first.click()
        answer = page.locator("#answer").input_value()
        order = parse_orders(party.rules, answer, Typist(lang))[0]
        assert isinstance(order, PlaceHex) and (order.hex, str(order.turn)) == (hex, turn), (title, answer)
        assert accepted(position, answer) == 1
    assert len({title.split()[2] for title in titles}) > 1
    assert "1" not in page.locator("#screen button.name").all_text_contents()


def turning(party: Party) -> bool:
    """Whether one is asked who may place some hex in several ways."""
    orders = [order for order in party.legal(party.waiting[0]) if isinstance(order, PlaceHex)]
    return len({order.turn for order in orders}) > 1 and len({order.at for order in orders}) > 1


def test_kinds_of_orders_are_offered_by_how_they_begin(show: Open, tmp_path: Path) -> None:
    party = Party(COLOURS[:3], game_name="living-planet", options={}).start().play_on(2, moving)
    page = show(page_of(party, party.waiting[0], "en", tmp_path / "page.html")).page
    offered = page.locator(ORDER).all_text_contents()
    assert "build\u2026" in " ".join(offered) and max(map(len, offered)) < 40


@pytest.mark.parametrize("name", ["both", "planet", "human", "pebbles"])
def test_without_scripts_everything_is_shown_and_nothing_waits_for_a_click(
    show: Open, tmp_path: Path, name: str
) -> None:
    position = next(positions(name, 1, 3))
    made = own_page(*position)
    page = show(page_of(*position, tmp_path / "page.html"), scripts=False).page
    expect(page.locator("#act")).to_be_hidden()
    for section in made.sections:
        expect(page.locator(f"section#{section.key}")).to_be_visible()
    result = page.locator("main").inner_text()
    blocks = [block for section in made.sections for block in section.blocks]
    orders = [item.order for block in blocks if isinstance(block, Choices) for g in block.groups for item in g.items]
    (reply,) = (block for block in blocks if isinstance(block, Reply))
    assert orders and [line for line in (*orders, *reply.lines, *reply.command) if line.strip() not in result] == []
    drawn = [page.locator("#board svg:visible").count(), sum(isinstance(block, Drawing) for block in blocks)]
    assert drawn[0] >= drawn[1] and drawn[1] == (name != "pebbles")
