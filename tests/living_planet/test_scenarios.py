"""The scenarios of Living Planet include every case of its catalogue."""

from __future__ import annotations

from ..contract.scenarios import read_scenario, scenario_files
from .contract_config import CONTRACT

EXPANSIONS = ("AQ-", "ARB-")


def test_every_case_of_the_catalogue_is_tried() -> None:
    cases = {case for file in scenario_files(CONTRACT) if (case := read_scenario(file).get("case"))}
    numbered = {f"S-{n:02}" for n in range(1, 74)} | {f"E-{n:02}" for n in (1, 2, 4, 5, 6, 7)}
    base = {case for case in cases if not case.startswith(EXPANSIONS)}
    assert base == numbered | {f"E-03{part}" for part in "abcd"}


def test_every_case_of_aquarius_is_tried() -> None:
    cases = {case for file in scenario_files(CONTRACT) if (case := read_scenario(file).get("case"))}
    numbered = {f"AQ-T-{n:02}" for n in range(1, 75)}
    assert {case for case in cases if case.startswith("AQ-")} == numbered


def test_every_case_of_arboria_is_tried() -> None:
    cases = {case for file in scenario_files(CONTRACT) if (case := read_scenario(file).get("case"))}
    assert {case for case in cases if case.startswith("ARB-")} == {f"ARB-T-{n:02}" for n in range(1, 58)}


def chapter_folder(clause: str) -> str:
    """Return the folder for scenarios of a clause: that of its chapter; rulings without one have names of their own."""
    chapter = clause.rpartition("-")[0].lower()
    return {"g": "general-rulings", "c": "clarifications"}.get(chapter, chapter)


def test_every_case_is_in_the_folder_of_its_chapter() -> None:
    cases = [file for file in scenario_files(CONTRACT) if CONTRACT.folder in file.parents]
    assert len(cases) > 500
    for file in [case for case in cases if case.parent.name != "switches"]:
        chapters = {chapter_folder(clause) for clause in read_scenario(file)["clauses"]}
        assert file.parent.name in chapters, file
