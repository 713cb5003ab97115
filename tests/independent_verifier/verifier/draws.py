"""What is drawn: section 7.5."""

from __future__ import annotations

from typing import Any

from .canon import need, same
from .events import Event
from .planet import EDITION_NAMES, EDITIONS
from .streams import Stream

UNKNOWN = object()
COLOURS = ("red", "blue", "yellow", "green")
GOODS = ("electricity", "iron", "mycelium", "oil", "vibranium")


STARTS = {2: "2", 3: "3", 4: "A"}
"""The start tile for so many players, unless an option names one."""


def start_tile(options: dict[str, Any], seats: list[str]) -> str:
    """Return the hex in the middle."""
    wanted: str = options.get("start_tile", "auto")
    return STARTS[len(seats)] if wanted == "auto" else wanted


def market_cards(deck: str) -> list[str]:
    """Return the ids of the market cards, ascending."""
    cards = []
    for goods in GOODS:
        low = ("-2", "-3") if deck == "fr" and goods in ("iron", "oil", "vibranium") else ("-1", "-2")
        cards += [goods + sign for sign in ("+1", "+2", "+3", *low)]
    return sorted(cards)


def fits(followed: list[Any], shown: list[Any]) -> bool:
    """Return whether a pile is what is known of it."""
    return len(followed) == len(shown) and all(
        one is UNKNOWN or one == two for one, two in zip(followed, shown, strict=True)
    )


class PebbleDraws:
    """What was drawn in a game of pebbles."""

    def __init__(self, root: bytes, genesis: dict[str, Any]) -> None:
        """The bag at the start."""
        self.root, self.number = root, 0
        ids = [f"p{count:02d}" for count in range(1, 25)]
        if "moss" in genesis["expansions"]:
            ids += [f"m{count:02d}" for count in range(1, 7)]
        self.bag: list[Any] = Stream(root, "bag").shuffle(sorted(ids))

    def follow(self, event: Event) -> None:
        """One event."""
        name = event["event"]
        if name == "round-began":
            self.number = event["number"]
        elif name == "rained":
            drawn = 1 + Stream(self.root, f"rain/{self.number}").below(6)
            need(event["strength"] == drawn, "another rain was drawn")
        elif name in ("dealt", "dug"):
            del self.bag[: event["count"]]
        elif name == "kept":
            self.bag += [UNKNOWN] * event["count"]
        elif name == "sold":
            self.bag.append(event["pebble"])
        elif name == "washed":
            self.bag += event["pebbles"]

    def compare(self, box: dict[str, Any]) -> None:
        """What the drawer holds at the end."""
        need(fits(self.bag, box.get("bag", {}).get("pebbles", [])), "the bag is another one")


class PlanetDraws:
    """What was drawn in a game of Living Planet."""

    def __init__(self, root: bytes, genesis: dict[str, Any]) -> None:
        """The decks at the start."""
        self.root, self.number, self.seats = root, 0, [seat["id"] for seat in genesis["seats"]]
        self.options = genesis["options"].get("living-planet", {})
        self.standard = "pack" not in genesis
        others = [colour for colour in COLOURS if colour not in self.seats]
        self.others = {colour: Stream(root, f"deck/planet/{colour}/1").shuffle([1, 2, 3, 4, 5, 6]) for colour in others}
        self.first = True
        deck = self.options.get("hex_deck", 24)
        skipped = {"H04", "H12", "H20"} if deck != 24 else set()
        late = {"A", "B", "3", "2"} - {start_tile(self.options, self.seats)} if deck == "literal" else set()
        land = sorted({f"H{count:02d}" for count in range(1, 25)} - skipped)
        self.water = genesis["options"].get("aquarius", {}) if "aquarius" in genesis["expansions"] else None
        self.steps: list[tuple[int, list[Any]]] = []
        """How many were taken from the front of the hexes, and what was put behind them."""
        self.late, self.land = late, land
        edition = EDITION_NAMES.index(self.options.get("edition", "merged"))
        cards = market_cards(self.options.get("market_deck", EDITIONS["market_deck"][edition]))
        self.wild: list[str] = []
        if "arboria" in genesis["expansions"]:
            self.wild, self.late = [*(f"O{count}" for count in range(1, 8)), "VOL"], set()
            cards = sorted([*cards, *(f"wood{step}" for step in ("+1", "+2", "+3", "-1", "-2"))])
        self.market: list[Any] = Stream(root, "deck/market").shuffle(cards)

    def pools(self) -> dict[str, list[str]]:
        """Return the hexes that the deck is made of where there is water, and how many of each."""
        assert self.water is not None
        own = self.water.get("custom", {}) if self.water.get("scenario") == "custom" else {}
        pools = {
            "land": (self.land, own.get("land", 12)),
            "open": ([f"AQ{count:02d}" for count in range(1, 7)], own.get("sea", 3)),
            "shore": ([f"AQ{count:02d}" for count in range(7, 19)], own.get("shore", 8)),
            "maelstrom": (["AQ19"], int(own.get("maelstrom", True))),
        }
        return {name: self.some(name, *pool) for name, pool in pools.items()}

    def some(self, name: str, hexes: list[str], count: int) -> list[str]:
        """Return so many of a pool."""
        return hexes if count >= len(hexes) else Stream(self.root, f"deck/hexes/{name}").shuffle(hexes)[:count]

    def deck(self, box: dict[str, Any]) -> list[Any]:
        """Return the hexes at the start, by what was picked, and then as they were drawn and put back."""
        if self.water is None and self.wild:
            chosen = set(self.some("land", self.land, 15))
        elif self.water is None:
            chosen = {*self.land, *self.late}
        elif self.water.get("scenario", "aquarius") == "aquarius":
            chosen = {*(f"AQ{count:02d}" for count in range(1, 20)), *box.get("picked-hexes", {}).get("hexes", [])}
        else:
            chosen = {*self.late, *(hex for pool in self.pools().values() for hex in pool)}
        hexes: list[Any] = Stream(self.root, "deck/hexes").shuffle(sorted({*chosen, *self.wild}))
        for count, behind in self.steps:
            hexes = [*hexes[count:], *behind]
        return hexes

    def follow(self, event: Event) -> None:
        """One event."""
        name = event["event"]
        if name == "turn-began":
            self.number = event["number"]
        elif name == "leader-chosen":
            self.leader(event["seat"])
        elif name == "other-revealed":
            self.reveal(event["colour"], event["card"])
        elif name == "other-shuffled" and self.number > 1:
            label = f"deck/planet/{event['colour']}/{self.number}"
            self.others[event["colour"]] = Stream(self.root, label).shuffle([1, 2, 3, 4, 5, 6])
        elif name == "hexes-drawn":
            self.steps.append((event["count"], []))
        elif name == "hexes-returned":
            self.steps.append((0, [UNKNOWN] * event["count"]))
        elif name == "hex-buried":
            self.steps.append((0, [event["hex"]]))
        elif name == "market-drawn":
            del self.market[: event["count"]]
        elif name == "market-shuffled":
            self.market += [UNKNOWN] * event["count"]

    def leader(self, seat: str) -> None:
        """The first leader is drawn, unless an option says who."""
        if self.first and self.options.get("first_leader", "random") == "random":
            drawn = self.seats[Stream(self.root, "first-leader").below(len(self.seats))]
            need(seat == drawn, "another leader was drawn")
        self.first = False

    def reveal(self, colour: str, card: int) -> None:
        """The front card, which then goes to the end."""
        cards = self.others[colour]
        need(cards[0] == card, "another card was drawn")
        self.others[colour] = [*cards[1:], card]

    def compare(self, box: dict[str, Any]) -> None:
        """What the drawer holds at the end."""
        decks = box.get("decks", {})
        need(same(self.others, decks.get("others", {})), "the cards of the others are not these")
        if self.standard:
            need(fits(self.deck(box), decks.get("hexes", [])), "the hexes are not these")
            need(fits(self.market, decks.get("market", [])), "the market is not this one")


class WorldDraws:
    """What was drawn in a game of 2116."""

    def __init__(self, root: bytes, genesis: dict[str, Any]) -> None:
        """Nothing is shuffled yet."""
        self.root, self.shuffles = root, 0
        self.piles: dict[str, list[Any]] = {"planet": [], "human": []}
        self.lying: dict[str, list[str]] = {
            "planet": [f"P{count:02d}" for count in range(1, 20)],
            "human": [f"U{count:02d}" for count in range(1, 37)],
        }
        self.bags = Stream(root, "bags").shuffle(["pon", "lev", "mer"])
        self.bag = 0

    def follow(self, event: Event) -> None:
        """One event."""
        name = event["event"]
        if name == "pile-shuffled":
            self.shuffle("planet" if event["kind"] == "planet" else "human", event["count"])
        elif name == "cards-drawn":
            del self.piles["planet" if event["seat"] == "planet" else "human"][: event["count"]]
        elif name in ("announced", "fizzled", "heat-played"):
            self.lying["planet"] += event["cards"]
        elif name == "discarded":
            self.lying["human"] += event["cards"]
        elif name == "blocked":
            self.lying["human"] += [event["card"], event["paid"]]
        elif name == "paid":
            self.lying["human"] += [*event.get("cards", []), *event.get("pot", [])]
        elif name == "bag-taken":
            self.bag = event["bag"] - 1
        elif name == "capital-drawn":
            self.capital(event)

    def shuffle(self, kind: str, count: int) -> None:
        """All cards at first, then those that were discarded."""
        cards = sorted(self.lying[kind])
        need(len(cards) == count, "another number of cards is shuffled")
        self.piles[kind] = Stream(self.root, f"pile/{kind}/{self.shuffles}").shuffle(cards)
        self.lying[kind] = []
        self.shuffles += 1

    def capital(self, event: Event) -> None:
        """The continent is that of the bag."""
        need(not event["shown"] or event.get("continent") == self.bags[self.bag], "another continent was drawn")
        self.bag += 1

    def compare(self, box: dict[str, Any]) -> None:
        """What the drawer holds at the end."""
        decks = box.get("decks", {})
        for kind, pile in self.piles.items():
            need(fits(pile, decks.get(kind, [])), "a pile is another one")
        need(same(self.bags, box.get("bags", {}).get("continents", [])) or not self.bag, "the bags are not these")
