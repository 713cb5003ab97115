"""What msgspec finds wrong is explained in our words, in every language."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
import pytest
from msgspec import Meta, Struct

from lpbe.kernel.base.schema_errors import schema_message
from lpbe.kernel.language.translate import translate_message


class Inner(Struct, frozen=True, forbid_unknown_fields=True):
    reach: Annotated[int, Meta(ge=1, le=3)] = 1


class Data(Struct, frozen=True, forbid_unknown_fields=True):
    count: int
    kind: Literal["x", "y"] = "x"
    name: Annotated[str, Meta(max_length=3, min_length=1)] = "a"
    items: tuple[int, ...] = ()
    inner: Inner = Inner()
    code: Annotated[str, Meta(pattern="^a")] = "a"
    either: int | str = 1


WRONG = [
    ({}, "'count' is missing", "il manque « count »"),
    ({"count": 1, "x": 2}, "there is no 'x' here", "il n'y a pas de « x » ici"),
    (
        {"count": "1"},
        "in count: expected a whole number, found a text",
        "dans count : attendu : un nombre entier ; trouvé : un texte",
    ),
    ({"count": 1, "kind": "z"}, "in kind: 'z' is not allowed here", "dans kind : « z » n'est pas permis ici"),
    (
        {"count": 1, "name": "long"},
        "in name: this text is too long (maximum length: 3)",
        "dans name : ce texte est trop long (longueur maximale : 3)",
    ),
    (
        {"count": 1, "name": ""},
        "in name: this text is too short (minimum length: 1)",
        "dans name : ce texte est trop court (longueur minimale : 1)",
    ),
    (
        {"count": 1, "items": 5},
        "in items: expected a list, found a whole number",
        "dans items : attendu : une liste ; trouvé : un nombre entier",
    ),
    (
        {"count": 1, "inner": {"reach": 9}},
        "in inner.reach: the number must be at most 3",
        "dans inner.reach : le nombre doit être d'au plus 3",
    ),
    (
        {"count": 1, "inner": {"reach": 0}},
        "in inner.reach: the number must be at least 1",
        "dans inner.reach : le nombre doit être d'au moins 1",
    ),
    (
        {"count": 1, "code": "b"},
        "in code: this is not in the right form",
        "dans code : ceci n'a pas la bonne forme",
    ),
    (
        {"count": 1, "either": []},
        "in either: expected a whole number or a text, found a list",
        "dans either : attendu : un nombre entier ou un texte ; trouvé : une liste",
    ),
]


@pytest.mark.parametrize(("raw", "english", "french"), WRONG, ids=[english for _, english, _ in WRONG])
def test_what_does_not_fit_is_told_in_words(raw: dict[str, object], english: str, french: str) -> None:
    with pytest.raises(msgspec.ValidationError) as fault:
        msgspec.convert(raw, Data)
    answer = schema_message(fault.value)
    assert (str(answer), translate_message(answer, "fr")) == (english, french)


def test_what_nobody_has_words_for_is_told_as_it_is() -> None:
    assert str(schema_message(ValueError("odd"))) == "odd"
