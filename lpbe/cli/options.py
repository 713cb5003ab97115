"""Options and arguments that several commands have."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from ..app.language import wish_language
from ..app.posting import Mailing
from ..kernel.base.errors import Failure, Misused
from ..kernel.base.text import quote
from ..kernel.chain.times import is_span
from ..kernel.folder.folder import load, locate

F = TypeVar("F", bound=Callable[..., Any])


class Span(click.ParamType[str]):
    """So many days or hours."""

    name = "span"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if not is_span(value):
            raise Misused("E_USAGE", "'{span}' is no time for an answer", "write it so: 2d, 12h", span=quote(value))
        return value


SPAN = Span()


def game_argument(command: F) -> F:
    return click.argument("game", metavar="GAME", type=click.Path())(command)


def key_option(command: F) -> F:
    help_text = "Your key file; - reads it from standard input."
    command = pin_option(command)
    return click.option("--key", "key", metavar="FILE", type=click.Path(), help=help_text)(command)


def pin_option(command: F) -> F:
    """Whoever has a key has pins; commands need not know."""
    told = "Neither check nor remember which step your key saw last."
    return click.option("--no-pin", is_flag=True, is_eager=True, expose_value=False, callback=set_pins, help=told)(
        command
    )


def set_pins(ctx: click.Context, param: click.Parameter, off: bool) -> None:
    from ..app.pins import leave_pins  # saves pins for who asks for help

    leave_pins(off)


def as_option(command: F) -> F:
    help_text = "Which of your seats, where you have several."
    return click.option("--as", "seat", metavar="SEAT", shell_complete=seats_of, help=help_text)(command)


def json_option(command: F) -> F:
    return click.option("--json", "as_json", is_flag=True, help="Answer with one JSON object.")(command)


def lang_option(command: F) -> F:
    told = "In this language."
    return click.option("--lang", type=click.Choice(["en", "fr"]), is_eager=True, callback=speak, help=told)(command)


def speak(ctx: click.Context, param: click.Parameter, lang: str | None) -> str | None:
    """What was wished is spoken in errors too."""
    wish_language(lang or "")
    return lang


def now_option(command: F) -> F:
    return click.option("--now", metavar="TIME", help="The time to write, in games with a pace.")(command)


def output_options(command: F) -> F:
    command = click.option("--armor", is_flag=True, help="As text that can be pasted into a mail.")(command)
    told = "Print the whole mail to send, headers and all."
    command = click.option("--mail", is_flag=True, expose_value=False, callback=set_mailed, help=told)(command)
    told = "The same, to this address of the referee."
    command = click.option("--mail-to", metavar="ADDRESS", expose_value=False, callback=set_to, help=told)(command)
    told = "Where to write the order; - is standard output."
    return click.option("-o", "--output", metavar="FILE", type=click.Path(), help=told)(command)


def set_mailed(ctx: click.Context, param: click.Parameter, on: bool) -> None:
    Mailing.wanted = on


def set_to(ctx: click.Context, param: click.Parameter, to: str | None) -> None:
    Mailing.to = to or ""


def example(*lines: str) -> str:
    """The example at the end of a command's help."""
    return "\b\nExample:\n" + "\n".join(f"  {line}" for line in lines)


def seats_of(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
    """The seats of the game that stands on the command line already; none where it cannot be read."""
    # an option that still waits for its value leaves the arguments before it unnamed
    for path in filter(None, (ctx.params.get("game"), *ctx.args)):
        try:
            seats = load(locate(path)).state.seats
        except Failure:
            continue
        return [seat.id for seat in seats if seat.id.startswith(incomplete)]
    return []
