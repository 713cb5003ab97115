"""A rulebook: the modules of one game, bound in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property, reduce
from operator import or_
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, get_origin

import msgspec
from msgspec import Struct, structs

from ..base.canon import Fields, Plain, data, jcs
from ..base.errors import Malformed, Message
from .chance import Chance, Rng
from .events import KERNEL_EVENTS, Answered, DraftDropped, Drafted, PlanDropped, PlanFiled, Stopped
from .rules import (
    Agenda,
    Component,
    Content,
    Counted,
    Drawer,
    Event,
    Game,
    Module,
    Named,
    Offer,
    Order,
    Plan,
    Question,
    Roster,
    Row,
    Seat,
    Standing,
    State,
    Step,
    Wrapping,
    kebab,
)

if TYPE_CHECKING:
    from ..words.grammar import OrderLanguage


E = TypeVar("E", bound=Row)
KERNEL: tuple[type[Component], ...] = (Roster, Agenda, Standing)
K = TypeVar("K")
V = TypeVar("V")
S = TypeVar("S", bound=Struct)
LESSONS = 8
"""How often a process learns a few more steps and orders before it learns all of them."""
Around: TypeAlias = Mapping[type[Step], tuple[tuple[Wrapping, ...], tuple[Wrapping, ...]]]
TypeForm: TypeAlias = Any
"""A class, or a union of classes that is known only now: msgspec reads by it, and no checker has a word for it."""


class Rulebook:
    """All that the modules say, ready to be looked up."""

    def __init__(self, modules: tuple[Module, ...], content: Content, clock: str = "") -> None:
        self.modules = modules
        self.components = tuple(c for m in modules for c in (*m.components, *([m.options] if m.options else [])))
        self.clock = next((c for c in self.components if kebab(c.__name__) == clock), None)
        """The component that counts the phases of the game, if it has one."""
        self.steps: dict[str, type[Step]] = {tag(s): s for m in modules for s in m.steps}
        self.rows = content
        self.around: Around = surroundings(modules)
        self.offers = offers(modules, self.steps.values())
        self.reactions = gathered(m.reactions for m in modules)
        self.amendments = gathered(m.amendments for m in modules)
        self.policies = gathered(m.policies for m in (*modules[1:], *modules[:1]))
        self.stop = next((m.stop for m in modules if m.stop), None)
        self.endings = ("", *(why for m in modules for why in m.endings))
        self.packs: dict[type[Row], dict[str, Any]] = {}
        self.order_languages: dict[str, OrderLanguage] = {}
        """How orders are typed, by language; kept by the grammar."""

    def rows_of(self, kind: type[E]) -> Mapping[str, E]:
        """The rows of a content pack, all modules' together."""
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
        return self.kinds(Drawer.TABLE)

    @cached_property
    def screened(self) -> list[type[Component]]:
        return self.kinds(Drawer.SCREEN)

    @cached_property
    def vocabulary(self) -> dict[str, tuple[str, ...]]:
        """What may be typed for a field: all modules' words and rows together."""
        out: dict[str, tuple[str, ...]] = {}
        for module in self.modules:
            for name, known in module.vocabulary.items():
                for one in known if isinstance(known, tuple) else (known,):
                    out[name] = tuple(dict.fromkeys((*out.get(name, ()), *self.called(one))))
                out.setdefault(name, ())
        return out

    def called(self, one: Named) -> Iterable[str]:
        """The ids that a module names by themselves, by their pack, or by a rule."""
        if isinstance(one, str):
            return (one,)
        return self.rows_of(one) if isinstance(one, type) else one(self)

    @cached_property
    def copiers(self) -> Copiers:
        return Copiers()

    @cached_property
    def orders(self) -> dict[str, type[Order]]:
        return {tag(order): order for offered in self.offers.values() for order in offered}

    @cached_property
    def silent(self) -> frozenset[type[Order]]:
        """The orders that silence gives somewhere and nobody anywhere: no player can send them."""
        every = [(kind, offer.silent) for offered in self.offers.values() for kind, offer in offered.items()]
        return frozenset(kind for kind, silent in every if silent) - {kind for kind, silent in every if not silent}

    @cached_property
    def order_type(self) -> TypeForm:
        plain = union(self.orders.values())
        return union([plain, generic_of(Plan, plain)])

    @cached_property
    def order_list(self) -> TypeForm:
        return list_struct(self.order_type)

    @cached_property
    def event_list(self) -> TypeForm:
        return list_struct(self.event_type)

    @cached_property
    def event_type(self) -> TypeForm:
        """Every event that can stand in a log."""
        plain, step = union(self.orders.values()), union(self.steps.values())
        special = dict.fromkeys((Answered, PlanFiled, PlanDropped, Drafted, DraftDropped), plain) | {Stopped: step}
        kernel = [generic_of(kind, special[kind]) if kind in special else kind for kind in KERNEL_EVENTS]
        return union([*kernel, *(e for m in self.modules for e in m.events)])

    @cached_property
    def drawers(self) -> dict[Drawer, type[Struct]]:
        """One struct a drawer, a field a component: how the parts of a state stand in files."""
        return {drawer: self.drawer_type(drawer, self.orders.values(), self.steps.values()) for drawer in Drawer}

    def drawer_type(self, drawer: Drawer, orders: Iterable[type[Order]], steps: Iterable[type[Step]]) -> type[Struct]:
        """A drawer in which these orders and steps may lie."""
        held: dict[type[Component], Iterable[type[Struct]]] = {Agenda: steps, Standing: orders}
        kinds = [(kind, generic_of(kind, union(held[kind])) if kind in held else kind) for kind in self.kinds(drawer)]
        return msgspec.defstruct(
            drawer.value,
            [(field_name(k), t, msgspec.field(default_factory=k, name=kebab(k.__name__))) for k, t in kinds],
            forbid_unknown_fields=True,
            omit_defaults=True,
        )

    @cached_property
    def narrow(self) -> Narrow:
        return Narrow(self)

    @cached_property
    def counted(self) -> dict[str, Counted]:
        """What simulations count, all modules' together."""
        return {name: kind for module in self.modules for name, kind in module.counted.items()}

    def complaints(self, state: State, seat: Seat) -> Iterator[Message]:
        """What a seat can see to be wrong with its own part."""
        return (told for module in self.modules for told in module.judges(state, seat))

    def broken_laws(self, state: State) -> list[str]:
        """What is wrong with a position, as its modules see it."""
        return [f"{module.name}: {told}" for module in self.modules for told in module.laws(state)]

    def kinds(self, drawer: Drawer) -> list[type[Component]]:
        return self.by_drawer[drawer]

    @cached_property
    def by_drawer(self) -> dict[Drawer, list[type[Component]]]:
        known = (*KERNEL, *self.components)
        return {drawer: [kind for kind in known if kind.drawer is drawer] for drawer in Drawer}

    def read_orders(self, raw: Iterable[Plain]) -> list[Order]:
        raw = list(raw)
        try:
            return [msgspec.convert(order, self.orders[order["order"]]) for order in raw]
        except (msgspec.ValidationError, LookupError, TypeError):
            return self.read_all_kinds(raw)

    def read_all_kinds(self, raw: list[Plain]) -> list[Order]:
        """Plans too, and with a word on what is wrong; takes longer to prepare."""
        try:
            orders: list[Order] = msgspec.convert({"items": raw}, self.order_list).items
            return orders
        except msgspec.ValidationError as error:
            from ..base.misfit import misfit  # saves it for orders that can be read

            raise Malformed("E_SCHEMA", "this is not an order of this game: {error}", error=misfit(error)) from None

    def read_events(self, raw: Iterable[Plain]) -> list[Event]:
        events: list[Event] = msgspec.convert({"items": list(raw)}, self.event_list).items
        return events

    def read_policy(self, policy: Fields) -> Plain:
        """A policy has a section a module; each is checked by its module's own type."""
        known = {m.name: m for m in self.modules if m.policy}
        for name, section in policy.items():
            if name not in known:
                raise Malformed(
                    "E_SCHEMA",
                    "no policy section is called '{section}'",
                    "known: {known}",
                    section=name,
                    known=list(known),
                )
            try:
                wanted = msgspec.convert(section, known[name].policy)
            except msgspec.ValidationError:
                from .policy_lines import complaint  # saves it for policies that can be read

                raise complaint(self, known[name], section) from None
            for wrong in known[name].audit_policy(self, wanted):
                raise Malformed("E_SCHEMA", "policy section {section}: {error}", section=name, error=wrong)
        return dict(policy)

    def default_policy(self) -> Plain:
        """The safe defaults of every module that has some, as a policy."""
        found = {m.name: m.default_policy for m in self.modules if m.default_policy}
        return dict(data(found))

    def blank(self, seats: Iterable[Seat], options: Mapping[str, Fields]) -> State:
        """An empty table with its seats, before anything happened."""
        state = State()
        state.book = self
        seats = list(seats)
        for kind in (*KERNEL, *self.components):
            if kind.drawer is Drawer.SCREEN:
                state.update({(kind, seat): kind() for seat in seats})
            else:
                state[kind] = kind()
        state[Roster].seats = seats
        for module in self.modules:
            if module.options:
                # read from JSON: what a file says is never the very object of a default, whoever brings it
                given = msgspec.json.decode(jcs(options.get(module.name, {})))
                state[module.options] = self.read_options(module, given)
        return state

    def read_options(self, module: Module, given: Fields) -> Component:
        assert module.options
        try:
            return msgspec.convert(given, module.options)
        except msgspec.ValidationError as error:
            from .option_lines import complaint  # saves it for options that can be read

            raise complaint(self, module, given, error) from None


class Narrow:
    """How drawers are read by a process that reads few: to learn every step and order takes longer than all else."""

    def __init__(self, book: Rulebook) -> None:
        self.book, self.lessons = book, 0
        self.known: dict[Drawer, tuple[set[str], type[Struct]]] = {}

    def read(self, drawer: Drawer, raw: Plain) -> Struct:
        """By what lies there alone; what does not fit that is read by all there is, which tells what is wrong."""
        text = jcs(raw)
        if self.lessons < LESSONS:
            try:
                return msgspec.json.decode(text, type=self.type_for(drawer, raw))
            except msgspec.ValidationError:
                pass
        return msgspec.json.decode(text, type=self.book.drawers[drawer])

    def type_for(self, drawer: Drawer, raw: Plain) -> type[Struct]:
        """A drawer for what lies in this one and lay in those before."""
        seen, kind = self.known.get(drawer, (set[str](), None))
        found = {*tags_in(raw.get("agenda"), "step"), *tags_in(raw.get("standing"), "order")}
        if kind is None or not found <= seen:
            self.lessons += 1
            seen |= found
            kind = self.book.drawer_type(drawer, some(self.book.orders, seen), some(self.book.steps, seen))
            self.known[drawer] = seen, kind
        return kind


def tags_in(raw: TypeForm, field: str) -> Iterator[str]:
    """What plain data have under this name, at any depth: the kinds of things, and perhaps more."""
    if isinstance(raw, dict):
        if isinstance(found := raw.get(field), str):
            yield found
        raw = list(raw.values())
    if isinstance(raw, list):
        for part in raw:
            yield from tags_in(part, field)


def some(known: Mapping[str, type[S]], names: set[str]) -> list[type[S]]:
    """Those that are named; where none is, any one, for a union has no room for nothing."""
    return [kind for name, kind in known.items() if name in names] or [next(iter(known.values()))]


class Rules(Struct, frozen=True):
    """The rules of one running game: what the registry says, bound."""

    game: Game
    book: Rulebook
    pack: str = ""
    """The hash of the players' own content, if they have any."""
    chance: Callable[[bytes], Chance] = Rng
    """How draws are made of a root; recorded games bring their own."""


def bind(*modules: Module, content: Content | None = None, again: bool = False, clock: str = "") -> Rulebook:
    """Bind a base game and its expansions, in this order; modules that do not fit together are refused.

    What a game was begun with has been bound before, and is not looked through `again` at every step.
    """
    if not again:
        check_contract(modules, content or {})
    return Rulebook(modules, content or {}, clock)


def check_contract(modules: tuple[Module, ...], content: Content) -> None:
    from .contract import complaints  # saves it for games under way

    if wrong := complaints(modules, KERNEL, content):
        raise Malformed("E_SCHEMA", "these rules do not fit together: {complaints}", complaints=wrong)


def policy_of(view: State, seat: Seat, module: Module) -> Any:
    """The seat's own section for a module, typed; None where it said nothing."""
    section = view[Standing, seat].policy.get(module.name)
    assert module.policy
    return None if section is None else msgspec.convert(section, module.policy)


def tag(kind: type[Struct]) -> str:
    return str(kind.__struct_config__.tag)


@cache
def field_name(kind: type[Component]) -> str:
    return kebab(kind.__name__).replace("-", "_")


def generic_of(generic: TypeForm, kind: TypeForm) -> TypeForm:
    """A generic struct for a type known only now."""
    return generic[kind]


def list_struct(kind: TypeForm) -> TypeForm:
    """How a list of this is read fast: what msgspec learns of a struct it keeps; a union it must look up each time."""
    return msgspec.defstruct("Listed", [("items", list[kind])])


def union(kinds: Iterable[TypeForm]) -> TypeForm:
    return reduce(or_, dict.fromkeys(kinds))


def gathered(doors: Iterable[Mapping[K, V]]) -> dict[K, tuple[V, ...]]:
    out: dict[K, tuple[V, ...]] = {}
    for door in doors:
        for key, hook in door.items():
            out[key] = (*out.get(key, ()), hook)
    return out


def surroundings(modules: Iterable[Module]) -> Around:
    modules = tuple(modules)
    before, after = gathered(m.before for m in modules), gathered(m.after for m in modules)
    return {kind: (before.get(kind, ()), after.get(kind, ())) for kind in (*before, *after)}


def surrounded(steps: Iterable[Step], around: Around) -> list[Step]:
    """Steps with what expansions put before and after them."""
    out: list[Step] = []
    for step in steps:
        unfold(step, around, out)
    return out


def unfold(step: Step, around: Around, out: list[Step]) -> None:
    """A step with what expansions put before and after it."""
    if type(step) not in around:
        out.append(step)
        return
    first, last = around[type(step)]
    for make in first:
        unfold(make(step), around, out)
    out.append(step)
    for make in last:
        unfold(make(step), around, out)


def offers(modules: Iterable[Module], steps: Iterable[type[Step]]) -> dict[type[Question], dict[type[Order], Offer]]:
    out = {kind: dict(kind.offers) for kind in steps if issubclass(kind, Question)}
    for module in modules:
        for question, more in module.offers.items():
            out[question].update(more)
    return out


class Copiers(dict[type[Component], Callable[[Component], Component]]):
    """How each kind of component is copied, found out when the first one is: a step changes few of them."""

    def __missing__(self, kind: type[Component]) -> Callable[[Component], Component]:
        self[kind] = copier(kind)
        return self[kind]


def copier(kind: type[Component]) -> Callable[[Component], Component]:
    """A copy of one component: containers are copied one level, frozen values shared."""
    deep = [f.name for f in structs.fields(kind) if (get_origin(f.type) or f.type) in (dict, list)]

    def copy_component(part: Component) -> Component:
        fresh = structs.replace(part)
        for name in deep:
            setattr(fresh, name, getattr(part, name).copy())
        return fresh

    return copy_component
