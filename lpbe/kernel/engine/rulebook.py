"""A rulebook: the modules of one game, bound in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from msgspec import Struct

from ..base.canonical import Fields, Plain, jcs, to_plain
from ..base.errors import Malformed, Message
from .chance import Chance, Rng
from .events import KERNEL_EVENTS, Answered, DraftDropped, Drafted, PlanDropped, PlanFiled, Stopped
from .extension_points import Around, Listed, collect, collect_around, collect_offers, not_listed
from .game import Game
from .model import (
    Agenda,
    Component,
    Content,
    Counted,
    Event,
    Module,
    Named,
    Order,
    Plan,
    Reaction,
    Roster,
    Row,
    Seat,
    Standing,
    State,
    Step,
    Visibility,
    kebab,
)
from .state_types import Copiers, StateReader, TypeForm, list_struct, specialise, state_type, union

if TYPE_CHECKING:
    from ..language.order_parser import OrderLanguage


E = TypeVar("E", bound=Row)
KERNEL: tuple[type[Component], ...] = (Roster, Agenda, Standing)
read_number = attrgetter("number")


class Rulebook:
    """All that the modules of a game define, ready to be looked up."""

    def __init__(self, modules: tuple[Module, ...], content: Content, clock: str = "") -> None:
        self.modules = modules
        self.components = tuple(c for m in modules for c in (*m.components, *([m.options] if m.options else [])))
        self.clock = next((c for c in self.components if kebab(c.__name__) == clock), None)
        """The component that counts the phases of the game, if it has one."""
        self.steps: dict[str, type[Step]] = {tag(s): s for m in modules for s in m.steps}
        self.rows = content
        self.around: Mapping[type[Step], Around] = collect_around(modules)
        self.offers = collect_offers(modules, self.steps.values())
        self.reactions: Mapping[type[Event], tuple[Reaction, ...]] = self.collect_reactions()
        self.amendments = collect(m.amendments for m in modules)
        self.policies = collect(m.policies for m in (*modules[1:], *modules[:1]))
        self.stop = next((m.stop for m in modules if m.stop), None)
        self.endings = ("", *(why for m in modules for why in m.endings))
        self.packs: dict[type[Row], dict[str, Any]] = {}
        self.order_languages: dict[str, OrderLanguage] = {}
        """How orders are typed, by language; filled by the order parser."""

    def collect_reactions(self) -> Listed[type[Event], tuple[Reaction, ...]]:
        """Return for every listed event what follows from it."""
        events = (*KERNEL_EVENTS, *(event for module in self.modules for event in module.events))
        none: dict[type[Event], tuple[Reaction, ...]] = dict.fromkeys(events, ())
        return Listed(self.modules, "events", none | collect(module.reactions for module in self.modules))

    def rows_of(self, kind: type[E]) -> Mapping[str, E]:
        """Return the rows of a content pack, of all modules together."""
        try:
            return self.packs[kind]
        except KeyError:
            return self.packs.setdefault(kind, self.read_pack(kind))

    def read_pack(self, kind: type[E]) -> dict[str, E]:
        return {
            name: msgspec.convert(row, kind)
            for m in self.modules
            for name, row in self.rows.get(m.name, {}).get(kind.pack, {}).items()
        }

    @cached_property
    def public(self) -> list[type[Component]]:
        return self.components_with(Visibility.PUBLIC)

    @cached_property
    def private(self) -> list[type[Component]]:
        return self.components_with(Visibility.PRIVATE)

    def components_with(self, visibility: Visibility) -> list[type[Component]]:
        """Return the components of one visibility, those of the kernel first."""
        return self.by_visibility[visibility]

    @cached_property
    def by_visibility(self) -> dict[Visibility, list[type[Component]]]:
        known = (*KERNEL, *self.components)
        return {visibility: [kind for kind in known if kind.visibility is visibility] for visibility in Visibility}

    def check_component(self, kind: type[Component]) -> None:
        """Raise NotListed for a component that no module lists."""
        if kind not in self.components and kind not in KERNEL:
            raise not_listed(self.modules, "components", kind)

    @cached_property
    def vocabulary(self) -> dict[str, tuple[str, ...]]:
        """Return what may be typed for a field: the words and rows of all modules together."""
        out: dict[str, tuple[str, ...]] = {}
        for module in self.modules:
            for name, known in module.vocabulary.items():
                for one in known if isinstance(known, tuple) else (known,):
                    out[name] = tuple(dict.fromkeys((*out.get(name, ()), *self.resolve_names(one))))
                out.setdefault(name, ())
        return out

    def resolve_names(self, named: Named) -> Iterable[str]:
        """Return the ids that a module names directly, by their pack, or by a rule."""
        if isinstance(named, str):
            return (named,)
        return self.rows_of(named) if isinstance(named, type) else named(self)

    @cached_property
    def copiers(self) -> Copiers:
        return Copiers()

    @cached_property
    def orders(self) -> dict[str, type[Order]]:
        """Return the orders that answer a question, by tag."""
        return {tag(order): order for offers in self.offers.values() for order in offers}

    @cached_property
    def timeout_only_orders(self) -> frozenset[type[Order]]:
        """Return the orders that only a timeout gives, whatever the question: no player can send them."""
        every = [(kind, offer.timeout_only) for offers in self.offers.values() for kind, offer in offers.items()]
        return frozenset(kind for kind, timeout in every if timeout) - {kind for kind, timeout in every if not timeout}

    @cached_property
    def order_type(self) -> TypeForm:
        plain = union(self.orders.values())
        return union([plain, specialise(Plan, plain)])

    @cached_property
    def order_list(self) -> TypeForm:
        return list_struct(self.order_type)

    @cached_property
    def event_list(self) -> TypeForm:
        return list_struct(self.event_type)

    @cached_property
    def event_type(self) -> TypeForm:
        """Return every event that a log may contain."""
        order = union(self.orders.values())
        step = union(self.steps.values())
        contents = dict.fromkeys((Answered, PlanFiled, PlanDropped, Drafted, DraftDropped), order) | {Stopped: step}
        kernel = [specialise(kind, contents[kind]) if kind in contents else kind for kind in KERNEL_EVENTS]
        return union([*kernel, *(e for m in self.modules for e in m.events)])

    @cached_property
    def state_types(self) -> dict[Visibility, type[Struct]]:
        """Return one struct per visibility with one field per component: the form of a state in files."""
        orders = self.orders.values()
        steps = self.steps.values()
        return {one: state_type(one, self.components_with(one), orders, steps) for one in Visibility}

    @cached_property
    def state_reader(self) -> StateReader:
        return StateReader(self)

    @cached_property
    def counted(self) -> dict[str, Counted]:
        """Return what simulations count, of all modules together."""
        return {name: kind for module in self.modules for name, kind in module.counted.items()}

    def complaints(self, state: State, seat: Seat) -> Iterator[Message]:
        """Return what a seat can see to be wrong with its own part."""
        return (complaint for module in self.modules for complaint in module.judges(state, seat))

    def broken_laws(self, state: State) -> list[str]:
        """Return which invariants of its modules a position breaks."""
        return [f"{module.name}: {law}" for module in self.modules for law in module.laws(state)]

    def table_faults(self, state: State) -> Iterator[str]:
        """Return the names in the public table that do not exist, as far as its modules can tell."""
        return (f"{module.name}: {fault}" for module in self.modules for fault in module.table_faults(state))

    def read_orders(self, raw: Iterable[Plain]) -> list[Order]:
        """Return orders from plain data."""
        raw = list(raw)
        try:
            return [msgspec.convert(order, self.orders[order["order"]]) for order in raw]
        except (msgspec.ValidationError, LookupError, TypeError):
            return self.read_all_kinds(raw)

    def read_all_kinds(self, raw: list[Plain]) -> list[Order]:
        """Return orders and plans from plain data, or say what is wrong; takes longer to prepare."""
        try:
            orders: list[Order] = msgspec.convert({"items": raw}, self.order_list).items
            return orders
        except msgspec.ValidationError as error:
            from ..base.schema_errors import UNKNOWN_ORDER, order_number, schema_message  # saves it for valid orders

            found = schema_message(error)
            if found.template == UNKNOWN_ORDER:
                raise Malformed("E_SCHEMA", found.template, **found.values) from None
            if len(raw) > 1:
                number = order_number(error)
                raise Malformed(
                    "E_SCHEMA", "order {number} is not valid ({error})", number=number, error=found
                ) from None
            raise Malformed("E_SCHEMA", "this is not a valid order ({error})", error=found) from None

    def read_events(self, raw: Iterable[Plain]) -> list[Event]:
        """Return events from plain data."""
        events: list[Event] = msgspec.convert({"items": list(raw)}, self.event_list).items
        return events

    def read_policy(self, policy: Fields) -> Plain:
        """Check a policy, each section by the type of its module, and return it."""
        known = {m.name: m for m in self.modules if m.policy}
        for name, section in policy.items():
            if name not in known:
                raise Malformed(
                    "E_SCHEMA",
                    "there is no policy section '{section}'",
                    "known: {known}",
                    section=name,
                    known=list(known),
                )
            try:
                wanted = msgspec.convert(section, known[name].policy)
            except msgspec.ValidationError:
                from .setting_checks import policy_error  # saves it for policies that can be read

                raise policy_error(self, known[name], section) from None
            for wrong in known[name].audit_policy(self, wanted):
                raise Malformed("E_SCHEMA", "policy section {section}: {error}", section=name, error=wrong)
        return dict(policy)

    def default_policy(self) -> Plain:
        """Return the safe defaults of all modules that have some, as a policy."""
        found = {m.name: m.default_policy for m in self.modules if m.default_policy}
        return dict(to_plain(found))

    def blank(self, seats: Iterable[Seat], options: Mapping[str, Fields]) -> State:
        """Return the state with these seats and options before anything happened."""
        state = State()
        state.book = self
        seats = list(seats)
        for kind in (*KERNEL, *self.components):
            if kind.visibility is Visibility.PRIVATE:
                state.update({(kind, seat): kind() for seat in seats})
            else:
                state[kind] = kind()
        state[Roster].seats = seats
        for module in self.modules:
            if module.options:
                # read from JSON: a value from a file is never the same object as a default, wherever it comes from
                given = msgspec.json.decode(jcs(options.get(module.name, {})))
                state[module.options] = self.read_options(module, given)
        return state

    def read_options(self, module: Module, given: Fields) -> Component:
        """Return the options of a module from plain data."""
        assert module.options
        try:
            return msgspec.convert(given, module.options)
        except msgspec.ValidationError as error:
            from .setting_checks import option_error  # saves it for options that can be read

            raise option_error(self, module, given, error) from None


class Rules(Struct, frozen=True):
    """The rules of one running game: its entry in the registry, and its modules bound."""

    game: Game
    book: Rulebook
    pack: str = ""
    """The hash of the players' own content, if they have any."""
    chance: Callable[[bytes], Chance] = Rng
    """How draws are made from a root; recorded games bring their own."""


def bind(*modules: Module, content: Content | None = None, again: bool = False, clock: str = "") -> Rulebook:
    """Bind a base game and its expansions, in this order; refuse modules that do not fit together.

    With `again` they are not checked: the modules of a game under way were checked when it began.
    """
    if not again:
        check_modules(modules, content or {})
    return Rulebook(modules, content or {}, clock)


def check_modules(modules: tuple[Module, ...], content: Content) -> None:
    from .module_checks import find_conflicts  # saves it for games under way

    if wrong := find_conflicts(modules, KERNEL, content):
        raise Malformed("E_SCHEMA", "these rules contradict each other: {complaints}", complaints=wrong)


def policy_of(view: State, seat: Seat, module: Module) -> Any:
    """Return the section of a seat's policy for a module, typed; None if it has none."""
    section = view[Standing, seat].policy.get(module.name)
    assert module.policy
    return None if section is None else msgspec.convert(section, module.policy)


def phase_of(state: State, window: int) -> int:
    """Return the number of the game's clock; without a clock every window is a phase. Needs only the public state."""
    clock = state.book.clock
    return window if clock is None else clock_number(state, clock)


def clock_number(state: State, clock: type[Component]) -> int:
    """Return the `number` of a component that serves as the game's clock."""
    return int(read_number(state[clock]))


def tag(kind: type[Struct]) -> str:
    """Return the name of an order, event or step in files."""
    return str(kind.__struct_config__.tag)
