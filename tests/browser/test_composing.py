"""Orders are composed by taps: whatever is tapped, the tray holds accepted orders with the effects the page shows."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page as Sheet
from playwright.sync_api import expect

from lpbe.app.ordering.preview import preview_orders
from lpbe.app.ordering.typed_orders import parse_batch
from lpbe.app.session.open_game import OpenGame
from lpbe.app.session.seat_view import SeatView
from lpbe.games.living_planet.actions.construction import Build
from lpbe.games.living_planet.actions.exploration import PlaceHex
from lpbe.games.living_planet.actions.movement import Move
from lpbe.games.living_planet.map.queries import tile_of
from lpbe.kernel.content import packs
from lpbe.kernel.engine.dry_run import gauges, look_ahead
from lpbe.kernel.gamedir.gamedir import Place
from lpbe.kernel.language.order_parser import Typist, parse_orders
from lpbe.report.content.suggested_reply import answered_by_mail
from lpbe.report.document import Choices, Drawing, Reply
from lpbe.report.render import html

from ..kernel.party import Party
from ..report.folders import write
from ..report.readers import COLOURS, own_page, stages
from ..size_limits import Soak, by_turns, sizes
from .chosen import EVERY_KIND, KINDS, Position, new_questions, positions, questions_of
from .complaints import complaints, most_bytes, prepare
from .conftest import PHONE, WIDE, Open, lpbe

Scheme = Literal["light", "dark"]
TAPS = (Path(__file__).parent / "taps.js").read_text()
CARD = "#cards .card:not(:disabled)"


def page_of(party: Party, seat: str, lang: str, file: Path) -> Path:
    words = packs.words(party.rules.game.name, lang)
    page = answered_by_mail(words, own_page(party, seat, lang), "ana@example.org")
    file.write_text(html.render(page, words), encoding="utf-8")
    return file


def carry_out_typed(position: Position, orders: list[str]) -> dict[str, int]:
    """Every order is carried out as it is typed; return which numbers of the seat they change, and by how much."""
    party, seat, lang = position
    answer = "\n".join(orders)
    seat_view = SeatView(OpenGame(Place("game.toml"), party.game, party.rules), party.people[seat], seat)
    batch = parse_batch(seat_view, answer)
    assert batch == parse_orders(party.rules, answer, Typist(lang)), "nothing is left out that must be guessed"
    outlook = preview_orders(seat_view, batch, lang)
    assert not (outlook.dropped or outlook.draft or outlook.plans), answer
    state = party.state(seat)
    ahead = look_ahead(state, seat, batch)
    assert ahead.state is not None
    before = gauges(state, seat)
    after = gauges(ahead.state, seat)
    return {name: after[name] - before[name] for name in before if after[name] != before[name]}


def try_orders(position: Position, orders: list[str], root: Path) -> None:
    """The command itself accepts the orders, on the game as a host has it."""
    party, seat, lang = position
    write(party, root / "mars")
    output = lpbe(root, "try", "mars", *orders, "--as", seat, "--key", f"{seat}.key", "--lang", lang, "--json")
    result = json.loads(output)
    assert result["seat"] == seat and not (result["draft"] or result["dropped"] or result["plans"]), orders


class Tapper:
    """Composes orders by random taps on one page after the other, and counts what was done."""

    def __init__(self, page: Sheet, root: Path) -> None:
        self.page = page
        self.root = root
        self.ways = Counter[str]()
        self.lengths = Counter[int]()
        self.number = self.foreseen = 0

    def look_and_tap(self, name: str, position: Position, size: tuple[int, int], scheme: Scheme) -> None:
        """Look at a page when it opens and when it has been tapped: nothing is small, cut, narrow or hard to read."""
        size_in_bytes = self.open(position, size, scheme).stat().st_size
        assert size_in_bytes <= most_bytes(position.party), (name, position.question, size_in_bytes)
        prepare(self.page)
        assert complaints(self.page) == {}, (name, position.question, size, scheme)
        self.tap(name, position, size, scheme)
        prepare(self.page)
        assert complaints(self.page) == {}, (name, position.question, size, scheme, "after taps")

    def open(self, position: Position, size: tuple[int, int], scheme: Scheme) -> Path:
        file = page_of(*position, self.root / "page.html")
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        self.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        self.page.goto("about:blank")
        self.page.goto(file.as_uri())
        self.page.evaluate("sessionStorage.clear()")
        self.page.reload()
        return file

    def tap(self, name: str, position: Position, size: tuple[int, int], scheme: Scheme) -> None:
        """Tap around in a position; what is in the tray is accepted then, and brings what the page says."""
        self.open(position, size, scheme)
        done = self.page.evaluate(TAPS, self.number)
        about = (name, position.seat, position.question, done)
        assert done["wrong"] == [], about
        assert done["orders"], about
        change = carry_out_typed(position, done["orders"])
        if done["foreseen"]:
            assert {name: by for name, by in done["change"].items() if by} == change, about
            self.foreseen += 1
        self.lengths[len(done["orders"])] += 1
        self.ways.update(way for way, _ in done["did"])
        if self.number % 40 == 0:
            try_orders(position, done["orders"], self.root / str(self.number))
        self.number += 1


@pytest.fixture
def tapper(show: Open, tmp_path: Path) -> Tapper:
    file = tmp_path / "page.html"
    file.write_text("<!doctype html><title>.</title>")
    return Tapper(show(file).page, tmp_path)


NARROWEST: tuple[tuple[int, int], Scheme] = ((320, 640), "light")
SCREENS: list[tuple[tuple[int, int], Scheme]] = [(WIDE, "light"), (PHONE, "dark"), (WIDE, "dark"), (PHONE, "light")]


@sizes("count", 1, 30)
def test_what_is_composed_by_taps_is_accepted_and_brings_what_the_page_says(tapper: Tapper, count: int) -> None:
    """Ten positions each day, three hundred in a soak: every game and combination, both sizes, light and dark."""
    for seed, name in enumerate(KINDS):
        for position in positions(name, count, seed):
            tapper.tap(name, position, *SCREENS[tapper.number % len(SCREENS)])
    assert tapper.number == 10 * count and tapper.foreseen > 8 * count
    assert max(tapper.lengths) > 1, "several orders in one tray"
    assert set(tapper.ways) >= {"card", "board"}, tapper.ways


MAX_GAMES = 12
"""How many games are played at most until every question was asked."""


@pytest.mark.soak
def test_every_question_of_every_game_is_answered_by_taps_on_every_screen(tapper: Tapper) -> None:
    """Questions of a base game are met again in its expansions, where there is more on the board."""
    wanted: set[str] = set()
    met: dict[str, set[str]] = {}
    for name in EVERY_KIND:
        wanted |= questions_of(name)
        met[name] = set()
        for position in new_questions(name, met[name], max(1, round(MAX_GAMES * Soak.share / 4))):
            for size, scheme in (*SCREENS, NARROWEST):
                tapper.look_and_tap(name, position, size, scheme)
    for name in EVERY_KIND:  # what is rare
        known = set().union(*met.values())
        for position in new_questions(name, known, MAX_GAMES) if questions_of(name) - known else ():
            met[name].add(position.question)
            for size, scheme in (*SCREENS, NARROWEST):
                tapper.look_and_tap(name, position, size, scheme)
    print(tapper.number, "pages:", {name: sorted(questions) for name, questions in met.items()})
    assert wanted - set().union(*met.values()) == set()


@pytest.fixture(scope="module")
def acting_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    *_, party = (party for party, _ in zip(stages("living-planet", 2, 2, 15), range(3), strict=False))
    return page_of(party, party.waiting[0], "en", tmp_path_factory.mktemp("acting") / "page.html")


def may_move_or_build(party: Party) -> bool:
    """Return whether somebody is asked who may move, and build."""
    return len({type(order) for order in party.legal(party.waiting[0]) if isinstance(order, Move | Build)}) > 1


@pytest.fixture(scope="module")
def mover(tmp_path_factory: pytest.TempPathFactory) -> Path:
    party = Party(COLOURS[:3], game_name="living-planet", options={}).start().play_on(2, may_move_or_build)
    return page_of(party, party.waiting[0], "en", tmp_path_factory.mktemp("moving") / "page.html")


def test_orders_are_added_undone_typed_and_kept_while_the_tab_is_open(show: Open, acting_folder: Path) -> None:
    page = show(acting_folder).page
    expect(page.locator("#send")).to_be_disabled()
    page.locator("[data-do=ready]").click()
    ready = page.locator("#typed").input_value()
    assert ready and page.locator("#chips .order").count() == len(ready.split("\n"))
    page.reload()
    expect(page.locator("#typed")).to_have_value(ready)
    page.keyboard.press("Control+z")
    assert page.locator("#typed").input_value() == "\n".join(ready.split("\n")[:-1])
    page.locator(".typing summary").click()
    page.locator("#typed").fill("nothing that is known")
    expect(page.locator("#chips")).to_contain_text("You are writing the orders yourself.")
    assert page.evaluate("lpbe.letter().orders") == ["nothing that is known"]
    page.locator("#typed").fill(ready)
    expect(page.locator("#chips .order")).to_have_count(len(ready.split("\n")))


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=str)
def test_a_target_is_lit_previewed_tapped_and_seen(show: Open, mover: Path, size: tuple[int, int]) -> None:
    """A card opens a step; its places are lit and reached by keys; pointing shows a ghost; a tap fills the tray."""
    page = show(mover, size=size).page
    page.locator('[data-kind="move"]').click()
    for _ in range(4):
        if page.locator("#chips .order").count():
            break
        choice = page.locator(".layer-targets .choice").first
        expect(choice).to_have_attribute("role", "button")
        expect(page.locator(".hint")).to_be_visible()
        choice.focus()
        expect(page.locator(".layer-ghost .preview")).to_have_count(1)
        page.keyboard.press("Enter")
    expect(page.locator("#chips .order")).to_have_count(1)
    expect(page.locator(".layer-ghost .ghost:not(.preview)")).to_have_count(1)
    assert page.locator("#live").inner_text().startswith("Added: move")


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=str)
def test_a_piece_on_the_board_begins_an_order(show: Open, mover: Path, size: tuple[int, int]) -> None:
    page = show(mover, size=size).page
    piece = page.locator(".layer-pieces .own-piece").first
    box = piece.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator(".back")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".back")).to_have_count(0)


EDGES = """() => Object.fromEntries([...document.querySelectorAll(".layer-ghost use")]
  .map((use) => [use.getAttribute("href").match(/^#b-(hills|dots)([0-5])$/), use.parentNode.getAttribute("transform")])
  .filter(([found]) => found)
  .map(([[, ground, side], transform]) => {
    const sixths = Math.round(-parseFloat((transform || "").match(/rotate\\((-?[0-9]+)/)?.[1] ?? 0) / 60);
    return [String((Number(side) + sixths) % 6), ground === "hills" ? "M" : "D"];
  }))"""
"""The ground on each side of the hex on the board, counter-clockwise from the east."""


def may_turn_a_hex(party: Party) -> bool:
    """Return whether a player is asked who can place a hex in several ways."""
    orders = [order for order in party.legal(party.waiting[0]) if isinstance(order, PlaceHex)]
    return len({order.turn for order in orders}) > 1 and len({order.at for order in orders}) > 1


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_hex_in_hand_is_laid_on_a_lit_cell_and_turned(show: Open, tmp_path: Path, lang: str) -> None:
    """Any way of laying it can be reached; R turns it; what is typed has its turn."""
    party = Party(COLOURS[:3], game_name="living-planet", options={}).start().play_on(5, may_turn_a_hex)
    position = Position(party, party.waiting[0], lang)
    page = show(page_of(*position, tmp_path / "page.html")).page
    turned = set()
    for seed in range(8):
        page.locator("#undo").click() if page.locator("#undo").is_enabled() else None
        page.evaluate(
            """(seed) => {
              for (let n = 0; n < 12 && !document.querySelector("#chips .order"); n++) {
                const choices = document.querySelectorAll("#cards [data-kind=place-hex], #cards [data-value]");
                const control = document.querySelector("[data-rotates]");
                const turn = new KeyboardEvent("keydown", { key: "r", bubbles: true });
                for (let k = 0; control && k < seed; k++) document.dispatchEvent(turn);
                (control ?? choices[seed % choices.length]).click();
              }
            }""",
            seed,
        )
        typed = page.locator("#typed").input_value()
        (order,) = parse_orders(party.rules, typed, Typist(lang))
        assert isinstance(order, PlaceHex)
        turned.add((order.hex, order.turn))
        carry_out_typed(position, [typed])
        edges = page.evaluate(EDGES)
        face = tile_of(party.state(position.seat), order.hex).edges
        assert edges == {str(n): face[(n - order.turn) % 6] for n in range(6)}, "it lies as it is typed"
    assert len({turn for _, turn in turned}) > 1


def test_sending_shows_its_states_and_never_says_sent_when_it_is_handed_over(show: Open, acting_folder: Path) -> None:
    page = show(acting_folder).page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("[data-do=ready]").click()
    orders = page.locator("#typed").input_value().split("\n")
    expect(page.locator("#send")).to_contain_text("Copy")
    page.locator("#send").click()
    expect(page.locator(".app")).to_have_attribute("data-send", "handed")
    expect(page.locator("#note")).to_contain_text("nothing has been sent yet")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("lpbe order GAME") and copied.endswith("--mail-to 'ana@example.org'")
    assert all(f"'{order}'" in copied for order in orders)
    for state, text in (("refused", "Window 7 is closed."), ("sent", "")):
        page.evaluate(
            "([state, text]) => { lpbe.transport = async (letter) => { lpbe.got = letter; return { state, text }; }; }",
            [state, text],
        )
        page.locator("#send").click()
        expect(page.locator(".app")).to_have_attribute("data-send", state)
        assert page.evaluate("lpbe.got.orders") == orders
    expect(page.locator("#send")).to_be_disabled()
    assert page.evaluate("Object.keys(sessionStorage).length") == 0, "what is sent is not kept"


def test_in_a_frame_without_storage_the_page_posts_its_orders_to_its_parent(
    show: Open, acting_folder: Path, tmp_path: Path
) -> None:
    outer = tmp_path / "outer.html"
    outer.write_text(
        "<!doctype html><title>outer</title><iframe sandbox='allow-scripts' width='900' height='700'></iframe>"
        "<script>addEventListener('message', ({data, source}) => { window.got = data;"
        " source.postMessage({type: 'lpbe-state', state: 'sending'}, '*');"
        " source.postMessage({type: 'lpbe-state', state: 'refused', text: 'Too <b>late</b>.'}, '*'); })</script>"
    )
    page = show(outer).page
    page.evaluate("(text) => document.querySelector('iframe').srcdoc = text", acting_folder.read_text(encoding="utf-8"))
    frame = page.frame_locator("iframe")
    frame.locator("[data-do=ready]").click()
    expect(frame.locator("#send .long")).to_contain_text("Send")
    frame.locator("#send").click()
    expect(frame.locator("#note")).to_contain_text("Too <b>late</b>. Your orders are kept.")
    got = page.evaluate("window.got")
    assert got["type"] == "lpbe-orders" and got["orders"] and got["window"]


@by_turns("size, scheme", [WIDE, (768, 1024), PHONE, (1920, 1080)], ["light", "dark"])
def test_board_question_choices_and_send_are_on_the_first_screen(
    show: Open, acting_folder: Path, size: tuple[int, int], scheme: str
) -> None:
    seen = show(acting_folder, size=size, scheme=scheme)
    assert seen.overflow <= 0
    for part in (".stage svg", "#question", f"{CARD} >> nth=0", "#send"):
        box = seen.page.locator(part).first.bounding_box()
        assert box and box["y"] >= 0 and box["y"] + box["height"] <= size[1] + 1, part
    board = seen.page.locator(".stage").bounding_box()
    assert board and board["width"] * board["height"] > 0.3 * size[0] * size[1] * (1 if size[0] < 1100 else 0.9)


@pytest.mark.parametrize("name", ["both", "planet", "human", "pebbles"])
def test_without_scripts_everything_is_shown_and_nothing_waits_for_a_tap(show: Open, tmp_path: Path, name: str) -> None:
    position = next(positions(name, 1, 3))
    made = own_page(*position)
    page = show(page_of(*position, tmp_path / "page.html"), scripts=False).page
    for part in (".tray", ".tabs", ".tools"):
        expect(page.locator(part)).not_to_be_visible()
    for section in made.sections:
        expect(page.locator(f"section#{section.key}")).to_be_visible()
    result = page.locator("#words").inner_text()
    blocks = [block for section in made.sections for block in section.blocks]
    orders = [item.order for block in blocks if isinstance(block, Choices) for g in block.groups for item in g.items]
    (reply,) = (block for block in blocks if isinstance(block, Reply))
    assert orders and [line for line in (*orders, *reply.lines, *reply.command) if line.strip() not in result] == []
    drawn = [page.locator("svg.board:visible").count(), sum(isinstance(block, Drawing) for block in blocks)]
    assert drawn[0] == drawn[1] and drawn[1] == (name != "pebbles")
