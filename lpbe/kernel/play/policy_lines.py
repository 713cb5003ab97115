"""The lines of a standing policy: what each may say, and what is wrong with one that says something else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec import NODEFAULT, UNSET, Struct, inspect, json

from ..base.canon import Plain
from ..base.errors import Malformed, Message
from .rules import Module

if TYPE_CHECKING:
    from .rulebook import Rulebook

Value: TypeAlias = str | int | bool
FEW = 12
"""So many numbers are told one by one."""


class Values(Struct, frozen=True):
    """What may stand in one place: some values, any whole number, or any text."""

    known: tuple[Value, ...] = ()
    numbers: bool = False
    texts: bool = False
    longest: int = 0
    """How long a text may be."""

    def __bool__(self) -> bool:
        return bool(self.known) or self.numbers or self.texts

    def take(self, value: object) -> bool:
        if any(value == one and type(value) is type(one) for one in self.known):
            return True
        if isinstance(value, str):
            return self.texts and len(value) <= self.longest
        return self.numbers and type(value) is int

    def told(self) -> Message:
        if self.known:
            return Message("{known}", {"known": [written(one) for one in self.known]})
        return Message("a whole number" if self.numbers else "names")


class Line(Struct, frozen=True):
    """A line of a policy by its name, what may stand there alone and in a list, and what is so where nothing stands."""

    name: str
    alone: Values = Values()
    listed: Values = Values()
    most: int = 0
    usual: Any = UNSET
    needed: bool = False
    inner: bool = False
    """Whether it has lines of its own: in place of a value, or beside it."""

    def takes(self, value: object) -> bool:
        if isinstance(value, list | tuple):
            return bool(self.listed) and len(value) <= self.most and all(map(self.listed.take, value))
        return self.alone.take(value)

    def allowed(self) -> Message:
        """What may stand there, for who reads."""
        several = Message("a list of {items}", {"items": self.listed.told()})
        if self.alone and self.listed:
            return Message("{alone}; or {several}", {"alone": self.alone.told(), "several": several})
        return several if self.listed else self.alone.told()

    def words(self) -> list[str]:
        """Every value that can be named."""
        return [written(one) for one in (*self.alone.known, *self.listed.known)]


def written(value: Value) -> str:
    """A value as it is typed."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def policy_lines(book: Rulebook, module: Module) -> dict[str, Line]:
    """All lines of a module's section, in the order of its type."""
    assert module.policy
    return {line.name: line for line in struct_lines(book, module.policy, "")}


def struct_lines(book: Rulebook, kind: type[Struct], above: str) -> Iterator[Line]:
    described = inspect.type_info(kind)
    assert isinstance(described, inspect.StructType)
    for field in described.fields:
        ways = field.type.types if isinstance(field.type, inspect.UnionType) else (field.type,)
        inner = [way.cls for way in ways if isinstance(way, inspect.StructType)]
        name = above + field.encode_name
        yield line_of(book, name, ways, field, bool(inner))
        for one in inner:
            yield from struct_lines(book, one, f"{name}.")


def line_of(book: Rulebook, name: str, ways: Sequence[inspect.Type], field: inspect.Field, inner: bool) -> Line:
    lists = [way for way in map(bare, ways) if isinstance(way, inspect.VarTupleType)]
    known = [values(way) for way in ways]
    alone = Values(tuple(v for one in known for v in one.known), any(v.numbers for v in known))
    listed = listed_values(book, lists[0], extras(ways)) if lists else Values()
    usual = UNSET if field.default is NODEFAULT else field.default
    return Line(name, alone, listed, (lists[0].max_length or 0) if lists else 0, usual, field.required, inner)


def bare(way: inspect.Type) -> inspect.Type:
    return way.type if isinstance(way, inspect.Metadata) else way


def extras(ways: Iterable[inspect.Type]) -> dict[str, Any]:
    """What the types say beyond themselves: `allowed`, which names a rulebook has for it."""
    return {k: v for way in ways if isinstance(way, inspect.Metadata) for k, v in (way.extra or {}).items()}


def listed_values(book: Rulebook, kind: inspect.VarTupleType, more: Mapping[str, Any]) -> Values:
    if "allowed" in more:
        return Values(tuple(more["allowed"](book)))
    return values(kind.item_type)


def values(way: inspect.Type) -> Values:
    way = bare(way)
    if isinstance(way, inspect.LiteralType):
        return Values(tuple(one for one in way.values if one is not None))
    if isinstance(way, inspect.BoolType):
        return Values((True, False))
    if isinstance(way, inspect.IntType):
        low, high = way.ge, way.le
        few = low is not None and high is not None and high - low < FEW
        return Values(tuple(range(low, high + 1))) if few and low is not None and high is not None else Values((), True)
    return Values(texts=True, longest=way.max_length or 0) if isinstance(way, inspect.StrType) else Values()


def complaint(book: Rulebook, module: Module, section: object) -> Malformed:
    """Why a section cannot be so: the first line that is wrong, and what may stand there."""
    if not isinstance(section, Mapping):
        return Malformed("E_SCHEMA", "the policy section {section} is no table", section=module.name)
    known = policy_lines(book, module)
    told = next(complaints(known, section, ""), None)
    return told or Malformed("E_SCHEMA", "the policy section {section} cannot be read", section=module.name)


def complaints(known: Mapping[str, Line], section: Mapping[str, Any], above: str) -> Iterator[Malformed]:
    for key, value in section.items():
        name = f"{above}{key}"
        if name not in known:
            yield unknown_line(known, name)
        elif isinstance(value, Mapping) and known[name].inner:
            yield from complaints(known, value, f"{name}.")
        elif not known[name].takes(value):
            yield wrong_value(known, known[name], value)
    for line in needed_lines(known, above):
        if line.name.removeprefix(above) not in section:
            told = "the line {line} is missing"
            yield Malformed("E_SCHEMA", told, "allowed: {allowed}", line=line.name, allowed=line.allowed())


def needed_lines(known: Mapping[str, Line], above: str) -> Iterator[Line]:
    """What must stand in one table, if there is that table."""
    for name, line in known.items():
        if line.needed and name.startswith(above) and "." not in name.removeprefix(above):
            yield line


def unknown_line(known: Mapping[str, Line], name: str) -> Malformed:
    settable = [line.name for line in known.values() if line.alone or line.listed]
    near = get_close_matches(name, settable, 1)
    hint = "did you mean '{near}'?" if near else "known: {known}"
    told = "no line of a policy is called '{line}'"
    return Malformed("E_SCHEMA", told, hint, line=name, near="".join(near), known=settable)


def wrong_value(known: Mapping[str, Line], line: Line, value: object) -> Malformed:
    if line.inner and not line.alone:
        inner = [name for name in known if name.startswith(f"{line.name}.")]
        return Malformed("E_SCHEMA", "{line} has lines of its own: {inner}", line=line.name, inner=inner)
    if line.listed.take(value):
        told = "the line {line} takes a list"
        return Malformed("E_SCHEMA", told, "write it so: {form}", line=line.name, form=toml_line(line.name, [value]))
    items = value if isinstance(value, list | tuple) else [value]
    if line.listed and len(items) > line.most:
        return Malformed("E_SCHEMA", "the line {line} takes {most} values at most", line=line.name, most=line.most)
    bad = next((str(one) for one in items if not (line.alone.take(one) or line.listed.take(one))), str(value))
    near = get_close_matches(bad, line.words(), 1)
    hint = "did you mean '{near}'? allowed: {allowed}" if near else "allowed: {allowed}"
    told = "'{value}' cannot stand in the line {line}"
    return Malformed("E_SCHEMA", told, hint, value=bad, line=line.name, near="".join(near), allowed=line.allowed())


def toml_line(name: str, value: object) -> str:
    """A line as it stands in a file."""
    return f"{name} = {toml_value(value)}"


def toml_value(value: object) -> str:
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml_value, value))}]"
    return written(value) if isinstance(value, int) else json.encode(value).decode()


def spread(section: Plain, above: str = "") -> Iterator[tuple[str, Any]]:
    """A section line by line, by the whole name of each."""
    for key, value in section.items():
        if isinstance(value, Mapping) and value:
            yield from spread(dict(value), f"{above}{key}.")
        else:
            yield above + key, value
