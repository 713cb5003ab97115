"""Forms of a word are found by any of them, and words that only look alike are not."""

from __future__ import annotations

import pytest

from lpbe.kernel.language.stems import has_words, stem, stems, words_asked_for


@pytest.mark.parametrize(
    ("lang", "forms"),
    [
        ("en", "arrive arrives arrived arriving arrival arrivals"),
        ("en", "win wins winner winners winning"),
        ("en", "score scores scored scoring"),
        ("en", "heal heals healed healing healer"),
        ("en", "city cities"),
        ("en", "goal goals"),
        ("en", "sell sells seller selling"),
        ("en", "die dies"),
        ("fr", "arriver arrive arrivent arrivee arrivees arrivez"),
        ("fr", "gagner gagne gagnent gagnant gagnants"),
        ("fr", "soigner soigne soignez soignees"),
        ("fr", "bateau bateaux"),
        ("fr", "but buts"),
    ],
)
def test_forms_of_a_word_have_one_stem(lang: str, forms: str) -> None:
    assert len({stem(form, lang) for form in forms.split()}) == 1


@pytest.mark.parametrize("pair", ["dam damage", "wall wallet", "die dice", "port point", "oil boil", "heal health"])
def test_other_words_have_another_stem(pair: str) -> None:
    one, other = pair.split()
    assert stem(one, "en") != stem(other, "en")


def test_a_text_has_a_word_in_another_form_or_by_its_beginning() -> None:
    text = "Scientists who ARRIVE may be moved; réparation."
    assert has_words(text, ["arrivals", "moving"], "en")
    assert has_words(text, ["scien"], "en") and not has_words(text, ["arrive", "boat"], "en")
    assert has_words(text, ["reparer"], "fr")
    assert not has_words("two explorers", ["ex", "t"], "en"), "too short to be the beginning of a word"


def test_words_that_make_a_question_are_left_out_unless_they_are_all() -> None:
    assert words_asked_for("What is the broker's office?", "en") == ["broker", "office"]
    assert stems("qu'est-ce qu'un jeton ?", "fr") == stems("jetons", "fr")
    assert words_asked_for("the", "en") == ["the"]
