"""Look up words in the rules: glossary entries first, then clauses, in any form of the words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from ...kernel.content import packs
from ...kernel.content.glossary import Entry, glossary
from ...kernel.language.stems import SUFFIXES, has_words, stems, words_asked_for, words_of
from ...kernel.language.template_matcher import plain_spelling
from ...kernel.schemas.rules_answers import Chapter, Clause, GlossaryEntry

MAX_NEAR = 3
NEAR = 0.7
"""How similar a known word must be to be suggested for one that was not found."""


class Found(Struct, frozen=True, kw_only=True):
    """What was found in the rules in play; otherwise the expansions that have it, or words like those typed."""

    searched: list[str]
    entries: list[GlossaryEntry] = []
    chapters: list[Chapter] = []
    elsewhere: list[str] = []
    """Expansions that are not in play and explain the words."""
    near: list[str] = []
    subjects: list[str] = []
    """What can be looked up, if nothing else helps."""


IsMeant = Callable[[Entry, str, str], bool]
"""Whether an entry is meant by some words in a language."""


def search_rules(
    game: str, modules: Iterable[str], chapters: Sequence[Chapter], searched: Sequence[str], lang: str
) -> Found:
    """Look words up in the rules of some modules of a game, in its glossary in both languages.

    A term of an expansion that is not in play comes before texts that merely contain the words.
    """
    known = set(modules)
    asked = " ".join(searched)
    inside = [entry for entry in glossary(game) if entry.module in known]
    outside = [entry for entry in glossary(game) if entry.module not in known]
    entries, spoken = find_entries(inside, is_called, asked, lang)
    if not entries and (called := find_entries(outside, is_called, asked, lang)[0]):
        return Found(searched=list(searched), elsewhere=modules_of(called))
    if not entries:
        entries, spoken = find_entries(inside, is_about, asked, lang)
    found = chapters_with(chapters, entries, words_asked_for(asked, lang) if spoken == lang else [], lang)
    if entries or found:
        return Found(searched=list(searched), entries=[plain_entry(one, lang) for one in entries], chapters=found)
    about, _ = find_entries(outside, is_about, asked, lang)
    elsewhere = modules_of(about) or modules_with_clauses(game, known, asked, lang)
    near = [] if elsewhere else near_phrases(game, asked, lang)
    subjects = [] if elsewhere or near else sorted((entry.name[lang] for entry in inside), key=plain_spelling)
    return Found(searched=list(searched), elsewhere=elsewhere, near=near, subjects=subjects)


def find_entries(entries: Sequence[Entry], is_meant: IsMeant, asked: str, lang: str) -> tuple[list[Entry], str]:
    """Return the matching entries, by their words in the reader's language or else in another, and that language."""
    for spoken in languages_from(lang):
        if found := [entry for entry in entries if is_meant(entry, asked, spoken)]:
            return found, spoken
    return [], lang


def languages_from(lang: str) -> list[str]:
    """Return all languages, this one first."""
    return sorted(SUFFIXES, key=lambda one: one != lang)


def is_called(entry: Entry, asked: str, lang: str) -> bool:
    return any(stems(phrase, lang) == stems(asked, lang) for phrase in entry.phrases(lang))


def is_about(entry: Entry, asked: str, lang: str) -> bool:
    return has_words(" ".join(entry.phrases(lang)), words_asked_for(asked, lang), lang)


def chapters_with(
    chapters: Iterable[Chapter], entries: Sequence[Entry], words: Sequence[str], lang: str
) -> list[Chapter]:
    """Return the clauses that the entries name, and those that have all the words, by chapter."""
    named = {name for entry in entries for name in entry.clauses}

    def is_found(clause: Clause) -> bool:
        return clause.id in named or (bool(words) and has_words(f"{clause.id} {clause.text}", words, lang))

    found = [Chapter(one.id, one.title, [clause for clause in one.clauses if is_found(clause)]) for one in chapters]
    return [chapter for chapter in found if chapter.clauses]


def modules_of(entries: Iterable[Entry]) -> list[str]:
    return list(dict.fromkeys(entry.module for entry in entries))


def modules_with_clauses(game: str, known: set[str], asked: str, lang: str) -> list[str]:
    """Return the expansions not in play that have a clause with all the words."""
    modules = {chapter["id"]: chapter["module"] for chapter in packs.chapters(game)}
    words = words_asked_for(asked, lang)
    found = (
        modules[name.rpartition("-")[0]]
        for name, line in packs.clauses(game).items()
        if has_words(f"{name} {line[lang]}", words, lang)
    )
    return [module for module in dict.fromkeys(found) if module not in known]


def near_phrases(game: str, asked: str, lang: str) -> list[str]:
    """Return phrases of the glossary that resemble the words, in the reader's language first."""
    from difflib import get_close_matches  # saves it where something was found

    typed = " ".join(words_of(asked))
    for spoken in languages_from(lang):
        phrases = {" ".join(words_of(phrase)): phrase for entry in glossary(game) for phrase in entry.phrases(spoken)}
        if near := get_close_matches(typed, phrases, MAX_NEAR, NEAR):
            return [phrases[one] for one in near]
    return []


def plain_entry(entry: Entry, lang: str) -> GlossaryEntry:
    return GlossaryEntry(
        id=entry.id, module=entry.module, name=entry.name[lang], text=entry.text[lang], clauses=entry.clauses
    )
