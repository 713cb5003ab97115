"""Options and arguments that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from ..app.session.answers import nearest_words, short_text
from ..kernel.base.errors import Misused

if TYPE_CHECKING:
    from ..app.session.session import Session

F = TypeVar("F", bound=Callable[..., Any])
LANGUAGES = ("en", "fr")


class Span(click.ParamType[str]):
    """A duration in days or hours."""

    name = "span"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from ..app.hosting.host_letters import is_time_span  # saves times for commands that take none

        if not is_time_span(value):
            raise Misused(
                "E_USAGE",
                "'{span}' is not a duration",
                "write it like 2d (2 days) or 12h (12 hours)",
                span=short_text(value),
            )
        return value


SPAN = Span()


class GameName(click.Choice[str]):
    """A game by its name or one of its other names, built in or from a plug-in."""

    def __init__(self) -> None:
        from ..app.creating.genesis import own_game_names  # saves the games for commands that name none

        super().__init__(own_game_names())

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from ..app.creating.genesis import all_game_names, resolve_game_name  # saves the games for them too

        name = resolve_game_name(value)
        known = self.choices if name in self.choices else all_game_names()
        if name not in known:
            near = nearest_words(value, known)
            hint = "did you mean '{near}'?" if near else "games: {known}"
            raise Misused(
                "E_USAGE", "there is no game '{game}'", hint, game=short_text(value), near="".join(near), known=known
            )
        return name


def game_argument(command: F) -> F:
    return click.argument("game", metavar="GAME", type=click.Path())(command)


def key_option(command: F) -> F:
    """Add --key and --no-pin. Both are stored in the session."""
    help_text = "Your key file; - reads it from standard input."
    command = pin_option(command)
    return click.option(
        "--key", metavar="FILE", type=click.Path(), expose_value=False, callback=set_key, help=help_text
    )(command)


def set_key(ctx: click.Context, param: click.Parameter, key: str | None) -> None:
    if session := session_of(ctx):
        session.key = key


def pin_option(command: F) -> F:
    help_text = "Do not check or remember the last step your key saw."
    return click.option("--no-pin", is_flag=True, is_eager=True, expose_value=False, callback=set_pins, help=help_text)(
        command
    )


def set_pins(ctx: click.Context, param: click.Parameter, off: bool) -> None:
    if session := session_of(ctx):
        session.keep_pins = not off


def session_of(ctx: click.Context) -> Session | None:
    """Return the session of a command, or None during shell completion."""
    session: Session | None = ctx.obj
    return session


def as_option(command: F) -> F:
    help_text = "Which seat to use, if you have several."
    return click.option("--as", "seat", metavar="SEAT", shell_complete=seats_of, help=help_text)(command)


def json_option(command: F) -> F:
    return click.option("--json", "as_json", is_flag=True, help="Print the answer as one JSON object.")(command)


def lang_option(command: F) -> F:
    """Add --lang, which also sets the language of error messages."""
    return click.option(
        "--lang", type=click.Choice(LANGUAGES), is_eager=True, callback=set_language, help="The language to use."
    )(command)


def set_language(ctx: click.Context, param: click.Parameter, lang: str | None) -> str | None:
    if session := session_of(ctx):
        session.request_language(lang or "")
    return lang


def now_option(command: F) -> F:
    return click.option(
        "--now", metavar="TIME", help="The current time, in games with deadlines; default: your clock."
    )(command)


def players_option(command: F) -> F:
    text = "The file with the players' addresses; default: players.toml beside your key."
    return click.option("--players", metavar="FILE", help=text)(command)


def output_options(command: F) -> F:
    """Add the options for where a letter goes. The command receives them as one Delivery."""

    @wraps(command)
    def with_delivery(output: str | None, armor: bool, mail: bool, mail_to: str | None, **given: Any) -> Any:
        from ..app.ordering.outbox import Delivery  # saves letters for commands that only ask for help

        delivery = Delivery(output=output, armor=armor, mail=mail, mail_to=mail_to or "")
        return command(delivery=delivery, **given)

    options = (
        click.option("--armor", is_flag=True, help="Write the order as text that can be pasted into an e-mail."),
        click.option("--mail", is_flag=True, help="Print the order as a complete e-mail, headers included."),
        click.option("--mail-to", metavar="ADDRESS", help="Like --mail, addressed to the referee at ADDRESS."),
        click.option(
            "-o",
            "--output",
            metavar="FILE",
            type=click.Path(),
            help="Where to write the order; - means standard output.",
        ),
    )
    for option in reversed(options):
        with_delivery = option(with_delivery)
    return cast(F, with_delivery)


def example(*lines: str) -> str:
    """Return the examples for the end of a command's help."""
    title = "Example" if len(lines) == 1 else "Examples"
    return f"\b\n{title}:\n" + "\n".join(f"  {line}" for line in lines)


def seats_of(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
    """Complete the seats of the game on the command line. Offer none if the game cannot be read."""
    from ..app.session.seats import seat_names  # saves games for commands that complete nothing

    # while an option still lacks its value, click has not named the arguments before it
    for path in filter(None, (ctx.params.get("game"), *ctx.args)):
        if names := seat_names(path):
            return [name for name in names if name.startswith(incomplete)]
    return []
