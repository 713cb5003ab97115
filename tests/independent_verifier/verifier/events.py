"""The events and steps of games: sections 8.3 to 8.7."""

from __future__ import annotations

from typing import Any

from .canon import Unreadable, need
from .forms import (
    NONE,
    Check,
    Loose,
    Record,
    any_object,
    form,
    integer,
    list_check,
    number,
    one_of,
    table,
    text,
    truth,
    words,
)

KERNEL = """
window-closed
asked seats:S several:b? replace:b?
stopped keep:i steps:E
ended scores:M winners:S why:s?
resigned seat:s
silent seats:S phase:i
returned seat:s
replaced seat:s held:s? missed:i?
stop-agreed seat:s
stop-withdrawn seat:s
"""
PEBBLES = """
bag-filled count:i pebbles:S?
dealt seat:s coins:i count:i pebbles:S?
round-began number:i
bids-shown bids:M
turns-set seats:S
coins-paid seat:s coins:i
coins-taken seat:s coins:i
dug seat:s count:i pebbles:S?
kept seat:s count:i pebble:s? under:S?
laid seat:s pebble:s
sold seat:s pebble:s
turn-ended seat:s
rained seat:s colour:s strength:i
sheltered seat:s pebble:s
washed pebbles:S
counted seat:s coins:i pebbles:i
"""
MOSS = """
moss-grew pebbles:S
moss-lost pebbles:S
"""
PLANET = """
paid seat:s amount:i
earned seat:s amount:i
cubes-spent seat:s resource:s count:i
team-arrived team:s seat:s place:p kind:s?
team-moved team:s place:p kind:s?
team-wounded team:s
team-healed team:s
team-lost team:s kind:s?
chip-placed seat:s place:p
chip-lost place:p
die-set colour:s value:i
options-settled edition:s
start-laid hex:s at:c?
hexes-made tiles:T
colony-founded seat:s place:p
bank-filled cubes:M price:i money:i
equipped seat:s money:i goods:M?
decks-shuffled hexes:S market:S others:O sizes:I
leader-chosen seat:s
turn-began number:i leader:s turns:i
column-began column:i colour:s
production-called value:i
actions-called seat:s value:i
hand-refilled seat:s
card-revealed seat:s card:i
other-revealed colour:s card:i
other-shuffled colour:s cards:I?
effect-began card:i
dice-arranged dice:S
doubled resource:s
resource-removed resource:s
card-recovered seat:s card:i?
fate-used seat:s
effect-used card:i
produced seat:s place:p resource:s count:i
fate-taken seat:s
actions-ended seat:s
hexes-drawn seat:s count:i hexes:S?
hex-placed seat:s hex:s at:c turn:i?
hex-shown seat:s hex:s
hex-buried seat:s hex:s
exploration-failed seat:s
hexes-returned seat:s count:i hexes:S?
building-taken seat:s place:p
built seat:s building:s tile:s place:p value:i?
price-moved resource:s price:i
crashed resource:s price:i
cubes-bought seat:s resource:s count:i money:i
cubes-sold seat:s resource:s count:i money:i
market-drawn seat:s count:i cards:S?
market-shuffled count:i cards:S?
card-chosen seat:s card:s count:i
cataclysm-called colour:s value:i
hexes-triggered colour:s hexes:S
protected seat:s hexes:S
struck hex:s kind:s colour:s
building-lost place:p tile:s
colony-lost seat:s place:p
exhausted resource:s
nothing-exhausted
purse-shown seat:s money:i cubes:M
scored seat:s buildings:i vehicles:i money:i other:i?
"""
WORLD = """
pile-shuffled kind:s count:i cards:S?
cards-drawn seat:s count:i cards:S?
discarded seat:s cards:S
fault-opened fault:i tile:s
factory-placed seat:s tile:s
bags-filled continents:S?
bag-taken seat:s bag:i
capital-drawn seat:s shown:b continent:s? city:s?
hat-passed seat:s
round-began number:i
humans-began seats:S pool:i
announced kind:s origin:s cards:S
aimed tiles:S
fizzled cards:S
blocked seat:s tile:s card:s paid:s
tiles-taken tiles:S
city-destroyed city:s tile:s
spared tiles:S
shields-used tiles:S
capital-lost seat:s city:s continent:s
exploded tile:s degrees:i
attack-over
heat-played cards:S
warmed heat:i factories:i cards:i combos:i
cards-laid count:i level:i cards:S? groups:S?
combos-shown combos:S
resource-laid seat:s card:s to:s
paid seat:s shared:i cards:S? pot:S?
cooled seat:s heat:i
shield-placed seat:s tile:s
shield-moved seat:s tile:s to:s
green-built seat:s site:s back:b?
ark-built seat:s continent:s
"""
ARBORIA = """
oxygen-found seat:s hex:s turn:i
oxygen-held hex:s stars:i seats:S
oxygen-counted
fire-set hex:s origin:s?
fire-out hex:s
extinguished seat:s hex:s
not-extinguished hex:s
team-fled team:s place:p
fire-driven seat:s hex:s onto:s
platform-laid seat:s place:p useless:b?
platform-lost place:p
lava-flowed hex:s
lava-faded hex:s
volcano-looms hex:s
dam-built seat:s hex:s material:s
dam-broken hex:s material:s
dam-held hex:s
"""
AQUARIUS = """
port-founded seat:s place:p tile:s value:i
pool-shown seat:s pool:S?
hex-picked seat:s hex:s?
wall-built seat:s place:p resource:s useless:b?
wall-upgraded seat:s place:p
wall-spent place:p
wall-gone place:p
landing-failed team:s place:p
drawn-in team:s place:p
"""
STEPS = {
    "planet-2116": """
choose-fault
found seat:s
fill-bags
pick-bag seat:s bags:I
deal
begin-round number:i
assault
declare
block
strike
warm
prepare
begin-humans
human-turn seat:s laid:b?
end-turn seat:s hat:b?
""",
    "pebbles": """
begin-round number:i
bid
turn seat:s done:S?
draw seat:s
sort seat:s
point seat:s
rain seat:s colour:s
shelter colour:s strength:i
wash colour:s strength:i
score
""",
    "moss": """
creep
""",
    "living-planet": """
shuffle-decks
begin-turn number:i
column number:i
call-production
call-actions seat:s
end-turn number:i
select-cards
reveal-others
recover-only seat:s
lead seat:s arranged:b? chosen:b?
fate colour:s row:R
change-die colour:s
produce seat:s
call-early seat:s
act seat:s taken:S?
draw-hexes seat:s count:i buried:S?
survey seat:s
lay-hex seat:s
put-back seat:s
bury-hexes seat:s
draw-market seat:s count:i
deal seat:s volume:i
cataclysm colour:s
unleash colour:s hexes:S
trigger seat:s colour:s hexes:S anyhow:S?
protect colour:s hexes:S
tornado hex:s by:s safe:P?
geyser hex:s by:s safe:P?
earthquake hex:s by:s safe:P?
take-damage hex:s safe:P?
hurt-outside hex:s kind:s
exhaust seat:s
score why:s?
""",
    "arboria": """
count-oxygen
fire hex:s by:s safe:P? origin:s?
extinguish hex:s origin:s?
ignite hex:s origin:s?
perish hex:s
scorch hex:s
flee-fire hex:s
spread-fire hex:s by:s
flood hex:s by:s safe:P?
set-volcano seat:s hex:s buried:S?
eruption hex:s by:s safe:P?
tend-culture seat:s place:p
""",
    "aquarius": """
settle-island
set-port seat:s
show-pool seat:s nth:i
pick-one seat:s nth:i
pick-together rounds:i
use-port seat:s
crumble hex:s
tidal-wave hex:s by:s safe:P?
brace hex:s kind:s
save-in-turn seat:s hex:s kind:s
save-together hex:s kind:s seats:S
maelstrom hex:s by:s safe:P?
resist hex:s drawn:S? on:S?
set-maelstrom seat:s hex:s buried:S?
arrange-strikes seat:s colour:s hexes:S
""",
}
CELL = form(r"(0|-?[1-9][0-9]?),(0|-?[1-9][0-9]?)")
DIE = form(r"(red|blue|yellow|green)[1-6]")
NAME = words(0, 24)
NAMES = list_check(NAME, 0, 24)
ZONE = Loose(edges=(list_check(number(0, 5), 0, 6), []), ground=(NAME, NONE), borders=(NAMES, []))
TILE = Loose(
    edges=form(r"[A-Z]{6}"),
    spots=(NAMES, []),
    dice=(table(DIE, NAME, 24), {}),
    traits=(NAMES, []),
    players=(number(0, 99), 0),
    deck=(NAME, NONE),
    grounds=(NAMES, []),
    zones=(table(form(r"[A-Z][A-Z0-9]{0,3}"), ZONE, 12), {}),
    beside=(list_check(NAMES, 0, 24), []),
    sides=(table(DIE, number(0, 5), 24), {}),
)
FORMS: dict[str, tuple[Check, Any]] = {
    "s": (text, ""),
    "p": (NAME, ""),
    "c": (CELL, "0,0"),
    "P": (list_check(NAME), []),
    "i": (integer, 0),
    "b": (truth, False),
    "R": (one_of("A", "B", "C"), ""),
    "S": (list_check(text), []),
    "I": (list_check(integer), []),
    "M": (table(text, integer), {}),
    "O": (table(text, list_check(integer)), {}),
    "T": (table(text, TILE), {}),
    "E": (list_check(any_object), []),
    "X": (lambda value: None, NONE),
}
OTHER_DEFAULTS = {("team-arrived", "kind"): NONE, ("start-laid", "at"): "0,0"}


Event = dict[str, Any]


def forms(rows: str, mark: str) -> dict[str, Record]:
    """Return the forms of events or steps, by their names."""
    found = {}
    for row in rows.split("\n"):
        name, *fields = row.split() or [""]
        shape: dict[str, Any] = {mark: text}
        for field in fields:
            key, kind = field.rstrip("?").split(":")
            check, default = FORMS[kind]
            default = OTHER_DEFAULTS.get((name, key), default)
            shape[key] = (check, default) if field.endswith("?") else check
        found[name] = Loose(**shape)
    found.pop("")
    return found


def modules(genesis: dict[str, Any]) -> list[str]:
    """Return the game and its expansions."""
    names = [genesis["rules"], *genesis["expansions"]]
    known = {"pebbles": {"moss"}, "living-planet": {"arboria", "aquarius"}, "planet-2116": set[str]()}
    if names[0] not in known or set(names[1:]) - known[names[0]] or len(set(names)) != len(names):
        raise Unreadable("other rules")
    return names


def event_forms(genesis: dict[str, Any]) -> dict[str, Record]:
    """Return all events that may happen in a game."""
    rows = {
        "pebbles": PEBBLES,
        "moss": MOSS,
        "living-planet": PLANET,
        "arboria": ARBORIA,
        "aquarius": AQUARIUS,
        "planet-2116": WORLD,
    }
    return forms(KERNEL + "".join(rows[name] for name in modules(genesis)), "event")


def step_forms(genesis: dict[str, Any]) -> dict[str, Record]:
    """Return all steps that an agenda may hold."""
    return forms("".join(STEPS[name] for name in modules(genesis)), "step")


def check_named(value: dict[str, Any], mark: str, shapes: dict[str, Record]) -> None:
    """An event or a step of its form."""
    need(isinstance(value.get(mark), str) and value[mark] in shapes, f"an unknown {mark}")
    shapes[value[mark]](value)
