"""The rules as they are in force: single clauses, and the sheet of a game."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from lpbe.app.reading.rules_sheet import chapter_of
from lpbe.games import GAMES, game_of
from lpbe.kernel.content import packs
from lpbe.kernel.content.lessons import lessons

from ..conftest import Stages
from ..world.club import Club
from .test_json_answers import fits


@pytest.fixture(scope="module")
def club(stages: Stages) -> Club:
    return stages("bidding")


@pytest.mark.parametrize("game", list(GAMES))
def test_every_clause_stands_in_one_chapter_and_no_chapter_is_empty(game: str) -> None:
    chapters = packs.chapters(game)
    ids = [chapter["id"] for chapter in chapters]
    assert len(set(ids)) == len(ids)
    assert {chapter_of(clause) for clause in packs.clauses(game)} == set(ids)
    assert all(chapter["en"] and chapter["fr"] for chapter in chapters)


def test_a_clause_is_printed_in_both_languages(club: Club) -> None:
    line = packs.clauses("living-planet")["LP-MOVE-07"]
    assert club.lpbe("ben", "rule", "LP-MOVE-07").out == f"LP-MOVE-07: {line['en']}\n"
    assert club.lpbe("ben", "rule", "lp-move-07", "--lang", "fr").out == f"LP-MOVE-07 : {line['fr']}\n"
    assert line["en"] != line["fr"]


def test_several_clauses_of_several_games_come_in_the_order_asked_for(club: Club) -> None:
    result = club.do("ben", "rule", "peb-turn-01", "G-44", "MOSS-TEND-01")
    fits(result, "answer-rule")
    assert [(one["id"], one["game"]) for one in result["clauses"]] == [
        ("PEB-TURN-01", "pebbles"),
        ("G-44", "living-planet"),
        ("MOSS-TEND-01", "pebbles"),
    ]


def test_an_unknown_clause_gets_the_nearest_ones_as_a_hint(club: Club) -> None:
    answer = club.lpbe("ben", "rule", "G-44", "lp-mvoe-07", "--json")
    assert answer.status == 2 and "LP-MOVE-07" in answer.payload["hint"]
    assert "lpbe rules" in club.lpbe("ben", "rule", "xyzzy", "--json").payload["hint"]


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", list(GAMES))
def test_a_sheet_has_every_clause_within_72_columns(club: Club, game: str, lang: str) -> None:
    text = club.lpbe("ben", "rules", game, "--lang", lang, "--all").out
    assert max(map(len, text.splitlines())) <= 72
    flat = " ".join(text.split())
    mine = {chapter["id"] for chapter in packs.chapters(game) if chapter["module"] == game}
    in_force = [c for c in packs.clauses(game) if c.rpartition("-")[0] in mine]
    assert [c for c in in_force if f"{c} {packs.clauses(game)[c][lang]}" not in flat] == []


def test_chapters_follow_the_turn_and_rulings_have_their_own(club: Club) -> None:
    result = club.do("ben", "rules", "living-planet")
    fits(result, "answer-rules")
    ids = [chapter["id"] for chapter in result["chapters"]]
    assert ids[:2] == ["LP-DEF", "LP-SETUP"] and ids[-2:] == ["C", "G"]
    assert ids.index("LP-PROD") < ids.index("LP-ACT") < ids.index("LP-CATA") < ids.index("LP-SCORE")
    moves = next(chapter for chapter in result["chapters"] if chapter["id"] == "LP-MOVE")
    assert [clause["id"] for clause in moves["clauses"]] == [f"LP-MOVE-{n:02}" for n in range(1, 11)]


def test_only_what_is_not_as_usual_is_told_of_the_options(tmp_path: Path) -> None:
    club = Club.begin(tmp_path / "pebbles")
    result = club.do("ben", "rules", "mars")
    fits(result, "answer-rules")
    assert result["game"] == club.game.state.game
    assert [(one["name"], one["value"], one["usual"]) for one in result["options"]] == [("rounds", 1, False)]
    assert "  rounds: 1\n" in club.lpbe("ben", "rules", "mars/game.toml").out
    assert club.do("ben", "rules", "pebbles")["options"] == []
    assert club.do("ben", "rules", "pebbles", "--all")["options"][0]["value"] == 4


def test_an_edition_brings_its_switches_before_the_game_has_begun(tmp_path: Path) -> None:
    club = Club.begin(tmp_path / "club")
    asked = ["--game", "living-planet", "--seats", "red,blue", "--set", "living-planet.edition=fr"]
    club.do("ana", "new", "duel", *asked, "--set", "living-planet.colony_vp=2", "--lang", "fr")
    result = club.do("ben", "rules", "duel")
    changed = {one["name"]: one["value"] for one in result["options"]}
    assert changed == {
        "edition": "fr",
        "market_deck": "fr",
        "card3": "production",
        "card4_scope": "transaction",
        "wounded_controls": True,
        "colony_vp": 2,
    }
    text = club.lpbe("ben", "rules", "duel").out
    assert text.startswith("Living Planet : les règles") and "points pour la colonie : 2\n" in text
    assert "un scientifique blessé contrôle un bâtiment : oui\n" in text
    assert [one["name"] for one in club.do("ben", "rules", "living-planet")["options"]] == ["edition"]
    assert len(club.do("ben", "rules", "duel", "--all")["options"]) > 30


def test_the_clauses_of_an_expansion_are_told_where_it_is_in_play(club: Club, tmp_path: Path) -> None:
    mossy = Club.begin(tmp_path / "mossy", "--with", "moss")
    result = mossy.do("ben", "rules", "mars")
    assert result["expansions"] == ["moss"]
    assert "MOSS-TEND" in [chapter["id"] for chapter in result["chapters"]]
    assert "MOSS" not in club.lpbe("ben", "rules", "mars").out
    assert "expansions: Moss\n" in mossy.lpbe("ben", "rules", "mars").out


def test_a_game_in_a_folder_called_like_its_rules_is_that_game(tmp_path: Path) -> None:
    club = Club.begin(tmp_path / "club")
    club.mars.rename(club.root / "pebbles")
    assert "game" in club.do("ben", "rules", "pebbles")
    (club.root / "living-planet").mkdir()
    assert "game" not in club.do("ben", "rules", "living-planet")
    assert club.lpbe("ben", "rules", "nothing", "--json").status == 6


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", list(GAMES))
def test_a_sheet_begins_with_the_game_in_short(club: Club, game: str, lang: str) -> None:
    result = club.do("ben", "rules", game, "--lang", lang)
    fits(result, "answer-rules")
    assert result["overview"], "every game has one"
    text = club.lpbe("ben", "rules", game, "--lang", lang).out
    page = text.split("\nOptions\n")[0]
    assert " ".join(result["overview"][0].split()) in " ".join(page.split())
    assert len(page.splitlines()) <= 45, "one page"
    clauses = {" ".join(line[lang].split()) for line in packs.clauses(game).values()}
    assert not [line for line in clauses if line in " ".join(page.split())], "in words of its own"


def test_clauses_are_found_by_their_words(club: Club) -> None:
    out = club.lpbe("ben", "rules", "living-planet", "--search", "Wounded  heal").out
    assert "LP-HEAL-01" in out and "LP-SUBV-01" not in out and "Options" not in out
    result = club.do("ben", "rules", "living-planet", "--search", "mycélium soigner", "--lang", "fr")
    assert [one["id"] for chapter in result["chapters"] for one in chapter["clauses"]].count("LP-HEAL-01") == 1
    assert club.lpbe("ben", "rules", "living-planet", "--search", "lp-heal").out.count("LP-HEAL-0") == 5
    none = club.lpbe("ben", "rules", "pebbles", "--search", "xyzzy")
    assert none.status == 0 and none.out.startswith("The rules do not mention: xyzzy\nYou can look up: action, ")
    assert "goal of the game" in " ".join(none.out.split())


def test_words_behind_the_game_look_for_clauses_too(club: Club) -> None:
    by_words, by_option = (
        club.lpbe("ben", "rules", "living-planet", *how).out
        for how in (["wounded", "heal"], ["--search", "wounded heal"])
    )
    assert by_words == by_option and "LP-HEAL-01" in by_words
    assert "LP-FATE-01" in club.lpbe("ben", "rules", "living-planet", "jeton", "destin", "--lang", "fr").out
    assert "PEB-" in club.lpbe("ben", "rules", "mars", "coins").out


def test_a_piece_is_explained_before_the_clauses_about_it(club: Club) -> None:
    lines = club.lpbe("ben", "rules", "living-planet", "exchange", "office").out.splitlines()
    assert lines[0] == "Exchange office" and "adds 2 to X" in " ".join(lines[1:4]) and "G-06" in "\n".join(lines)
    assert max(map(len, lines)) <= 72
    french = club.lpbe("ben", "rules", "living-planet", "courtier", "--lang", "fr").out
    assert french.startswith("Comptoir de courtage\n") and "ajoute 2 à X" in " ".join(french.split())
    result = club.do("ben", "rules", "living-planet", "exchange", "office")
    fits(result, "answer-rules")
    (entry,) = result["entries"]
    assert entry["id"] == "office_exchange" and entry["module"] == "living-planet" and "G-06" in entry["clauses"]
    shown = {clause["id"] for chapter in result["chapters"] for clause in chapter["clauses"]}
    assert set(entry["clauses"]) <= shown and (result["elsewhere"], result["near"]) == ([], [])
    assert "entries" not in club.do("ben", "rules", "living-planet"), "nothing was looked up"


def test_clauses_have_a_word_in_any_of_its_forms(club: Club) -> None:
    def clauses_found(*words: str) -> set[str]:
        chapters = club.do("ben", "rules", "living-planet", *words)["chapters"]
        return {clause["id"] for chapter in chapters for clause in chapter["clauses"]}

    assert "LP-COLONY-05" in clauses_found("arrive") & clauses_found("arrives") & clauses_found(
        "arriving"
    ) & clauses_found("arrivals")
    assert "LP-CATA-14" in clauses_found("repair", "rivals"), "which has 'repaired' and 'rival'"
    assert clauses_found("what", "is", "a", "chip") == clauses_found("chip")


def test_a_word_of_an_expansion_leads_to_it(club: Club, tmp_path: Path) -> None:
    result = club.do("ben", "rules", "living-planet", "dam")
    fits(result, "answer-rules")
    assert (result["entries"], result["chapters"], result["elsewhere"]) == ([], [], ["arboria"])
    out = club.lpbe("ben", "rules", "living-planet", "dam").out
    assert out == "The Planet Arboria expansion has rules about this.\n  lpbe rules living-planet --with arboria dam\n"
    assert club.lpbe("ben", *out.split("  lpbe ")[1].split()).out.startswith("Dam\n  A dam stands ")
    quoted = club.lpbe("ben", "rules", "living-planet", "lava's").out.split("  lpbe ")[1]
    assert shlex.split(quoted)[-1] == "lava's"
    assert "lpbe rules pebbles --with moss moss" in club.lpbe("ben", "rules", "mars", "moss").out
    mossy = Club.begin(tmp_path / "mossy", "--with", "moss")
    assert mossy.lpbe("ben", "rules", "mars", "moss").out.startswith("Moss\n")


def test_a_word_of_the_other_language_brings_no_clauses_that_happen_to_have_it(club: Club) -> None:
    result = club.do("ben", "rules", "living-planet", "but")
    (entry,) = result["entries"]
    assert entry["id"] == "goal" and entry["name"] == "goal of the game"
    shown = [clause["id"] for chapter in result["chapters"] for clause in chapter["clauses"]]
    assert sorted(shown) == sorted(entry["clauses"])
    assert any(" but " in line["en"] for name, line in packs.clauses("living-planet").items() if name not in shown)


def test_a_mistyped_word_gets_those_like_it(club: Club) -> None:
    result = club.do("ben", "rules", "living-planet", "brocker", "ofice")
    fits(result, "answer-rules")
    assert "broker's office" in result["near"]
    assert "Vouliez-vous dire : courtier" in club.lpbe("ben", "rules", "lp", "courttier", "--lang", "fr").out


PLAYED = [
    (game, more)
    for game in GAMES
    for more in dict.fromkeys(((), *((name,) for name in game_of(game).expansions), tuple(game_of(game).expansions)))
]


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize(("game", "more"), PLAYED)
def test_how_to_play_fits_on_one_page(club: Club, game: str, more: tuple[str, ...], lang: str) -> None:
    chosen = [arg for name in more for arg in ("--with", name)]
    lines = club.lpbe("ben", "rules", game, "--short", "--lang", lang, *chosen).out.splitlines()
    assert len(lines) <= 60 and max(map(len, lines)) <= 72
    flat = " ".join(" ".join(lines).split())
    terms = packs.words(game, lang).terms
    wanted = [terms[f"overview.{name}"] for name in (game, *more) if f"overview.{name}" in terms]
    assert wanted and all(" ".join(text.split()) in flat for text in wanted)
    assert (f"lpbe learn {game}" in flat) is bool(lessons(game)) and f"lpbe play --game {game}" in flat
    assert "lpbe order" in flat and "lpbe rules" in flat


def test_the_expansions_of_a_running_game_are_settled(club: Club) -> None:
    answer = club.lpbe("ben", "rules", "mars", "--with", "moss", "--json")
    assert answer.status == 2 and "--with" in answer.payload["message"]
    assert club.lpbe("ben", "rules", "pebbles", "--with", "xyzzy", "--json").status == 6
