"""The data of a page on which orders are put together: what can be given, what follows, and what it brings."""

from msgspec import Struct

from ..engine.foresight import Tone


class Asked(Struct, frozen=True, omit_defaults=True):
    """The open question in one sentence, and one line of context."""

    title: str
    context: str = ""
    actions: int = 0
    """How many actions there are in all, if they are counted."""
    spent: int = 0


class GaugeView(Struct, frozen=True, omit_defaults=True):
    """A number that the seat watches: what a change of it is called, and its value now."""

    name: str
    value: int
    icon: str = ""
    one: str = ""
    """The name for a change of one, if that is another."""


class SlotView(Struct, frozen=True, omit_defaults=True):
    """One step of putting an order together: what is asked, and how it is answered.

    `on` is board, menu, order (all of a list, in some order), set (some of a list), path (tiles one after the other,
    see `next`), turn (0 to 5), count (a number) or hand (a hex in hand).
    """

    name: str
    ask: str
    hint: str = ""
    on: str = "menu"
    many: bool = False
    """Whether several may be chosen."""


class KindView(Struct, frozen=True, omit_defaults=True):
    """A kind of order as a card: one that is not offered says why in `off`."""

    title: str
    icon: str
    text: str = ""
    free: bool = False
    ends: bool = False
    slots: list[SlotView] = []
    off: str = ""
    more: bool = False
    """Whether orders of this kind can be typed that are not listed."""
    form: str = ""
    """An order as it is typed, with {SLOT} for the list of an order or set, with spaces between: every list is legal.
    """


class ValueView(Struct, frozen=True, omit_defaults=True):
    """What a value of a slot is called."""

    title: str
    icon: str = ""
    text: str = ""


class FactView(Struct, frozen=True, omit_defaults=True):
    """A consequence of an order: a sentence, whether it is good or bad, where, and whether it is sure."""

    text: str
    tone: Tone = ""
    place: str = ""
    sure: bool = True


class OrderView(Struct, frozen=True, omit_defaults=True):
    """An order as it is typed, its kind, its slots, and what it changes where it was first offered."""

    t: str
    k: str
    v: dict[str, str | list[str]] = {}
    ch: dict[str, int] = {}
    facts: list[int] = []
    """Numbers of facts."""
    at: list[str] = []
    """The places it touches beside those in its slots."""
    path: list[str] = []
    """The places it passes or takes, in order, where there are several."""


class JoinsView(Struct, frozen=True, omit_defaults=True):
    """Pairs of orders, by number, that may be given as one order.

    Each is typed as head, item and tail; together as head, first item, between, second item and tail.
    """

    head: str
    between: str
    tail: str
    pairs: dict[str, list[int]]
    ch: dict[str, int] = {}
    """What to add to the sum of what both change."""


class SizeView(Struct, frozen=True, omit_defaults=True):
    """The cards of an attack, and how many tiles and bends it may have."""

    cards: list[str]
    tiles: int
    bends: int = 0


class PathsView(Struct, frozen=True, omit_defaults=True):
    """How orders of a kind are put together tile by tile, and the form in which they are typed.

    A path goes on straight or turns by a sixth, `beside` has six tiles, "" off the map, and at least one of its tiles
    is `standing`. Without bends each tile is beside the origin or any tile before it, and no tile comes twice.
    """

    form: str
    """The order as it is typed, with {origin}, {tiles} and {cards}; lists have spaces between."""
    origins: list[str]
    """Where it may begin; "" alone if there is nothing to choose."""
    beside: dict[str, list[str]]
    sizes: dict[str, SizeView]
    """By the number of cards."""
    bends: bool = False
    standing: list[str] = []


class Sending(Struct, frozen=True, omit_defaults=True):
    """How orders are sent from this page."""

    mode: str
    command: list[str] = []
    option: str = ""
    mailto: str = ""
    label: str = ""


class NewsEntry(Struct, frozen=True, omit_defaults=True):
    """One thing that happened."""

    text: str
    icon: str = ""
    who: str = ""
    small: str = ""
    at: list[str] = []
    tone: Tone = ""
    step: int = 0


class StandingView(Struct, frozen=True, omit_defaults=True):
    """The points of a seat if the game ended now; `least` and `most` only where they are an estimate."""

    seat: str
    shown: int
    """What everybody can see of them."""
    likely: int
    least: int | None = None
    most: int | None = None


class PageData(Struct, frozen=True, omit_defaults=True):
    """Everything that the script of a seat's page works with, in the language of the reader.

    `orders` are referred to by number. Keys of `after` and `adjust`, and items of `open`, are numbers of orders given
    one after the other, with spaces between; "" is the start.
    """

    seat: str
    game: str
    window: int
    lang: str
    question: Asked
    gauges: dict[str, GaugeView] = {}
    kinds: dict[str, KindView] = {}
    values: dict[str, dict[str, ValueView]] = {}
    orders: list[OrderView] = []
    facts: list[FactView] = []
    after: dict[str, list[int]] = {}
    """What may be given next; sequences after which nothing is offered are left out."""
    adjust: dict[str, dict[str, int]] = {}
    """What to add to the sum of what each order changes, so that it is what all of them change together."""
    open: list[str] = []
    """Sequences after which the seat is asked again, once a draw or somebody else has decided."""
    cut: list[str] = []
    """Sequences beyond which nothing was worked out: more can be typed than is listed."""
    complete: bool = True
    """Whether every legal order is listed at the start."""
    joins: list[JoinsView] = []
    """Pairs of orders, offered at the start, that may be given as one."""
    next: dict[str, PathsView] = {}
    """For kinds of orders that are put together tile by tile."""
    ready: list[str] = []
    send: Sending = Sending("command")
    news: list[NewsEntry] = []
    standing: list[StandingView] = []
    due: str | None = None
