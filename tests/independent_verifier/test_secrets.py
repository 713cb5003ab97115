"""What the secrets of a game show: every drawn or sealed thing that is exchanged is noticed."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from .verifier.audit import Audit, walk
from .verifier.canon import Wrong
from .verifier.reading import read_game, read_log
from .verifier.secrets import check_disclosed

GOLDEN = Path(__file__).parent.parent / "golden"


def audit_of(game: str) -> Audit:
    """Return a golden game after level 0, whose data may be changed."""
    folder = GOLDEN / game
    entries = read_log(folder)
    assert entries is not None
    return walk(read_game(folder), entries)


def first_event(audit: Audit, name: str) -> dict[str, Any]:
    """Return the first event of a name."""
    for entry in audit.entries:
        for event in entry["public"].get("events", []):
            if event["event"] == name:
                return event
    raise AssertionError(f"no {name}")


def other_rain(audit: Audit) -> None:
    """A rain of another strength."""
    event = first_event(audit, "rained")
    event["strength"] = event["strength"] % 6 + 1


def other_bag(audit: Audit) -> None:
    """More was dealt."""
    first_event(audit, "dealt")["count"] += 1


def other_leader(audit: Audit) -> None:
    """Another first leader."""
    event = first_event(audit, "leader-chosen")
    event["seat"] = {"red": "blue", "blue": "red"}[event["seat"]]


def other_card(audit: Audit) -> None:
    """Another card of a colour without a seat."""
    event = first_event(audit, "other-revealed")
    event["card"] = event["card"] % 6 + 1


def other_hexes(audit: Audit) -> None:
    """Other hexes were drawn."""
    first_event(audit, "hexes-drawn")["count"] += 1


def other_secret(audit: Audit) -> None:
    """A secret that was not promised."""
    audit.entries[-1]["public"]["disclosed"] = ["0" * 64]


def other_view(audit: Audit) -> None:
    """A view of another seat."""
    seals = audit.game["state"]["seals"]
    seals["red"] = seals["blue"]


def other_drawer(audit: Audit) -> None:
    """A drawer of other bytes."""
    drawer = audit.game["state"]["drawer"]
    audit.game["state"]["drawer"] = ("B" if drawer[0] == "A" else "A") + drawer[1:]


def other_plans(audit: Audit) -> None:
    """A letter that committed to other plans."""
    audit.pairs[0][0]["hidden"]["plans"] = "0" * 64


def other_commit(audit: Audit) -> None:
    """A letter that committed to another order."""
    sealed = [item for letter, _, _ in audit.pairs for item in letter["batch"] if item["order"] == "sealed"]
    sealed[0]["commit"] = "0" * 64


def other_proof(audit: Audit) -> None:
    """The draws of two seats changed places."""
    audit.proofs["red"], audit.proofs["blue"] = audit.proofs["blue"], audit.proofs["red"]


def other_roster(audit: Audit) -> None:
    """Another roster."""
    audit.roster = "0" * 64


SEALED = [other_secret, other_view, other_drawer, other_plans, other_commit, other_proof, other_roster]
CASES = [("pebbles-1", change) for change in [*SEALED, other_bag]]
CASES += [("pebbles-2", change) for change in [other_rain, other_bag]]
CASES += [("living-planet-two", change) for change in [other_leader, other_card, other_hexes]]


@pytest.mark.parametrize(("game", "change"), CASES)
def test_secrets_show_what_was_changed(game: str, change: Callable[[Audit], None]) -> None:
    audit = audit_of(game)
    check_disclosed(audit)
    audit = copy.deepcopy(audit)
    change(audit)
    with pytest.raises(Wrong):
        check_disclosed(audit)
