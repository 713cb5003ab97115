"""Error messages: every template in the code has its French translation, and its values are put into words."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

from lpbe.games import GAMES
from lpbe.kernel.base import errors
from lpbe.kernel.base.errors import Malformed, Message, Refused, Rejected, require
from lpbe.kernel.content.packs import words
from lpbe.kernel.language.sentences import sentence
from lpbe.kernel.language.translate import catalogue, personal_catalogue, translate_message

from ...sentences import PACKAGE, Unclear, sentences

CLASSES = {
    "MissingFile": "E_FILE_MISSING",
    "NoAccess": "E_FILE_ACCESS",
    "WrongFileType": "E_FILE_TYPE",
    "FileTooLarge": "E_FILE_SIZE",
    "DiskFailure": "E_FILE_IO",
    "MissingKey": "E_KEY_MISSING",
    "WrongKey": "E_SEAL_OPEN",
    "BadText": "E_TEXT",
    "OtherRules": "E_RULES_VERSION",
    "Unproven": "E_EVIDENCE",
    "FalseReport": "E_REPORT",
    "WrongKind": "E_ORDER_KIND",
    "AnsweredByPolicy": "E_ORDER_KIND",
    "TooEarly": "E_ORDER_EARLY",
    "WrongCode": "E_ORDER_INVITE",
    "OtherSender": "E_MAIL_SENDER",
    "Stale": "E_ORDER_STALE",
    "WrongRev": "E_ORDER_REV",
    "NotWaiting": "E_ORDER_NOT_WAITING",
    "RefusedBefore": "E_ORDER_AGAIN",
}
"""The classes that code can catch, and the code that each carries."""

CATALOGUES = {file: tomllib.loads(file.read_text()) for file in sorted(PACKAGE.rglob("errors.fr.toml"))}
FRENCH = {english: french for known in CATALOGUES.values() for english, french in known.items()}


@cache
def in_code() -> dict[Path, set[str]]:
    """Read the code when a test asks for it: otherwise every process that collects tests would read it."""
    return {file: set(sentences(file)) for file in sorted(PACKAGE.rglob("*.py"))}


@cache
def all_sentences() -> list[str]:
    return sorted(set().union(*in_code().values()))


def blanks(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def coded_failures(file: Path) -> Iterator[tuple[str, str]]:
    """Yield the class and the code of each failure that a file makes."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        parts = [node.func, *node.args] if isinstance(node, ast.Call) else getattr(node, "elts", [])
        match parts:
            case [ast.Name(id=name), ast.Constant(value=str(code)), *_] if code.startswith("E_"):
                yield name, code


def test_what_code_can_catch_has_one_class_for_one_code() -> None:
    made = {found for file in PACKAGE.rglob("*.py") for found in coded_failures(file)}
    assert {(name, code) for name, code in made if name in CLASSES} == set(CLASSES.items())
    for general in (Malformed, Rejected):
        special = {code for name, code in CLASSES.items() if issubclass(getattr(errors, name, Rejected), general)}
        assert not special & {code for name, code in made if name == general.__name__}
    assert not [code for name, code in made if name == "Malformed" and code.startswith("E_FILE_")]


def test_the_code_says_something() -> None:
    assert len(all_sentences()) > 400
    assert {
        "{seat} cannot pay {cost} MC",
        "there is no key here",
        "'{path}' already exists",
        "content pack: {reason}",
    } <= set(all_sentences())


def test_every_template_in_the_code_has_its_french() -> None:
    assert [template for template in all_sentences() if template not in FRENCH] == []


def test_no_template_is_translated_that_nobody_uses() -> None:
    assert sorted(FRENCH.keys() - set(all_sentences())) == []


@pytest.mark.parametrize("game", GAMES)
def test_the_templates_of_a_game_stand_with_the_game(game: str) -> None:
    code = PACKAGE / "games" / game.replace("-", "_")
    content = code / "content"
    used = set().union(*(found for file, found in in_code().items() if code in file.parents))
    known = set().union(*(found for file, found in CATALOGUES.items() if content in file.parents))
    assert used == known


def test_a_translation_has_the_blanks_of_its_template() -> None:
    assert [english for english, french in FRENCH.items() if blanks(english) != blanks(french)] == []


YOURS = {lang: personal_catalogue(lang) for lang in ("en", "fr")}


@pytest.mark.parametrize("lang", YOURS)
def test_what_is_said_of_a_player_is_told_to_that_player(lang: str) -> None:
    """Every refusal of a game that names a seat has words that address its player."""
    games = {template for file, found in CATALOGUES.items() if "kernel" not in file.parts for template in found}
    answer = YOURS[lang]
    assert sorted(template for template in games if "{seat}" in template and template not in answer) == []
    assert sorted(answer.keys() - set(all_sentences())) == []
    assert [t for t, own in answer.items() if blanks(t) - {"seat"} != blanks(own)] == []


def test_a_reader_is_spoken_to() -> None:
    message = Message("{seat} cannot pay {cost} MC", {"seat": "red", "cost": 5})
    assert translate_message(message, "en", reader="red") == "you cannot pay 5 MC"
    assert translate_message(message, "fr", reader="red") == "vous ne pouvez pas payer 5 MC"
    assert translate_message(message, "fr", reader="blue") == "red ne peut pas payer 5 MC"
    outer = Message("step {step}: {reason}", {"step": 3, "reason": message})
    assert translate_message(outer, "en", reader="red") == "step 3: you cannot pay 5 MC"


def test_english_needs_no_catalogue() -> None:
    assert catalogue("en") == {}
    assert catalogue("fr") == FRENCH


def test_a_message_is_filled_when_it_is_read() -> None:
    message = Message("{seat} cannot pay {cost} MC", {"seat": "red", "cost": 5})
    assert str(message) == "red cannot pay 5 MC"
    assert translate_message(message, "fr") == "red ne peut pas payer 5 MC"


def test_what_nobody_knows_stays_as_it_is() -> None:
    assert (
        translate_message(Message("{error}", {"error": "Expected `int`, got {x}"}), "fr") == "Expected `int`, got {x}"
    )


def test_a_message_inside_another_is_translated_too() -> None:
    inner = Message("{seat} cannot pay {cost} MC", {"seat": "red", "cost": 5})
    outer = Message("this order should not have been accepted: {reason}", {"reason": inner})
    answer = translate_message(Message("step {step}: {reason}", {"step": 3, "reason": outer}), "fr")
    assert answer == "étape 3 : cet ordre n'aurait pas dû être accepté : red ne peut pas payer 5 MC"


def test_things_of_the_game_have_their_names() -> None:
    message = Message("{seat} cannot have another {building}", {"seat": "red", "building": "oil_drill"})
    french, english = words("living-planet", "fr"), words("living-planet", "en")
    assert translate_message(message, "fr", french).startswith("Rouge ne peut pas")
    assert translate_message(message, "fr", french).endswith(": forage pétrolier")
    assert translate_message(message, "en", english) == "Red cannot have another oil drill"


def test_a_list_in_a_blank_is_named_thing_by_thing() -> None:
    message = Message(
        "{seat} has nothing to answer right now; waiting for {waiting}", {"seat": "red", "waiting": ["blue", "H05"]}
    )
    answer = translate_message(message, "fr", words("living-planet", "fr"))
    assert answer == "on ne demande rien à Rouge pour l'instant ; on attend Bleu, H05"


def test_what_somebody_wrote_is_repeated_letter_by_letter() -> None:
    french = words("living-planet", "fr")
    message = Message("there is no seat '{seat}' in this game", {"seat": "oil"})
    assert translate_message(message, "fr", french).count("« oil »") == 1
    quoted = Message("there is no clause '{clause}'", {"clause": "the {game} is over"})
    assert translate_message(quoted, "fr").endswith("« the {game} is over »")


def test_an_event_gives_its_reason_in_the_language_of_the_reader() -> None:
    lapsed = {
        "event": "lapsed",
        "seat": "red",
        "clause": "LP-TRADE-09",
        "reason": "{seat} cannot pay {cost} MC",
        "values": {"seat": "red", "cost": 5},
    }
    answer = sentence(words("living-planet", "fr"), lapsed, "red", {})
    assert answer == "Votre réponse n'a pas pu être exécutée : vous ne pouvez pas payer 5 MC [LP-TRADE-09]."


def test_no_sentence_is_built_while_a_rule_holds() -> None:
    class Never:
        def __str__(self) -> str:
            raise AssertionError("somebody has read it")

    require(True, "X-1", "{value} is wrong", value=Never())  # type: ignore[arg-type]
    with pytest.raises(Refused) as refused:
        require(False, "X-1", "{value} is wrong", value=3)
    assert (refused.value.clause, refused.value.message) == ("X-1", "3 is wrong")


def test_a_failure_can_be_told_as_somebody_elses_fault() -> None:
    fault = Malformed("E_X", "{a} is wrong", "do {b}", a="this", b="that").in_file("x.toml", 7)
    other = Rejected.like(fault)
    assert (other.code, other.message, other.hint, other.file, other.line) == (
        "E_X",
        "this is wrong",
        "do that",
        "x.toml",
        7,
    )


def test_a_sentence_put_together_out_of_sight_is_noticed() -> None:
    file = PACKAGE / "nowhere.py"
    for expression in ("found", "' '.join(found)", "f'{x}'", "f'{x}' + found"):
        with pytest.raises(Unclear):
            list(sentences(file, f"def check(found):\n    raise Rejected('E_X', {expression})\n"))
    code = "def check(x):\n    reason = 'a' if x else 'b {x}'\n    raise Busy('E_X', reason, x=x)\n"
    assert list(sentences(file, code)) == ["a", "b {x}"]
