"""Types built at run time from the classes that modules list, by which msgspec reads states, orders and events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, reduce
from operator import or_
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, get_origin

import msgspec
from msgspec import Struct, structs

from ..base.canonical import Plain, jcs
from .model import Agenda, Component, Order, Standing, Step, Visibility, kebab

if TYPE_CHECKING:
    from .rulebook import Rulebook

S = TypeVar("S", bound=Struct)
MAX_PARTIAL_TYPES = 8
"""How often a process builds a type for the classes that occur, before it builds the type for all of them."""
TypeForm: TypeAlias = Any
"""A class, or a union of classes that is known only at run time: msgspec reads by it, type checkers cannot name it."""


class StateReader:
    """Reads parts of a state with types for only the steps and orders that occur; building all types is slow."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.partial_types = 0
        self.known: dict[Visibility, tuple[set[str], type[Struct]]] = {}

    def read(self, visibility: Visibility, raw: Plain) -> Struct:
        """Read by the types that occur; what does not fit is read by all types, which also says what is wrong."""
        text = jcs(raw)
        if self.partial_types < MAX_PARTIAL_TYPES:
            try:
                return msgspec.json.decode(text, type=self.type_for(visibility, raw))
            except msgspec.ValidationError:
                pass
        return msgspec.json.decode(text, type=self.book.state_types[visibility])

    def type_for(self, visibility: Visibility, raw: Plain) -> type[Struct]:
        """Return the struct for what occurs in this part and in those read before."""
        seen, kind = self.known.get(visibility, (set[str](), None))
        found = {*find_tags(raw.get("agenda"), "step"), *find_tags(raw.get("standing"), "order")}
        if kind is None or not found <= seen:
            self.partial_types += 1
            seen |= found
            components = self.book.components_with(visibility)
            orders = pick_kinds(self.book.orders, seen)
            steps = pick_kinds(self.book.steps, seen)
            kind = state_type(visibility, components, orders, steps)
            self.known[visibility] = seen, kind
        return kind


def state_type(
    visibility: Visibility,
    components: Iterable[type[Component]],
    orders: Iterable[type[Order]],
    steps: Iterable[type[Step]],
) -> type[Struct]:
    """Return a struct with one field per component, in which these orders and steps may occur."""
    contents: dict[type[Component], Iterable[type[Struct]]] = {Agenda: steps, Standing: orders}
    kinds = [(kind, specialise(kind, union(contents[kind])) if kind in contents else kind) for kind in components]
    return msgspec.defstruct(
        visibility.value,
        [(field_name(k), t, msgspec.field(default_factory=k, name=kebab(k.__name__))) for k, t in kinds],
        forbid_unknown_fields=True,
        omit_defaults=True,
    )


def find_tags(raw: TypeForm, field: str) -> Iterator[str]:
    """Return the texts that plain data have under this name, at any depth: the tags of structs, and perhaps more."""
    if isinstance(raw, dict):
        if isinstance(found := raw.get(field), str):
            yield found
        raw = list(raw.values())
    if isinstance(raw, list):
        for part in raw:
            yield from find_tags(part, field)


def pick_kinds(known: Mapping[str, type[S]], names: set[str]) -> list[type[S]]:
    """Return the classes with these tags; any one if there are none, because a union cannot be empty."""
    return [kind for name, kind in known.items() if name in names] or [next(iter(known.values()))]


@cache
def field_name(kind: type[Component]) -> str:
    return kebab(kind.__name__).replace("-", "_")


def specialise(generic: TypeForm, kind: TypeForm) -> TypeForm:
    """Return a generic struct for a type that is known only at run time."""
    return generic[kind]


def list_struct(kind: TypeForm) -> TypeForm:
    """Return a struct with a list of these: msgspec caches what it knows of a struct, but not of a union."""
    return msgspec.defstruct("Listed", [("items", list[kind])])


def union(kinds: Iterable[TypeForm]) -> TypeForm:
    return reduce(or_, dict.fromkeys(kinds))


class Copiers(dict[type[Component], Callable[[Component], Component]]):
    """How to copy each kind of component, worked out when the first one is copied: a step changes few of them."""

    def __missing__(self, kind: type[Component]) -> Callable[[Component], Component]:
        self[kind] = make_copier(kind)
        return self[kind]


def make_copier(kind: type[Component]) -> Callable[[Component], Component]:
    """Return a function that copies a component and its containers one level deep, and shares the frozen values."""
    containers = [f.name for f in structs.fields(kind) if (get_origin(f.type) or f.type) in (dict, list)]

    def copy_component(part: Component) -> Component:
        fresh = structs.replace(part)
        for name in containers:
            setattr(fresh, name, getattr(part, name).copy())
        return fresh

    return copy_component
