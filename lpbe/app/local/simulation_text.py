"""The results of many simulated games as a table for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...bots.strategies import bot_label
from ...kernel.base.wrapping import columns, pad
from ...kernel.content import packs
from ...kernel.content.packs import Words
from ..session.locale import Locale

LISTED_APART = {
    *("game", "players", "seed", "games", "bots", "seats", "failures", "messages_by", "endings", "spread"),
    "distributions",
}
"""Facts that the table of counts leaves out."""
NAME_WIDTH = 18
NUMBER_WIDTH = 8
COUNT_WIDTH = 26
MESSAGES_WIDTH = 20


def simulation_text(facts: Mapping[str, Any], locale: Locale) -> str:
    words = packs.words(facts["game"], locale.language)
    values = {"count": facts["games"], "game": words.terms.get(facts["game"], facts["game"]), "seats": facts["players"]}
    one = facts["games"] == 1
    head = (
        "{count} game of {game} with {seats}, seed {seed}"
        if one
        else "{count} games of {game} with {seats}, seed {seed}"
    )
    lines = [locale.localise(head, seed=facts["seed"], **values), ""]
    lines += player_rows(words, facts, locale)
    lines += [
        "",
        *(
            row(count_name(words, name, locale), COUNT_WIDTH, [value])
            for name, value in facts.items()
            if name not in LISTED_APART
        ),
    ]
    lines += spread_rows(words, facts["spread"], locale) if facts["spread"] else []
    lines += ending_rows(facts["endings"], locale) if len(facts["endings"]) > 1 else []
    lines += message_rows(words, facts["messages_by"], locale) if "messages_by" in facts else []
    lines += [locale.localise("game {number} failed: {failure}", **one) for one in facts["failures"]]
    return "\n".join(lines)


def row(name: str, width: int, values: list[Any], value_width: int = NUMBER_WIDTH) -> str:
    return pad(name, width) + "".join(pad(str(value), value_width, right=True) for value in values)


def player_rows(words: Words, facts: Mapping[str, Any], locale: Locale) -> Iterator[str]:
    """Yield how often every bot and every seat played and won, and its points."""
    heads = [
        locale.localise("played"),
        locale.localise("wins"),
        locale.localise("shared"),
        locale.localise("points"),
        locale.localise("best"),
    ]
    yield row("", NAME_WIDTH, heads)
    bots = {bot_label(bot): one for bot, one in facts["bots"].items()}
    seats = {words.terms.get(seat, seat): one for seat, one in facts["seats"].items()}
    for name, one in (*bots.items(), *seats.items()):
        yield row(name, NAME_WIDTH, [one[key] for key in ("played", "wins", "shared", "mean_points", "best")])


def spread_rows(words: Words, spread: Mapping[str, Mapping[str, float]], locale: Locale) -> list[str]:
    """Return the minimum, median and maximum of turns and points."""
    heads = [locale.localise("least"), locale.localise("median"), locale.localise("most")]
    names = {"turns": count_name(words, "turns", locale), "points": locale.localise("points")}
    return [
        "",
        row("", NAME_WIDTH, heads),
        *(row(names[name], NAME_WIDTH, list(spread[name].values())) for name in spread),
    ]


def ending_rows(endings: Mapping[str, int], locale: Locale) -> list[str]:
    """Return how often games ended in each way."""
    return [
        "",
        row(locale.localise("ending"), NAME_WIDTH, [locale.localise("games")]),
        *(row(why, NAME_WIDTH, [count]) for why, count in endings.items()),
    ]


def count_name(words: Words, name: str, locale: Locale) -> str:
    """Return what is counted, as the game or this command calls it."""
    usual = {
        "shared": locale.localise("shared"),
        "orders": locale.localise("orders"),
        "messages": locale.localise("messages"),
        "early_messages": locale.localise("early messages"),
        "orders_per_turn": locale.localise("orders per turn"),
        "messages_per_turn": locale.localise("messages per turn"),
    }
    return words.terms.get(f"count.{name}") or usual.get(name) or name.replace("_", " ")


def message_rows(words: Words, by: Mapping[str, Mapping[str, float]], locale: Locale) -> list[str]:
    heads = [count_name(words, name, locale) for name in next(iter(by.values()))]
    width = max(MESSAGES_WIDTH, *(columns(head) + 2 for head in heads))
    lines = [row(policies, NAME_WIDTH, list(one.values()), width) for policies, one in by.items()]
    return ["", row(locale.localise("policies"), NAME_WIDTH, heads, width), *lines]
