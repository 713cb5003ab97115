"""What the lines of a policy and the options of a game may be, and the errors for those that are wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec import NODEFAULT, UNSET, Struct, ValidationError, convert, inspect, json

from ..base.canonical import Fields, Plain
from ..base.errors import Malformed, Message
from ..base.schema_errors import schema_message
from ..base.suggestions import close_matches
from .model import Module

if TYPE_CHECKING:
    from .rulebook import Rulebook

Value: TypeAlias = str | int | bool
MAX_LISTED_NUMBERS = 12
"""The numbers of a range are listed one by one if there are at most this many."""


class Values(Struct, frozen=True):
    """The values allowed in one place: some known ones, any whole number, or any text."""

    known: tuple[Value, ...] = ()
    numbers: bool = False
    texts: bool = False
    max_length: int = 0
    """The length of a text, in characters."""

    def __bool__(self) -> bool:
        return bool(self.known) or self.numbers or self.texts

    def take(self, value: object) -> bool:
        if any(value == one and type(value) is type(one) for one in self.known):
            return True
        if isinstance(value, str):
            return self.texts and len(value) <= self.max_length
        return self.numbers and type(value) is int

    def describe(self) -> Message:
        if self.known:
            return Message("{known}", {"known": [format_value(one) for one in self.known]})
        return Message("a whole number" if self.numbers else "names")


class Line(Struct, frozen=True):
    """A line of a policy: its name, the values allowed alone and in a list, and the default."""

    name: str
    alone: Values = Values()
    listed: Values = Values()
    max_items: int = 0
    default: Any = UNSET
    required: bool = False
    inner: bool = False
    """Whether it has lines of its own, instead of a value or as an alternative."""

    def takes(self, value: object) -> bool:
        if isinstance(value, list | tuple):
            return bool(self.listed) and len(value) <= self.max_items and all(map(self.listed.take, value))
        return self.alone.take(value)

    def describe_allowed(self) -> Message:
        """Describe the allowed values for a reader."""
        several = Message("a list of {items}", {"items": self.listed.describe()})
        if self.alone and self.listed:
            return Message("{alone}; or {several}", {"alone": self.alone.describe(), "several": several})
        return several if self.listed else self.alone.describe()

    def words(self) -> list[str]:
        """Return every value that can be named."""
        return [format_value(one) for one in (*self.alone.known, *self.listed.known)]


def format_value(value: Value) -> str:
    """Return a value as it is typed."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def policy_lines(book: Rulebook, module: Module) -> dict[str, Line]:
    """Return all lines of a module's section, in the order of its type."""
    assert module.policy
    return {line.name: line for line in struct_lines(book, module.policy, "")}


def struct_lines(book: Rulebook, kind: type[Struct], above: str) -> Iterator[Line]:
    described = inspect.type_info(kind)
    assert isinstance(described, inspect.StructType)
    for field in described.fields:
        ways = field.type.types if isinstance(field.type, inspect.UnionType) else (field.type,)
        inner = [way.cls for way in ways if isinstance(way, inspect.StructType)]
        name = above + field.encode_name
        yield make_line(book, name, ways, field, bool(inner))
        for one in inner:
            yield from struct_lines(book, one, f"{name}.")


def make_line(book: Rulebook, name: str, ways: Sequence[inspect.Type], field: inspect.Field, inner: bool) -> Line:
    lists = [way for way in map(without_metadata, ways) if isinstance(way, inspect.VarTupleType)]
    known = [allowed_values(way) for way in ways]
    alone = Values(tuple(v for one in known for v in one.known), any(v.numbers for v in known))
    listed = listed_values(book, lists[0], metadata(ways)) if lists else Values()
    return Line(
        name=name,
        alone=alone,
        listed=listed,
        max_items=(lists[0].max_length or 0) if lists else 0,
        default=UNSET if field.default is NODEFAULT else field.default,
        required=field.required,
        inner=inner,
    )


def without_metadata(way: inspect.Type) -> inspect.Type:
    return way.type if isinstance(way, inspect.Metadata) else way


def metadata(ways: Iterable[inspect.Type]) -> dict[str, Any]:
    """Return what `Meta(extra=…)` adds to the types: `allowed`, a function from a rulebook to names."""
    return {k: v for way in ways if isinstance(way, inspect.Metadata) for k, v in (way.extra or {}).items()}


def listed_values(book: Rulebook, kind: inspect.VarTupleType, more: Mapping[str, Any]) -> Values:
    if "allowed" in more:
        return Values(tuple(more["allowed"](book)))
    return allowed_values(kind.item_type)


def allowed_values(way: inspect.Type) -> Values:
    way = without_metadata(way)
    if isinstance(way, inspect.LiteralType):
        return Values(tuple(one for one in way.values if one is not None))
    if isinstance(way, inspect.BoolType):
        return Values((True, False))
    if isinstance(way, inspect.IntType):
        low, high = way.ge, way.le
        few = low is not None and high is not None and high - low < MAX_LISTED_NUMBERS
        return Values(tuple(range(low, high + 1))) if few and low is not None and high is not None else Values((), True)
    return Values(texts=True, max_length=way.max_length or 0) if isinstance(way, inspect.StrType) else Values()


def policy_error(book: Rulebook, module: Module, section: object) -> Malformed:
    """Return the error for the first wrong line of a section, with what it may be."""
    if not isinstance(section, Mapping):
        return Malformed("E_SCHEMA", "the policy section {section} is not a table", section=module.name)
    known = policy_lines(book, module)
    error = next(section_errors(known, section, ""), None)
    return error or Malformed("E_SCHEMA", "the policy section {section} cannot be read", section=module.name)


def section_errors(known: Mapping[str, Line], section: Mapping[str, Any], above: str) -> Iterator[Malformed]:
    for key, value in section.items():
        name = f"{above}{key}"
        if name not in known:
            yield unknown_line_error(known, name)
        elif isinstance(value, Mapping) and known[name].inner:
            yield from section_errors(known, value, f"{name}.")
        elif not known[name].takes(value):
            yield wrong_value_error(known, known[name], value)
    for line in required_lines(known, above):
        if line.name.removeprefix(above) not in section:
            template = "the line {line} is missing"
            yield Malformed("E_SCHEMA", template, "allowed: {allowed}", line=line.name, allowed=line.describe_allowed())


def required_lines(known: Mapping[str, Line], above: str) -> Iterator[Line]:
    """Return the lines that a table must have if it is present."""
    for name, line in known.items():
        if line.required and name.startswith(above) and "." not in name.removeprefix(above):
            yield line


def unknown_line_error(known: Mapping[str, Line], name: str) -> Malformed:
    settable = [line.name for line in known.values() if line.alone or line.listed]
    near = close_matches(name, settable)
    hint = "did you mean '{near}'?" if near else "known: {known}"
    template = "there is no policy line '{line}'"
    return Malformed("E_SCHEMA", template, hint, line=name, near="".join(near), known=settable)


def wrong_value_error(known: Mapping[str, Line], line: Line, value: object) -> Malformed:
    if line.inner and not line.alone:
        inner = [name for name in known if name.startswith(f"{line.name}.")]
        return Malformed(
            "E_SCHEMA", "{line} cannot be set directly; set one of these lines: {inner}", line=line.name, inner=inner
        )
    if line.listed.take(value):
        form = toml_line(line.name, [value])
        return Malformed("E_SCHEMA", "the line {line} needs a list", "try: {form}", line=line.name, form=form)
    if isinstance(value, Mapping):
        allowed = line.describe_allowed()
        template = "the line {line} cannot be a table"
        return Malformed("E_SCHEMA", template, "allowed: {allowed}", line=line.name, allowed=allowed)
    items = value if isinstance(value, list | tuple) else [value]
    if line.listed and len(items) > line.max_items:
        template = "the line {line} takes at most {most} values"
        return Malformed("E_SCHEMA", template, line=line.name, most=line.max_items)
    bad = next((str(one) for one in items if not (line.alone.take(one) or line.listed.take(one))), str(value))
    near = close_matches(bad, line.words())
    hint = "did you mean '{near}'? allowed: {allowed}" if near else "allowed: {allowed}"
    template = "'{value}' is not a valid value for {line}"
    return Malformed(
        "E_SCHEMA", template, hint, value=bad, line=line.name, near="".join(near), allowed=line.describe_allowed()
    )


def toml_line(name: str, value: object) -> str:
    """Return a line as it is written in a file."""
    return f"{name} = {toml_value(value)}"


def toml_value(value: object) -> str:
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml_value, value))}]"
    return format_value(value) if isinstance(value, int) else json.encode(value).decode()


def flatten(section: Plain, above: str = "") -> Iterator[tuple[str, Any]]:
    """Return the values of a section by their full names."""
    for key, value in section.items():
        if isinstance(value, Mapping) and value:
            yield from flatten(dict(value), f"{above}{key}.")
        else:
            yield above + key, value


def option_error(book: Rulebook, module: Module, given: Fields, error: ValidationError) -> Malformed:
    """Return the error for the first wrong option, with what it may be."""
    assert module.options
    known = {line.name: line for line in struct_lines(book, module.options, "")}
    for name, value in given.items():
        if name not in known:
            return unknown_option_error(module, name, known)
        if not option_fits(module, name, value):
            return wrong_option_error(module, known, name, value)
    return Malformed("E_SCHEMA", "options of {module}: {error}", module=module.name, error=schema_message(error))


def option_fits(module: Module, name: str, value: object) -> bool:
    assert module.options
    try:
        convert({name: value}, module.options)
    except ValidationError:
        return False
    return True


def unknown_option_error(module: Module, name: str, known: Mapping[str, Line]) -> Malformed:
    names = [line for line in known if "." not in line]
    near = close_matches(name, names)
    hint = "did you mean '{near}'?" if near else "known: {known}"
    template = "{module} has no option '{option}'"
    return Malformed("E_SCHEMA", template, hint, module=module.name, option=name, near="".join(near), known=names)


def wrong_option_error(module: Module, known: Mapping[str, Line], name: str, value: object) -> Malformed:
    """Return the error for an option with a wrong value; one that has parts is looked at part by part."""
    inner = [line for line in known if line.startswith(f"{name}.")]
    if inner and not isinstance(value, Mapping):
        template = "the option {option} of {module} has parts: {parts}"
        return Malformed("E_SCHEMA", template, option=name, module=module.name, parts=inner)
    line = known[name]
    wrong = str(value).lower() if isinstance(value, bool) else str(value)
    if inner and isinstance(value, Mapping):
        line, wrong = find_wrong_part(known, name, value)
    return Malformed(
        "E_SCHEMA",
        "the option {option} of {module} cannot be '{value}'",
        "allowed: {allowed}",
        option=line.name,
        module=module.name,
        value=wrong,
        allowed=line.describe_allowed() if line.alone or line.listed else Message("a name"),
    )


def find_wrong_part(known: Mapping[str, Line], name: str, value: Mapping[str, object]) -> tuple[Line, str]:
    """Return the first part that is unknown or has a wrong value, and what was given."""
    for part, given in value.items():
        line = known.get(f"{name}.{part}")
        if line is None:
            return known[name], part
        if not line.takes(given):
            return line, str(given)
    return known[name], str(value)
