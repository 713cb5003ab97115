"""Pages as text: 72 columns whatever they contain, in ASCII only if requested."""

from __future__ import annotations

import pytest

from lpbe.kernel.base.wrapping import WIDTH, wrap
from lpbe.report.document import Choice, Choices, Grid, Group, Lines, Notes, Page, Section
from lpbe.report.render.text import render

from .readers import columns, own_page, stages, step_page


def page_with(*blocks: object) -> Page:
    return Page("A title", "en", [Section("table", "A part", list(blocks))])


def body(*blocks: object, ascii: bool = False) -> list[str]:
    return render(page_with(*blocks), ascii).split("\n")[4:-1]


def test_no_word_of_a_table_is_broken_while_another_column_can_shrink() -> None:
    head = ["Hex", "Edges, from the east counter-clockwise", "What it has", "What strikes it"]
    row = ["AQ09", "SSSDMF", "electricity, electricity, oil, iron, vibranium", "tornado, earthquake, geyser"]
    lines = body(Grid("", head, [row], [False] * 4))
    assert all(any(word in line for line in lines) for cell in (*head, *row) for word in cell.split())


@pytest.mark.parametrize(
    ("lang", "game", "players", "every"),
    [
        ("en", "pebbles", 3, 3),
        ("fr", "living-planet", 2, 9),
        pytest.param("fr", "pebbles", 3, 3, marks=pytest.mark.soak),
        pytest.param("en", "living-planet", 2, 9, marks=pytest.mark.soak),
        pytest.param("en", "living-planet", 4, 9, marks=pytest.mark.soak),
        pytest.param("fr", "living-planet", 4, 9, marks=pytest.mark.soak),
    ],
)
def test_no_line_of_a_whole_game_is_wider_than_72_columns(lang: str, game: str, players: int, every: int) -> None:
    for party in stages(game, players, players, every):
        for page in (step_page(party, lang), *(own_page(party, seat, lang) for seat in party.seats)):
            text, plain = render(page), render(page, ascii=True)
            assert [line for line in (text + plain).split("\n") if columns(line) > WIDTH] == []
            assert plain.isascii() and plain.count("\n") >= 10
            assert not [line for line in text.split("\n") if line != line.rstrip()]


def test_columns_of_numbers_stand_to_the_right() -> None:
    grid = Grid("Prices", ["resource", "MC"], [["oil", "5"], ["iron", "10"]], [False, True])
    assert body(grid) == [
        "Prices",
        "  resource  MC",
        "  --------  --",
        "  oil        5",
        "  iron      10",
    ]


def test_a_grid_that_is_too_wide_wraps_its_words_and_keeps_its_numbers() -> None:
    grid = Grid("", ["what", "how many"], [["word " * 30, "12"], ["x" * 200, "345"]], [False, True])
    lines = body(grid)
    assert max(map(len, lines)) <= WIDTH
    assert [line.split()[-1] for line in lines if line.split()[-1].isdigit()] == ["12", "345"]
    assert "".join(lines).count("word") == 30 and "".join(lines).count("x") == 200


def test_an_effect_stands_beside_its_order_if_there_is_room() -> None:
    near = Group("dig", "dig for pebbles", [Choice("dig", "+1 pebble")], "More can be typed.")
    assert body(Choices([near])) == ["Dig for pebbles", "    dig  +1 pebble", "    More can be typed."]
    far = Group("lay", "", [Choice("lay " + "p07 " * 12, "+1 pebble")])
    assert body(Choices([far]))[-1] == "      +1 pebble"


def test_a_word_that_is_longer_than_a_line_is_broken() -> None:
    assert wrap("ab " + "x" * 80 + " c", "  ", "    ") == ["  ab", "    " + "x" * 68, "    " + "x" * 12 + " c"]


def test_wide_letters_count_twice_and_marks_not_at_all() -> None:
    assert [columns(line) for line in wrap("漢" * 40)] == [72, 8]
    assert len(wrap("e\u0301" * 72)) == 1


def test_ascii_keeps_what_it_can() -> None:
    lines = Lines(["Épuisement : œuf « 5 ↑ » \u2013 Ωμέγα 漢"], "À vous")
    assert body(lines, ascii=True) == ["A vous", '  Epuisement : oeuf " 5 ^ " - ????? ?']


def test_nothing_steers_a_terminal() -> None:
    strange = "\x1b[2J\u202eevil\x9b\u2066"
    answer = render(page_with(Lines([strange], strange), Notes([strange]), Grid(strange, ["a"], [[strange]], [False])))
    assert answer.replace("\n", "").isprintable()
    assert "\\u{1b}[2J\\u{202e}evil" in answer


@pytest.mark.parametrize("room", range(12, 40))
def test_a_sign_that_stands_apart_stays_on_the_line_of_its_word(room: int) -> None:
    line = "Victoire : Ana ! Et « Ben » dit ; non ?"
    lines = wrap(line, width=room)
    assert " ".join(lines) == line and all(len(one) <= room for one in lines)
    assert not [one for one in lines if one[0] in ":;!?»" or one.endswith("«")]
