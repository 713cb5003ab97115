"""How today's reports of recorded games differ from the recorded ones: every difference has a name."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from lpbe.games import book_of
from lpbe.games.living_planet.state import TURNS_PER_GAME, Tile

from .games import Told

Change = Callable[[Told], Told]
DIGEST = re.compile(r"[0-9a-f]{64}\Z")
SHORT = re.compile(r"(· \w+ )[0-9a-f]{12}\n")


def everywhere(value: Any, change: Callable[[dict[str, Any]], dict[str, Any]]) -> Any:
    """Return a value with every table in it changed, the inner ones first."""
    if isinstance(value, dict):
        return change({key: everywhere(item, change) for key, item in value.items()})
    return [everywhere(item, change) for item in value] if isinstance(value, list) else value


TEAM = {"seat", "place", "motorized", "wounded"}
"""What was recorded about a team on the map."""


def teams_have_kinds(step: Told) -> Told:
    """Add the kind of a team, which shows whether it is motorized, when it arrives and while it is on the map."""

    def kind(table: dict[str, Any]) -> dict[str, Any]:
        team = table.get("event") == "team-arrived" or {"seat", "place"} <= table.keys() <= TEAM
        if not team or table.get("motorized") is not True:
            return table
        return {**{key: item for key, item in table.items() if key != "motorized"}, "kind": "motorized"}

    return everywhere(step, kind)


def teams_outside_are_hurt_by_a_kind_of_cataclysm(step: Told) -> Told:
    """Add the kind of cataclysm to the step that hurts the teams outside; a base hex knew only one kind."""
    tiles = book_of("living-planet", ()).rows_of(Tile)

    def kind(table: dict[str, Any]) -> dict[str, Any]:
        return (
            {**table, "kind": min(tiles[table["hex"]].dice.values())} if table.get("step") == "hurt-outside" else table
        )

    return everywhere(step, kind)


def a_turn_tells_how_many_there_are(step: Told) -> Told:
    """Add the length of the game to the event that begins a turn of Living Planet."""

    def length(table: dict[str, Any]) -> dict[str, Any]:
        begins = table.get("event") == "turn-began" and "leader" in table
        return {**table, "turns": TURNS_PER_GAME} if begins else table

    return everywhere(step, length)


PASSED = re.compile(r"(The deadline has passed|Le délai est passé) ?;[^.]*\.")


def a_deadline_names_nobody(step: Told) -> Told:
    """Remove the names from the report of a deadline that passed: an event says who did not answer."""
    return {**step, "report": PASSED.sub(r"\1.", step["report"])}


def a_plan_that_does_not_fit_is_dropped_alone(step: Told) -> Told:
    """Give a plan that cannot be carried out an event of its own, which takes no other plan with it."""

    def dropped(table: dict[str, Any]) -> dict[str, Any]:
        gone = table.get("event") == "plan-used" and table.get("dropped")
        return {"event": "plan-dropped", "seat": table["seat"]} if gone else table

    return everywhere(step, dropped)


def nobody_learns_what_stands(step: Told) -> Told:
    """It is public that a seat has sent a policy or plans, but not which."""
    answer = step["report"].replace("has sent a standing policy", "has sent standing orders")
    return {**step, "report": answer.replace("a envoyé une consigne", "a envoyé des consignes")}


def without_place(table: dict[str, Any]) -> dict[str, Any]:
    """The proof of a plan says no more than that; today it waits with its slot alone, or is kept with the others."""
    waits, kept = table.keys() == {"index"}, {"index", "order", "others"} <= table.keys()
    return {"plan": True} if table.get("plan") is True or waits or kept else table


def plans_travel_apart(step: Told) -> Told:
    """A plan is not an entry of a batch: its letter proves it, no longer a place in the batch and a nonce."""
    return everywhere(step, without_place)


def a_full_view_keeps_other_news(step: Told) -> Told:
    """If a seat was away for long, older news is dropped at another place: what opens plans takes space too."""
    return {**step, "views": {seat: with_last_news(view) for seat, view in step["views"].items()}}


def with_last_news(view: dict[str, Any]) -> dict[str, Any]:
    return {**view, "news": view["news"][-SURE:]} if view.get("lost") else view


SURE = 20
"""This many of the last news entries are there in any case."""


def the_page_is_another(step: Told) -> Told:
    """Reports begin with what is asked and tell their story by die and player; snapshots have their text."""
    return {**step, "report": ""}


CHANGES: tuple[Change, ...] = (
    nobody_learns_what_stands,
    plans_travel_apart,
    a_full_view_keeps_other_news,
    teams_have_kinds,
    teams_outside_are_hurt_by_a_kind_of_cataclysm,
    a_turn_tells_how_many_there_are,
    a_deadline_names_nobody,
    a_plan_that_does_not_fit_is_dropped_alone,
    the_page_is_another,
)
"""Each one turns a recorded step into what is reported today."""

SILENCE = re.compile(r"\n[^\n]+ (let the deadline pass|: délai passé sans un mot|is back|est de retour)[^.]*\.")


def who_was_silent_and_who_is_back_is_told(step: Told) -> Told:
    """Two events, a line of the report for each, and in the roster who has not answered since."""
    events = [event for event in step["events"] if event["event"] not in ("silent", "returned")]
    roster = {key: item for key, item in step["table"].get("roster", {}).items() if key != "silent"}
    table = {**step["table"], "roster": roster} if "roster" in step["table"] else step["table"]
    return {**step, "events": events, "table": table, "report": SILENCE.sub("", step["report"])}


def which_plan_did_not_fit_is_told_and_why(step: Told) -> Told:
    """Its place in the list, the order itself, and the clause that forbids it."""

    def bare(table: dict[str, Any]) -> dict[str, Any]:
        return {key: table[key] for key in ("event", "seat")} if table.get("event") == "plan-dropped" else table

    return everywhere(step, bare)


def what_opens_plans_is_kept_apart(step: Told) -> Told:
    """Keep in a view the letter by which plans were filed, and in a plan's proof its place among them."""
    views = {seat: {key: item for key, item in view.items() if key != "filed"} for seat, view in step["views"].items()}
    return everywhere({**step, "views": views}, without_place)


def a_draft_that_makes_no_sense_is_dropped_with_a_word(step: Told) -> Told:
    """It stayed behind the screen until the next order of its seat, which also removes the message."""
    return {**step, "views": {seat: with_draft(view) for seat, view in step["views"].items()}}


def with_draft(view: dict[str, Any]) -> dict[str, Any]:
    dropped = [event for event in view.get("news", []) if event["event"] == "draft-dropped"]
    if not dropped:
        return view
    news = [event for event in view["news"] if event not in dropped]
    standing = {**view["screen"].get("standing", {}), "draft": dropped[0]["orders"]}
    whole = {**view, "news": news, "screen": {**view["screen"], "standing": standing}}
    return {key: item for key, item in whole.items() if key != "news" or item}


AT_ONCE = "A fate token after its use: can be taken again at once"
AUSSITOT = "Un jeton Destin après usage : peut être repris aussitôt"
ALONE = f"\n\nRules of this table that differ from the usual (all of them: lpbe rules GAME) {AT_ONCE}"
OWN_RULE = re.compile(
    "|".join(re.escape(text).replace(r"\ ", r"\s+") for text in (ALONE, f"; {AT_ONCE}", f"; {AUSSITOT}"))
)


def taking_a_token_again_at_once_is_a_rule_of_these_tables(step: Told) -> Told:
    """It was the usual rule (G-63) when these games were recorded; today they have it as an option."""
    options = {key: item for key, item in step["table"].get(OPTIONS, {}).items() if key != "fate_retake"}
    table = {**step["table"], OPTIONS: options} if OPTIONS in step["table"] else step["table"]
    return {**step, "table": table, "report": OWN_RULE.sub("", step["report"])}


OPTIONS = "living-planet-options"


MORE: tuple[Change, ...] = (
    taking_a_token_again_at_once_is_a_rule_of_these_tables,
    a_full_view_keeps_other_news,
    what_opens_plans_is_kept_apart,
    who_was_silent_and_who_is_back_is_told,
    which_plan_did_not_fit_is_told_and_why,
    a_draft_that_makes_no_sense_is_dropped_with_a_word,
    the_page_is_another,
)
"""Each one removes from today's step what was not recorded at all."""


def as_today(step: Told) -> Told:
    for change in CHANGES:
        step = change(step)
    return step


def as_once(step: Told) -> Told:
    for change in MORE:
        step = change(step)
    return step


def with_ids_counted(step: Told) -> Told:
    """Ids and nonces depend on the bytes of every earlier step; only which of them are equal can be compared."""
    found: dict[str, str] = {}

    def counted(value: Any) -> Any:
        if isinstance(value, dict):
            return {counted(key): counted(item) for key, item in value.items()}
        if isinstance(value, list):
            return [counted(item) for item in value]
        if isinstance(value, str) and DIGEST.match(value):
            return found.setdefault(value, f"id {len(found)}")
        return value

    return counted({**step, "report": SHORT.sub(r"\1id\n", step["report"])})


if __name__ == "__main__":
    print(f"ids: {with_ids_counted.__doc__}")
    for change in (*CHANGES, *MORE):
        print(f"{change.__name__.replace('_', ' ')}: {change.__doc__}")
