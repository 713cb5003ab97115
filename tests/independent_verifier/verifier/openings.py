"""What is made public of letters: section 6."""

from __future__ import annotations

from typing import Any

from .canon import jcs, need, tagged_hash


def context(letter: dict[str, Any]) -> tuple[Any, ...]:
    """Return the five parts that a letter's commitment depends on."""
    return letter["game"], letter["window"], letter["seat"], letter["kind"], letter["rev"]


def check_opening(opening: dict[str, Any], letters: dict[str, dict[str, Any]], replaced: set[str]) -> None:
    """An opening shows what its letter committed to."""
    need(opening["order"] in letters, "an opening of no letter")
    letter = letters[opening["order"]]
    need(("index" in opening) != ("others" in opening), "an opening of neither kind")
    nonce, value = bytes.fromhex(opening["r"]), jcs(opening["v"])
    if "index" in opening:
        need(opening["order"] not in replaced, "an opening of a replaced letter")
        need(opening["index"] < len(letter["batch"]), "an opening of no order")
        item = letter["batch"][opening["index"]]
        need(item.get("order") == "sealed", "an opening of what was not sealed")
        commit = tagged_hash("commit", *context(letter), opening["index"], nonce, value)
        need(item.get("commit") == commit, "a false opening")
        return
    plan = tagged_hash("plan", *context(letter), nonce, value)
    need("hidden" in letter, "a plan of a letter without plans")
    need(letter["hidden"]["plans"] == tagged_hash("plans", *sorted([plan, *opening["others"]])), "a false plan")
