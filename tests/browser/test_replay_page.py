"""The replay in a browser: slider, buttons and keys lead to steps; without scripts all of them are there."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from .conftest import Open, Seen, screens


def last(page: Page) -> int:
    """The number of the last step, as the slider has it."""
    return int(page.locator("#slider").get_attribute("max") or 0)


def at(page: Page, seq: int) -> None:
    """This step and no other is shown, and the bar says so."""
    expect(page.locator("#place")).to_contain_text(f"Step {seq} of {last(page)}")
    expect(page.locator("#slider")).to_have_value(str(seq))
    expect(page.locator(".step:visible")).to_have_count(1)
    assert page.evaluate("location.hash") in ("", f"#step-{seq}")


def steps_of(game: Path) -> int:
    return len((game / "log.jsonl").read_bytes().splitlines())


def board(page: Page) -> Locator:
    return page.locator(".board:visible")


def test_slider_buttons_and_keys_lead_from_step_to_step(show: Open, desk: Path) -> None:
    page = show(desk / "mars.html").page
    assert last(page) == steps_of(desk / "mars") - 1
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


def test_the_mouse_drags_the_slider_to_a_board_that_was_there_then(show: Open, desk: Path) -> None:
    page = show(desk / "mars.html").page
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


def test_story_and_table_are_those_of_the_step(show: Open, desk: Path) -> None:
    page = show(desk / "mars.html", "#step-5").page
    at(page, 5)
    expect(page.locator(".step:visible")).to_contain_text("</article><script>alert(2)</script> & so on")
    expect(page.locator(".table:visible")).to_have_count(1)
    expect(page.locator(".table:visible")).to_contain_text("李 小龙 月")
    page.goto(page.url.replace("#step-5", f"#step-{last(page)}"))
    at(page, last(page))
    expect(page.locator(".step:visible")).to_contain_text("The game is over.")


def test_turns_stand_on_the_slider_and_lead_to_their_first_step(show: Open, desk: Path) -> None:
    page = show(desk / "mars.html").page
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


def test_it_plays_by_itself_until_it_is_paused(show: Open, desk: Path) -> None:
    page = show(desk / "mars.html").page
    page.locator("#play").click()
    expect(page.locator("#play")).to_have_text("Pause")
    expect(page.locator("#place")).to_contain_text(f"Step 2 of {last(page)}")
    page.locator("#play").click()
    expect(page.locator("#play")).to_have_text("Play")
    page.keyboard.press("End")
    page.locator("#play").click()
    expect(page.locator("#place")).to_contain_text(f"Step 1 of {last(page)}")
    page.locator("#first").click()
    expect(page.locator("#play")).to_have_text("Play")


def pictures(seen: Seen, folder: Path) -> tuple[bytes, bytes]:
    """The page as it is, and after a click on the switch."""
    before = seen.page.screenshot(path=folder / "1.png", full_page=True)
    seen.page.locator("#theme").click()
    return before, seen.page.screenshot(path=folder / "2.png", full_page=True)


@screens
def test_it_can_be_light_or_dark_and_fits_a_phone(
    show: Open, desk: Path, tmp_path: Path, size: tuple[int, int], scheme: str
) -> None:
    seen = show(desk / "mars.html", "#step-20", size=size, scheme=scheme)
    at(seen.page, 20)
    assert seen.overflow <= 0
    paper = seen.colour
    before, after = pictures(seen, tmp_path)
    assert seen.colour != paper and before != after


def test_without_scripts_all_steps_are_there_one_below_the_other(show: Open, desk: Path) -> None:
    page, steps = show(desk / "mars.html", scripts=False).page, steps_of(desk / "mars")
    expect(page.locator("#bar")).to_be_hidden()
    expect(page.locator(".step:visible")).to_have_count(steps)
    tops = [box["y"] for step in page.locator(".step").all() if (box := step.bounding_box())]
    assert tops == sorted(tops) and len(tops) == steps
