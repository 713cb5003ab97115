"""No-break spaces are where a language requires them, and nothing else changes."""

from __future__ import annotations

import pytest

from lpbe.kernel.base.wrapping import wrap
from lpbe.kernel.language.translate import typeset

SET = [
    ("fr", "Meneur : Anne ; krach ! Vraiment ?", "Meneur\u00a0: Anne\u00a0; krach\u00a0! Vraiment\u00a0?"),
    ("fr", "« poser » ou non", "«\u00a0poser\u00a0» ou non"),
    ("fr", "paie 5 MC à la banque", "paie 5\u00a0MC à la banque"),
    ("fr", "à 10:30, H05 :2", "à 10:30, H05 :2"),
    ("en", "Leader: Anne; 5 MC", "Leader: Anne; 5\u00a0MC"),
    ("en", "a : b", "a : b"),
    ("xx", "a : b", "a : b"),
]


@pytest.mark.parametrize(("lang", "text", "wanted"), SET)
def test_spaces_are_bound(lang: str, text: str, wanted: str) -> None:
    assert typeset(text, lang) == wanted
    assert typeset(wanted, lang) == wanted
    assert wanted.replace("\u00a0", " ") == text


def test_no_line_begins_with_a_sign() -> None:
    line = typeset("Prix : " + "fer ; " * 40, "fr")
    assert len(wrap(line)) > 3
    assert not [part for part in wrap(line) if part.lstrip()[:1] in ";:!?"]
