"""What threatens a seat: the dice that may strike what it has, the certain ones first, and its wounded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import Struct

from ....kernel.base.canonical import Plain
from ....kernel.engine.foresight import Certainty, Fact, Outcome, weaken
from ....kernel.engine.model import Agenda, Seat, State
from ..actions.actions import Act
from ..map.queries import seats, teams_of, tile_of
from ..options import LivingPlanetOptions
from ..presentation_hooks import more_threats
from ..state import CARDS, COLOURS, Hand, Piles, Turn
from ..turn.cataclysms import Cataclysm, by_themselves, candidates
from ..turn.fate import DIE_VALUES, ChangeDie, Fate
from ..turn.leader_step import RECOVER_CARD
from ..turn.turn import Column
from .cataclysm_preview import TURN_OVER, StrikePreview, hexes_with, strike_of, with_die

Nearness = Literal["sure", "shown", "may", "turned"]
NEARNESS: tuple[Nearness, ...] = ("sure", "shown", "may", "turned")
"""How near a threat is: nothing averts it, a die shows it, a card that shows it may come, a die may be turned."""
CHANGE_DIE_CARD = 1
"""LP-CARD1-01: the card that turns a die."""


class Danger(Struct, frozen=True):
    """A strike and the dice that bring it, with one degree of certainty."""

    nearness: Nearness
    preview: StrikePreview
    dice: tuple[str, ...]


def threats(state: State, seat: Seat) -> list[Fact]:
    """Return certain threats first, then those that cost the most points, then those with the most dice."""

    def rank(danger: Danger) -> tuple[int, int, int, str]:
        return (
            NEARNESS.index(danger.nearness),
            danger.preview.points.get(seat, 0),
            -len(danger.dice),
            danger.preview.hex,
        )

    dangers = sorted(dangers_to(state, seat), key=rank)
    known = {(danger.preview.hex, danger.preview.kind) for danger in dangers}
    more = [one for one in more_threats(state, seat) if (one.place, one.values.get("kind")) not in known]
    return [*(threat_fact(danger, seat) for danger in dangers), *more, *wounded_facts(state, seat)]


def threat_fact(danger: Danger, seat: Seat) -> Fact:
    preview = danger.preview
    losses = [weaken(loss, TURN_OVER) for loss in preview.facts(seat) if loss.tone != "good"]
    values: Plain = {"hex": preview.hex, "kind": preview.kind, "dice": list(danger.dice), "losses": losses}
    values["ways"] = len(danger.dice)
    colours = dict.fromkeys(die[:-1] for die in danger.dice)
    return Fact(
        key=f"threat.{danger.nearness}",
        values=values,
        tone="bad",
        place=preview.hex,
        certainty=Certainty.CERTAIN if danger.nearness == "sure" else Certainty.POSSIBLE,
        outcomes=tuple(Outcome("struck", {"hex": preview.hex, "kind": preview.kind, "colour": one}) for one in colours),
        until=TURN_OVER,
    )


def wounded_facts(state: State, seat: Seat) -> list[Fact]:
    hurt = [(name, team.place) for name, team in teams_of(state, seat) if team.wounded]
    return [Fact("threat.wounded", {"team": name, "place": place}, tone="bad", place=place) for name, place in hurt]


def dangers_to(state: State, seat: Seat) -> Iterator[Danger]:
    """Yield one danger for all dice that do the same to a hex."""
    found: dict[tuple[Nearness, str, str], list[str]] = {}
    previews: dict[tuple[str, str, int], StrikePreview] = {}
    keys: dict[tuple[Nearness, str, str], StrikePreview] = {}
    for near, colour, value, hex in strikes_to_come(state, seat):
        tile = tile_of(state, hex)
        die = f"{colour}{value}"
        what = hex, tile.dice[die], tile.sides.get(die, -1)
        if what not in previews:
            previews[what] = strike_of(state, colour, value, hex)
        if previews[what].hits(seat):
            key = near, hex, f"{what[1]}{what[2]}"
            keys[key] = previews[what]
            found.setdefault(key, []).append(die)
    return (Danger(key[0], keys[key], tuple(dice)) for key, dice in found.items())


def strikes_to_come(state: State, seat: Seat) -> Iterator[tuple[Nearness, str, int, str]]:
    """Yield the strikes that others choose, where the reader has something or lava runs: how near, die, value, hex."""
    mine = hexes_with(state, seat)
    for colour, values in dice_due(state, seat).items():
        for value in values:
            hexes = candidates(with_die(state, colour, value), colour)
            for hex in hexes:
                if hex not in mine and not tile_of(state, hex).sides:
                    continue
                if colour != seat or is_forced(state, colour, hex, hexes):
                    yield nearness(state, colour, value, hex, hexes, seat), colour, value, hex


def is_forced(state: State, colour: str, hex: str, hexes: tuple[str, ...]) -> bool:
    """Return whether a die must strike a hex: without a player it strikes all, a player must strike one."""
    return colour not in seats(state) or len(hexes) == 1 or hex in by_themselves(state, colour, hexes)


def nearness(state: State, colour: str, value: int, hex: str, hexes: tuple[str, ...], seat: Seat) -> Nearness:
    """Return how near a strike is (LP-CATA-03, LP-NPC-07).

    A player's only hex is certain once nobody can explore another one for the die.
    """
    turn = state[Turn]
    if turn.dice.get(colour) != value:
        return "turned" if turn.dice or value not in cards_to_come(state, colour, seat) else "may"
    certain = is_forced(state, colour, hex, hexes) and not changeable(state, colour)
    return "sure" if certain and (colour not in seats(state) or not acts_before(state, colour)) else "shown"


def acts_before(state: State, colour: str) -> bool:
    """Return whether somebody still acts before the cataclysms of a die, and so may explore."""
    for step in reversed(state[Agenda].steps):
        if isinstance(step, Cataclysm) and step.colour == colour:
            return False
        if isinstance(step, Column | Act):
            return True
    return True


def changeable(state: State, colour: str) -> bool:
    """Return whether somebody may still turn the die: its owner with a fate token, or the Leader with card 1."""
    return any(step.asks(state) for step in turns_left(state, colour))


def turns_left(state: State, colour: str) -> list[ChangeDie | Fate]:
    """Return the occasions to turn a die that are still to come before its cataclysms."""
    steps = state[Agenda].steps
    if any(isinstance(step, Cataclysm) and step.colour == colour for step in steps):
        return [step for step in steps if isinstance(step, ChangeDie | Fate) and step.colour == colour]
    return [ChangeDie(colour), Fate(colour, "C")]


def turned_values(state: State, colour: str, seat: Seat) -> tuple[int, ...]:
    """Return the values that others than the reader may turn a die to (LP-CARD1-01, LP-FATE-04)."""
    turners = {one for step in turns_left(state, colour) for one in step.asks(state)}
    leader = state[Turn].leader
    if not state[Turn].dice and leader != seat and CHANGE_DIE_CARD in cards_to_come(state, leader, seat):
        turners.add(leader)
    return tuple(DIE_VALUES) if turners - {seat} else ()


def dice_due(state: State, seat: Seat) -> Mapping[str, tuple[int, ...]]:
    """Return the dice whose cataclysms are to come, with the values they may show."""
    shown = dice_shown(state, seat)
    return {
        colour: tuple(dict.fromkeys((*shown.get(colour, ()), *turned_values(state, colour, seat))))
        for colour in (shown if state[Turn].dice else COLOURS)
        if colour in shown or turned_values(state, colour, seat)
    }


def dice_shown(state: State, seat: Seat) -> Mapping[str, tuple[int, ...]]:
    """Return the dice to come with what they show, or with the cards that may be laid."""
    turn = state[Turn]
    steps = state[Agenda].steps
    if not turn.dice:
        return {colour: cards_to_come(state, colour, seat) for colour in COLOURS if colour != seat}
    if not turn.order:
        return {colour: (turn.dice[colour],) for colour in COLOURS if colour in turn.dice}
    now = [step.colour for step in reversed(steps) if isinstance(step, Cataclysm)]
    later = [turn.order[step.number] for step in reversed(steps) if isinstance(step, Column)]
    return {colour: (turn.dice[colour],) for colour in (*now, *later)}


def cards_to_come(state: State, colour: str, reader: Seat) -> tuple[int, ...]:
    """Return the cards that a colour may show next, by what the reader knows of its pile."""
    if colour == reader:
        return tuple(state[Hand, reader].cards)
    piles = state[Piles]
    shown = piles.played.get(colour, ())
    if colour not in seats(state):
        known = state[LivingPlanetOptions].show_played and len(shown) < len(CARDS)
        return tuple(card for card in CARDS if not known or card not in shown)
    back = bool(piles.recovered.get(colour))
    return tuple(card for card in CARDS if card not in shown or (back and card != RECOVER_CARD))
