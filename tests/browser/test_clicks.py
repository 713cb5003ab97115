"""An answer written by clicking: whatever is tapped, what stands there in the end is accepted as it would be typed."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from lpbe.kernel.content import packs
from lpbe.kernel.play.dry_run import look_ahead
from lpbe.kernel.words.grammar import parse_orders
from lpbe.report import html

from ..kernel.party import Party
from ..report.readers import own_page, stages
from ..sizes import every
from .conftest import PHONE, WIDE, Open

ORDER = "#offers button:not([aria-pressed])"
SMALL = """() => [...document.querySelectorAll("body *")].filter((one) => !one.closest("svg") && one.offsetHeight
  && [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim())
  && parseFloat(getComputedStyle(one).fontSize) < 11).map((one) => one.outerHTML)"""


def page_of(party: Party, seat: str, lang: str, file: Path) -> Path:
    made = html.render(own_page(party, seat, lang), packs.words(party.rules.game.name, lang), "ana@example.org")
    file.write_text(made, encoding="utf-8")
    return file


def click_on(page: Page, chance: random.Random) -> str:
    """Taps of somebody who takes what is offered, a few at a time; what stands there then."""
    for _ in range(chance.randint(1, 6)):
        offered = page.locator(ORDER)
        if not offered.count():
            break
        offered.nth(chance.randrange(offered.count())).click()
    return page.locator("#answer").input_value()


@every(20, 1)
def test_what_is_clicked_is_accepted(show: Open, tmp_path: Path, every: int) -> None:
    chance, seen = random.Random(5), 0
    for n, party in enumerate(stages("living-planet", 3, 11, every)):
        if not party.waiting or seen >= 200:
            break
        seat, lang = party.waiting[0], ("en", "fr")[n % 2]
        page = show(page_of(party, seat, lang, tmp_path / f"{n}.html"), size=PHONE if n % 3 else WIDE).page
        answer = click_on(page, chance)
        state = party.state(seat)
        orders = parse_orders(party.rules, answer)
        outlook = look_ahead(state, seat, orders)
        assert orders and not outlook.dropped and not outlook.draft, answer
        page.context.close()
        seen += 1
    assert seen >= 10


@pytest.fixture(scope="module")
def acting(tmp_path_factory: pytest.TempPathFactory) -> Path:
    *_, party = (party for party, _ in zip(stages("living-planet", 2, 2, 15), range(3), strict=False))
    return page_of(party, party.waiting[0], "en", tmp_path_factory.mktemp("acting") / "page.html")


def test_an_answer_is_written_undone_and_shown_as_lines_command_and_mail(show: Open, acting: Path) -> None:
    page = show(acting).page
    ready, order = page.locator("#answer").input_value(), page.locator("button.order:not(.off)").first
    text = order.text_content() or ""
    order.click()
    expect(page.locator("#answer")).to_have_value(text)
    expect(page.locator("#lines")).to_have_text(text)
    expect(page.locator("#command")).to_contain_text("lpbe order GAME '")
    link = page.locator("#mailto").get_attribute("href") or ""
    assert link.startswith("mailto:ana@example.org?subject=") and "&body=" in link
    page.locator("#undo").click()
    expect(page.locator("#answer")).to_have_value(ready)
    page.locator("#clear").click()
    expect(page.locator("#answer")).to_have_value("")
    page.locator("#answer").fill("nothing that is known")
    expect(page.locator("#offers")).to_contain_text("not known here")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, (800, 1000), PHONE], ids=str)
def test_the_first_screen_says_what_is_asked_and_offers_it(
    show: Open, acting: Path, size: tuple[int, int], scheme: str
) -> None:
    seen = show(acting, size=size, scheme=scheme)
    bar = seen.page.locator("#act").bounding_box()
    assert bar and seen.overflow <= 0 and seen.page.evaluate(SMALL) == []
    for told in ("You are asked: ", "in all if the game ended", "threatens you"):
        box = seen.page.locator("#head").get_by_text(told).first.bounding_box()
        assert box and box["y"] + box["height"] <= bar["y"], told
    first = seen.page.locator(ORDER).first.bounding_box()
    assert first and first["y"] + first["height"] <= size[1]


def test_without_scripts_everything_is_shown_and_nothing_waits_for_a_click(show: Open, acting: Path) -> None:
    page = show(acting, scripts=False).page
    expect(page.locator("#act")).to_be_hidden()
    for section in ("head", "mine", "board", "screen", "choices", "reply", "news", "table"):
        expect(page.locator(f"section#{section}")).to_be_visible()
    assert page.locator("#choices code").count() > 0 and page.locator("#command").text_content()
