"""The replay in a browser: slider, buttons and keys lead to steps; without scripts all of them are there."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import Open, Seen, screens


def last(page: Page) -> int:
    """Return the number of the last step, as the slider has it."""
    return int(page.locator("#slider").get_attribute("max") or 0)


def at(page: Page, seq: int) -> None:
    """This step is shown, before it at most those of its paragraph, and the bar says so."""
    expect(page.locator("#place")).to_contain_text(f"Step {seq} of {last(page)}")
    expect(page.locator("#slider")).to_have_value(str(seq))
    expect(page.locator(".step:not(.was)")).to_have_count(1)
    expect(page.locator(".step").first.locator("h2")).to_contain_text(f"Step {seq} of {last(page)}")
    assert page.evaluate("location.hash") in ("", f"#step-{seq}")


def steps_of(game: Path) -> int:
    return len((game / "log.jsonl").read_bytes().splitlines())


def board(page: Page) -> Locator:
    return page.locator("figure.board:visible")


def first_turn(page: Page) -> int:
    """Return the step that the first turn begins with."""
    return int(page.locator(".ticks button").first.get_attribute("data-step") or 0)


def test_slider_buttons_and_keys_lead_from_step_to_step(show: Open, pages: Path) -> None:
    page = show(pages / "mars.html").page
    assert last(page) == steps_of(pages / "mars") - 1
    page.keyboard.press("Home")
    at(page, 0)
    page.locator("#next").click()
    at(page, 1)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    at(page, 3)
    page.locator("#previous").click()
    at(page, 2)
    page.keyboard.press("ArrowLeft")
    at(page, 1)
    page.locator("#slider").focus()
    page.keyboard.press("ArrowRight")
    at(page, 2)
    page.keyboard.press("End")
    at(page, last(page))
    expect(page.locator("#next")).to_be_disabled()
    page.locator("#first").click()
    at(page, 0)
    expect(page.locator("#previous")).to_be_disabled()


def test_the_mouse_drags_the_slider_to_a_board_that_was_there_then(show: Open, pages: Path) -> None:
    page = show(pages / "mars.html", "#step-0").page
    expect(board(page)).to_have_count(0)
    box = page.locator("#slider").bounding_box()
    assert box
    page.mouse.move(box["x"] + 8, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + box["height"] / 2)
    page.mouse.up()
    middle = int(page.locator("#slider").input_value())
    assert 0.35 < middle / last(page) < 0.65
    at(page, middle)
    expect(board(page)).to_have_count(1)
    before = board(page).get_attribute("id")
    page.locator("#last").click()
    at(page, last(page))
    assert board(page).get_attribute("id") != before
    drawn = board(page).locator("svg").bounding_box()
    assert drawn and drawn["width"] > 300 and drawn["height"] > 300


def test_story_and_table_are_those_of_the_step(show: Open, pages: Path) -> None:
    page = show(pages / "mars.html", "#step-5").page
    at(page, 5)
    expect(page.locator(".step:not(.was)")).to_contain_text("</article><script>alert(2)</script> & so on")
    expect(page.locator("#rest")).to_contain_text("李 小龙 月")
    page.goto(page.url.replace("#step-5", f"#step-{last(page)}"))
    at(page, last(page))
    expect(page.locator(".step:not(.was)")).to_contain_text("The game is over.")


def test_turns_stand_on_the_slider_and_lead_to_their_first_step(show: Open, pages: Path) -> None:
    page = show(pages / "mars.html").page
    turns = page.locator(".ticks button")
    assert turns.all_text_contents() == ["1", "2", "3", "12"]
    turns.nth(1).click()
    expect(page.locator("#place")).to_contain_text("Turn 2")
    expect(turns.nth(1)).to_have_attribute("aria-current", "step")
    first = int(page.locator("#slider").input_value())
    page.locator("#previous").click()
    expect(page.locator("#place")).to_contain_text("Turn 1")
    page.keyboard.press("PageDown")
    at(page, first)
    page.keyboard.press("PageUp")
    at(page, 4)


@pytest.mark.soak
def test_it_plays_by_itself_until_it_is_paused(show: Open, pages: Path) -> None:
    page = show(pages / "mars.html").page
    page.locator("#play").click()
    expect(page.locator("#play")).to_have_text("Pause")
    expect(page.locator("#place")).to_contain_text(f"Step {first_turn(page) + 2} of {last(page)}")
    page.locator("#play").click()
    expect(page.locator("#play")).to_have_text("Play")
    page.keyboard.press("End")
    page.locator("#play").click()
    expect(page.locator("#place")).to_contain_text(f"Step {first_turn(page) + 1} of {last(page)}")
    page.locator("#first").click()
    expect(page.locator("#play")).to_have_text("Play")


def test_it_opens_where_the_first_turn_begins_with_a_board(show: Open, pages: Path) -> None:
    page = show(pages / "mars.html").page
    assert first_turn(page) > 0
    at(page, first_turn(page))
    expect(page.locator("#place")).to_contain_text("Turn 1")
    expect(board(page)).to_have_count(1)
    assert page.evaluate("location.hash") == ""


@pytest.mark.soak
def test_its_speed_can_be_chosen(show: Open, pages: Path) -> None:
    """Time is the page's own here: a loaded machine plays no slower."""
    page = show(pages / "mars.html", clock=True).page
    first = first_turn(page)
    page.clock.pause_at(10_000)
    choices = page.locator("#speed option")
    assert [text[:-1] for text in choices.all_inner_texts()] == ["½", "1", "2", "4"]
    for nth, pause in enumerate((2400, 1200, 600, 300)):
        page.locator(".ticks button").first.click()
        page.locator("#speed").select_option(index=nth)
        page.locator("#play").click()
        page.clock.run_for(pause - 1)
        at(page, first)
        page.clock.run_for(1 + 2 * pause)
        at(page, first + 3)
    page.locator("#speed").select_option(index=1)
    page.clock.run_for(1199)
    at(page, first + 3)
    page.clock.run_for(1)
    at(page, first + 4)


def test_curves_stand_above_the_slider_and_tell_the_numbers_of_the_step(show: Open, pages: Path) -> None:
    page = show(pages / "mars.html").page
    charts = page.locator(".chart")
    assert [chart.locator(".soft").inner_text().split(",")[0] for chart in charts.all()] == [
        "Points on the board",
        "Prices in MC",
    ]
    slider = page.locator("#slider").bounding_box()
    assert slider
    for chart in charts.all():
        drawn = chart.locator("svg").bounding_box()
        assert drawn and drawn["y"] + drawn["height"] <= slider["y"] and drawn["width"] > slider["width"] * 0.95
    seen = set()
    for seq in (first_turn(page), last(page) // 2, last(page)):
        page.evaluate(f"location.hash = 'step-{seq}'")
        at(page, seq)
        prices = page.locator("#rest table").filter(has_text="in the bank").locator("tbody tr").first.locator("td")
        assert charts.nth(1).locator("b").all_inner_texts() == prices.all_inner_texts()
        seen.add(tuple(charts.first.locator("b").all_inner_texts()))
        cursor = page.evaluate("Number(document.querySelector('main').style.getPropertyValue('--now'))")
        assert abs(cursor - seq / last(page)) < 0.001
    assert len(seen) > 1, "points have changed"


def test_one_jumps_from_cataclysm_to_cataclysm_and_to_the_end(show: Open, pages: Path) -> None:
    page = show(pages / "mars.html").page
    struck = page.locator(".scenes p").filter(has_text="Cataclysms")
    steps = [int((link.get_attribute("href") or "").removeprefix("#step-")) for link in struck.locator("a").all()]
    assert len(steps) > 1 and steps == sorted(steps)
    for nth, step in enumerate(steps[:3], 1):
        struck.locator("button").click()
        at(page, step)
        expect(page.locator(".step:not(.was)")).to_contain_text("!")
        expect(struck.locator("button")).to_have_text(f"Cataclysms {nth}/{len(steps)}")
    page.keyboard.press("End")
    struck.locator("button").click()
    at(page, steps[0])
    page.locator(".scenes button").filter(has_text="The end").click()
    expect(page.locator(".step:not(.was)")).to_contain_text("The game is over.")


def test_news_stand_by_die_in_the_colour_of_its_player_the_newest_first(show: Open, pages: Path) -> None:
    page = show(pages / "mars.html", "#step-10").page
    at(page, 10)
    *answer, first = [step.locator("h3").all_inner_texts() for step in page.locator("#story .step").all()]
    headings = {heading.rsplit(" Step", 1)[0] for step in answer for heading in step}
    assert len(answer) == 3 and headings == {"BDie 1, Blue: Ben"}
    assert first[-1].startswith("BDie 1, Blue: Ben") and len(first) > 1, "where it began"
    edges = page.locator("#story .told").first.evaluate("entry => getComputedStyle(entry).borderLeftColor")
    assert edges == "rgb(0, 114, 178)"
    steps = [int(place.split()[1]) for place in page.locator("#story .step h2").all_text_contents()]
    assert steps == [10, 9, 8, 7]


WIDTHS = [
    (1280, 900),
    (800, 1000),
    (390, 844),
    *(pytest.param(size, marks=pytest.mark.soak) for size in [(1920, 1080), (1024, 768), (600, 900), (320, 640)]),
]


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.soak)])
@pytest.mark.parametrize("size", WIDTHS, ids=str)
def test_the_board_stays_where_it_is_while_the_news_change(
    show: Open, pages: Path, size: tuple[int, int], scheme: str
) -> None:
    """However long the news are, how far one has scrolled, and whatever is drawn."""
    seen = show(pages / "mars.html", size=size, scheme=scheme)
    page = seen.page
    for scrolled in (0, 400):
        boxes = page.evaluate(STEPPED, scrolled)
        assert len(boxes) > 20
        assert len({tuple(stage + slider) for stage, slider, _, _ in boxes}) == 1
        assert len({story for _, _, story, _ in boxes}) > 3, "short news and long ones"
        assert max(overflow for *_, overflow in boxes) <= 0
    left, top, wide, high = boxes[-1][0]
    assert left >= 0 and left + wide <= size[0] and top + high <= size[1] and min(wide, high) > 180
    page.evaluate("scrollTo(0, 0)")
    story = page.locator("#story").bounding_box()
    assert story and story["y"] + 60 < size[1], "news are seen without scrolling"


STEPPED = """(scrolled) => {
  const slider = document.getElementById("slider"), out = [];
  const box = (id) => {
    const { x, y, width, height } = document.getElementById(id).getBoundingClientRect();
    return [x, y, width, height].map(Math.round);
  };
  for (let n = 4; n <= Number(slider.max); n++) {
    slider.value = n;
    slider.dispatchEvent(new Event("input"));
    if (n === 4) scrollTo(0, scrolled);
    const overflow = document.documentElement.scrollWidth - innerWidth;
    const told = [...document.getElementById("story").children];
    out.push([box("stage"), box("slider"), told.reduce((sum, each) => sum + each.offsetHeight, 0), overflow]);
  }
  return out;
}"""


def pictures(seen: Seen, folder: Path) -> tuple[bytes, bytes]:
    """Return the page as it is, and after a click on the switch."""
    before = seen.page.screenshot(path=folder / "1.png", full_page=True)
    seen.page.locator("#theme").click()
    return before, seen.page.screenshot(path=folder / "2.png", full_page=True)


@screens
def test_it_can_be_light_or_dark_and_fits_a_phone(
    show: Open, pages: Path, tmp_path: Path, size: tuple[int, int], scheme: str
) -> None:
    seen = show(pages / "mars.html", "#step-20", size=size, scheme=scheme)
    at(seen.page, 20)
    assert seen.overflow <= 0
    paper = seen.colour
    before, after = pictures(seen, tmp_path)
    assert seen.colour != paper and before != after


def test_without_scripts_all_steps_are_there_one_below_the_other(show: Open, pages: Path) -> None:
    page, steps = show(pages / "mars.html", scripts=False).page, steps_of(pages / "mars")
    for part in ("#slider", "#play", "#speed", ".scenes button"):
        expect(page.locator(part).first).to_be_hidden()
    expect(page.locator(".chart polyline").first).to_be_attached()
    expect(page.locator(".step:visible")).to_have_count(steps)
    tops = [box["y"] for step in page.locator(".step").all() if (box := step.bounding_box())]
    assert tops == sorted(tops) and len(tops) == steps


def test_without_scripts_links_lead_to_steps(show: Open, pages: Path) -> None:
    page = show(pages / "mars.html", scripts=False).page
    link = page.locator(".scenes a").last
    wanted = (link.get_attribute("href") or "").removeprefix("#")
    link.click()
    box = page.locator(f"#{wanted}").bounding_box()
    assert box and -1 <= box["y"] < 900
