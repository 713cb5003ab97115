"""What msgspec finds wrong is told in our words, in every language."""

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
        "at count: expected a whole number, found a text",
        "en count : attendu : un nombre entier ; trouvé : un texte",
    ),
    ({"count": 1, "kind": "z"}, "at kind: 'z' is not allowed here", "en kind : « z » n'est pas permis ici"),
    (
        {"count": 1, "name": "long"},
        "at name: this is too long; the limit is 3",
        "en name : c'est trop long : 3 au maximum",
    ),
    (
        {"count": 1, "name": ""},
        "at name: this is too short; the minimum is 1",
        "en name : c'est trop court : 1 au minimum",
    ),
    (
        {"count": 1, "items": 5},
        "at items: expected a list, found a whole number",
        "en items : attendu : une liste ; trouvé : un nombre entier",
    ),
    (
        {"count": 1, "inner": {"reach": 9}},
        "at inner.reach: the number must be at most 3",
        "en inner.reach : le nombre doit être d'au plus 3",
    ),
    (
        {"count": 1, "inner": {"reach": 0}},
        "at inner.reach: the number must be at least 1",
        "en inner.reach : le nombre doit être d'au moins 1",
    ),
    (
        {"count": 1, "code": "b"},
        "at code: this is not in the right form",
        "en code : ceci n'a pas la bonne forme",
    ),
    (
        {"count": 1, "either": []},
        "at either: expected a whole number or a text, found a list",
        "en either : attendu : un nombre entier ou un texte ; trouvé : une liste",
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
