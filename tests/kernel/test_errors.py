"""What players are told when something is wrong: every sentence of the code has its French, and is found again."""

from __future__ import annotations

import re
import tomllib

import pytest

from lpbe.games import GAMES
from lpbe.kernel.content.packs import words
from lpbe.kernel.words.sentences import sentence
from lpbe.kernel.words.translate import BLANK, blanks, catalogue, translated

from ..sentences import PACKAGE, Unclear, sentences

CATALOGUES = {file: tomllib.loads(file.read_text()) for file in sorted(PACKAGE.rglob("errors.fr.toml"))}
IN_CODE = {file: set(sentences(file)) for file in sorted(PACKAGE.rglob("*.py"))}
ALL = sorted(set().union(*IN_CODE.values()))
FRENCH = {english: french for known in CATALOGUES.values() for english, french in known.items()}


def test_the_code_says_something() -> None:
    assert len(ALL) > 300
    assert {"{} cannot pay {} MC", "there is no key here", "'{}' is there already", "content pack: {}"} <= set(ALL)


def test_every_sentence_in_the_code_has_its_french() -> None:
    assert [sentence for sentence in ALL if sentence not in FRENCH] == []


def test_no_sentence_is_translated_that_nobody_says() -> None:
    assert sorted(FRENCH.keys() - set(ALL)) == []


@pytest.mark.parametrize("game", GAMES)
def test_the_sentences_of_a_game_stand_with_the_game(game: str) -> None:
    code, content = PACKAGE / "games" / game.replace("-", "_"), PACKAGE / "content" / game
    said = set().union(*(found for file, found in IN_CODE.items() if code in file.parents))
    known = set().union(*(found for file, found in CATALOGUES.items() if content in file.parents))
    assert said == known


def test_a_translation_has_the_blanks_of_its_sentence() -> None:
    for english, french in FRENCH.items():
        numbers = [f"<{n}>" for n in range(english.count(BLANK))]
        filled = french.format(*numbers)
        assert sorted(re.findall(r"<\d+>", filled)) == numbers, english


def test_a_sentence_says_more_than_its_blanks() -> None:
    assert [sentence for sentence in ALL if not re.search("[a-z]{2}", sentence)] == []


def test_a_sentence_is_found_again_whatever_fills_it() -> None:
    for english, french in FRENCH.items():
        filling = [f"Q{n}x" for n in range(english.count(BLANK))]
        assert translated(english.format(*filling), "fr") == french.format(*filling)


def test_what_nobody_knows_stays_as_it_is() -> None:
    for strange in ("Expected `int`, got `str` - at `$.x`", "", "quelque chose", "{}", "{} cannot pay"):
        assert translated(strange, "fr") == strange


def test_a_message_inside_another_is_translated_too() -> None:
    told = translated("step 3: this order was not acceptable: red cannot pay 5 MC", "fr")
    assert told == "étape 3 : cet ordre n'était pas acceptable : red ne peut pas payer 5 MC"


def test_things_of_the_game_have_their_names() -> None:
    message = "red may not have another oil_drill"
    french, english = words("living-planet", "fr"), words("living-planet", "en")
    assert translated(message, "fr", french).startswith("Rouge ne peut pas")
    assert translated(message, "fr", french).endswith(": forage pétrolier")
    assert translated(message, "en", english) == "Red may not have another oil drill"


def test_a_list_in_a_blank_is_named_thing_by_thing() -> None:
    told = translated("red is not asked now: waiting for blue, H05", "fr", words("living-planet", "fr"))
    assert told == "on ne demande rien à Rouge pour l'instant ; on attend Bleu, H05"


def test_what_somebody_wrote_is_repeated_letter_by_letter() -> None:
    french = words("living-planet", "fr")
    assert translated("there is no seat 'oil' in this game", "fr", french).count("« oil »") == 1
    assert translated("no clause is called 'the game is over'", "fr").endswith("« the game is over »")


def test_an_event_gives_its_reason_in_the_language_of_the_reader() -> None:
    lapsed = {"event": "lapsed", "seat": "red", "clause": "LP-TRADE-09", "reason": "red cannot pay 5 MC"}
    told = sentence(words("living-planet", "fr"), lapsed, "red", {})
    assert told == "Votre réponse n'a pu être exécutée : Rouge ne peut pas payer 5 MC [LP-TRADE-09]."


def test_a_blank_takes_as_little_as_it_can_and_never_nothing() -> None:
    assert blanks("a {} b {}", "a 1 b 2 b 3") == ["1", "2 b 3"]
    assert blanks("{} and {}", "x and y") == ["x", "y"]
    assert blanks("a {} b", "a  b") is None
    assert blanks("a {}", "a ") is None
    assert blanks("{} is here", "she was here") is None
    assert blanks("all", "all") == []
    assert blanks("all", "all of it") is None


def test_those_that_say_most_are_tried_first() -> None:
    literal = [len(template.replace(BLANK, "")) for template in catalogue("fr")]
    assert literal == sorted(literal, reverse=True)


def test_a_sentence_put_together_out_of_sight_is_noticed() -> None:
    file = PACKAGE / "nowhere.py"
    for said in ("found", "' '.join(found)", "f'{x}' + found"):
        with pytest.raises(Unclear):
            list(sentences(file, f"def check(found):\n    raise Rejected('E_X', {said})\n"))
    assert list(sentences(file, "def check(x):\n    told = 'a' if x else f'b {x}'\n    raise Busy('E_X', told)\n")) == [
        "a",
        "b {}",
    ]
