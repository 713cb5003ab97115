"""What people at a French terminal read: no English, names instead of ids, nothing that did not happen."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from lpbe.games import GAMES, book_of, game_of
from lpbe.games.living_planet.presentation.panels import panels
from lpbe.games.living_planet.state import Hand
from lpbe.kernel.content import packs
from lpbe.kernel.engine.rulebook import Rules
from lpbe.kernel.language.order_parser import Typist, parse_orders
from lpbe.report.content.panels import panel_blocks
from lpbe.report.document import Lines
from lpbe.report.render.text import render

from ...living_planet.positions import new_game
from ...report.readers import midgame, own_page, step_page
from ..playing.test_hot_seat import play_lines
from ..world.club import run_here

LP = Rules(game_of("living-planet"), book_of("living-planet", ()))
FRENCH = Typist("fr")
RED_LEADS = ("--set", "living-planet.first_leader=red")
PACKAGE = Path(packs.__file__).parents[2]


def run_in(folder: Path, *args: str, lang: str = "fr") -> tuple[int, str, str]:
    status, out, err = run_here(list(args), folder, {"LPBE_LANG": lang}, b"")
    return status, out.decode(), err.decode()


def test_a_simulation_is_told_in_french(tmp_path: Path) -> None:
    status, out, _ = run_in(tmp_path, "simulate", "--games", "1", "--players", "2", "--bots", "random", "--messages")
    lines = out.splitlines()
    assert status == 0 and lines[0] == "Living Planet, 1 partie à 2, graine 0"
    assert lines[2].split() == ["jouées", "gagnées", "ex", "æquo", "points", "record"]
    assert {"Rouge", "Bleu", "tours", "cataclysmes", "krachs", "consignes"} <= {
        line.split()[0] for line in lines if line
    }
    for english in ("games", "wins", "turns", "crashes", "orders", "early", "red ", "blue "):
        assert english not in out


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_counted_has_a_name(game: str) -> None:
    known = game_of(game)
    counted = {**known.counted, **book_of(game, tuple(known.expansions)).counted}
    for lang in ("en", "fr"):
        assert [name for name in counted if f"count.{name}" not in packs.words(game, lang).terms] == []


SETTINGS = [
    ("edition=xx", "l'option edition de living-planet ne peut pas être « xx »", "en, fr, merged, published-like"),
    ("office_cost=xx", "l'option office_cost de living-planet ne peut pas être « xx »", "un nombre entier"),
    ("edtion=fr", "living-planet n'a pas d'option « edtion »", "vouliez-vous dire « edition » ?"),
    ("protection=3", "l'option protection de living-planet a plusieurs parties", "protection.range"),
    ("protection.range=9", "l'option protection.range de living-planet ne peut pas être « 9 »", "permis : 0, 1"),
    ("protection.far=1", "l'option protection de living-planet ne peut pas être « far »", "un nom"),
]


@pytest.mark.parametrize(("setting", "seen", "hint"), SETTINGS, ids=[setting for setting, _, _ in SETTINGS])
def test_a_wrong_option_is_told_in_words_with_what_it_may_be(
    tmp_path: Path, setting: str, seen: str, hint: str
) -> None:
    args = ("new", "x", "--game", "living-planet", "--seats", "red,blue", "--set", f"living-planet.{setting}")
    status, _, err = run_in(tmp_path, *args)
    assert status == 6 and seen in err and hint in err and "`" not in err and "$" not in err


def test_at_the_terminal_words_and_names_are_french(tmp_path: Path) -> None:
    typed = "essayer choisir carte 4\npossible carte 5\nrapport\nbrouillon\nregle LP-FATE-01\nquitter\n"
    out = play_lines(tmp_path, typed, "--lang", "fr").stdout
    assert "Votre réponse serait : choisir carte 4. Rien n'a été envoyé." in out and "est arrivée" not in out
    assert out.count("Rouge> ") == 6 and "red>" not in out
    assert "il n'y a pas de brouillon" in out and "LP-FATE-01" in out and "Jouées : aucune." in out


def test_a_trial_says_that_nothing_is_struck(tmp_path: Path) -> None:
    """Cataclysms without consequences are called none, even in a trial."""
    red = ("--set", "living-planet.first_leader=red")
    typed = "select card 4\ndice red blue yellow green\ntry end actions\nquit\n"
    out = play_lines(tmp_path, typed, *red).stdout
    assert "Row C: no cataclysms for Red 4." in out


def test_an_empty_hand_holds_none() -> None:
    state = new_game(0).state.seen_by("red")
    state[Hand, "red"].cards = []
    for lang, seen in (("en", ["In hand: none.", "Played: none."]), ("fr", ["En main : aucune.", "Jouées : aucune."])):
        own = [panel for panel in panels(state, "red", []) if panel.key == "panel.hand"]
        (block,) = panel_blocks(packs.words("living-planet", lang), own, "screen", {})
        assert isinstance(block, Lines) and block.lines == seen


TYPED = [
    ("soigner J1 V2", "soigner Y1 G2"),
    ("dés j v r b", "dés jaune vert rouge bleu"),
    ("déplacer J1 vers H05", "move Y1 to H05"),
    ("choisir la carte 3", "choisir carte 3"),
    ("construire une mine de fer 3 en H05.2", "construire mine de fer 3 en H05.2"),
    ("construire l'abri anti-geyser sur H05.2", "build geyser shelter at H05.2"),
    ("bouger R1 vers H05", "déplacer R1 vers H05"),
    ("vendre", "commercer"),
    ("commercer avec carte quatre", "commercer avec carte 4"),
    ("poser rien", "ne rien poser"),
    ("poser H05 en @1,0 tour 3", "poser H05 en @1,0 rotation 3"),
    ("protéger rien", "ne rien protéger"),
    ("appeler personne", "n'appeler personne"),
]


@pytest.mark.parametrize(("typed", "meant"), TYPED, ids=[typed for typed, _ in TYPED])
def test_letters_articles_and_synonyms_of_the_language(typed: str, meant: str) -> None:
    assert parse_orders(LP, typed, FRENCH) == parse_orders(LP, meant, FRENCH)


def test_headings_name_no_number_that_is_known() -> None:
    for lang in ("en", "fr"):
        about = packs.words("living-planet", lang).about
        assert [name for name in ("subsidy", "explore", "move", "trade") if " X " in f" {about[name]} "] == []


def test_orders_are_printed_as_people_write_them() -> None:
    orders = packs.words("living-planet", "fr").orders
    assert orders["place-nothing"] == "ne rien poser" and orders["protect-nothing"] == "ne rien protéger"
    assert orders["call-nobody"] == "n'appeler personne"
    assert "rotation {turn}" in orders["place-hex"] and "tour {" not in orders["place-hex"]
    assert "carte 4" in orders["trade"] and "quatre" not in orders["trade"]


def french_texts() -> Iterator[str]:
    """Yield every sentence that a French reader may see."""
    for file in sorted(PACKAGE.rglob("*.fr.toml")):
        yield from leaves(tomllib.loads(file.read_text(encoding="utf-8")))


def leaves(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for inner in value.values():
            yield from leaves(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from leaves(inner)
    elif isinstance(value, str):
        yield value


CALQUES = (
    *("ne se peut pas", "La suite dépend de ceci", "le run de l'hôte", "Amènent", "au rendez-vous"),
    *("On attend que soient prêts", "faire ses actions"),
)


def test_no_sentence_is_english_in_french_words_and_quotes_are_french() -> None:
    texts = list(french_texts())
    assert len(texts) > 1500
    assert [text for text in texts if any(calque in text for calque in CALQUES)] == []
    quoted = [text for text in texts if re.search(r"(?<!\w)'(?![A-Z]|lpbe)[^' ]*'(?!\w)", text)]
    assert quoted == [], "in commands alone, around what is written in capitals"


def test_a_question_speaks_to_who_is_asked() -> None:
    for game in GAMES:
        asks = {key: seen for key, seen in packs.words(game, "fr").terms.items() if key.startswith("ask.")}
        assert asks and [seen for seen in asks.values() if re.search(r"\b(ses|sa|son)\b", seen)] == []


def test_an_effect_does_not_repeat_the_number_of_its_card() -> None:
    for lang, card in (("en", "card"), ("fr", "carte")):
        terms = packs.words("living-planet", lang).terms
        assert [n for n in range(1, 7) if f"{card} {n}" in terms[f"effect.{n}"].lower()] == []


def test_who_reads_french_begins_a_french_game_against_french_bots(tmp_path: Path) -> None:
    status, out, _ = run_here(
        ["play", "soir", *RED_LEADS], tmp_path, {"LPBE_LANG": "fr"}, b"choisir carte 3\nquitter\n"
    )
    seen = out.decode()
    assert status == 0 and 'lang = "fr"' in (tmp_path / "soir" / "game.toml").read_text(encoding="utf-8")
    assert "Bleu révèle la carte Planète" in seen and not re.search(r"\b(Blue|Red|red|blue)\b", seen)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_sentences_begin_with_a_capital(lang: str) -> None:
    """After a full stop; text to be typed stays as it is typed."""
    party = midgame()
    for page in (own_page(party, party.waiting[0], lang), step_page(party, lang)):
        spoken = [section for section in page.sections if section.key not in ("board", "reply")]
        seen = " ".join(render(replace(page, sections=spoken)).split())
        assert re.findall(r".{20}[.!?] (?!lpbe)[a-zà-ÿ].{10}", seen) == []
