"""Write the man pages from the commands themselves: one for lpbe, one for each of its commands."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from inspect import cleandoc
from pathlib import Path

import click

from lpbe import __version__
from lpbe.cli.group import COMMANDS, EPILOG, cli

OUT = Path(__file__).parent.parent / "build" / "man"
VERBATIM = "\b"


def escape_text(text: str) -> str:
    """Return text that troff prints literally: dashes stay dashes, and no line is a request."""
    plain = text.replace("\\", r"\e").replace("-", r"\-").replace("'", r"\(aq")
    return "\n".join(rf"\&{line}" if line.startswith(".") else line for line in plain.split("\n"))


def contexts(command: click.Command, name: str, above: click.Context | None = None) -> Iterator[click.Context]:
    """Yield a command and all its subcommands."""
    here = click.Context(command, info_name=name, parent=above, **command.context_settings)
    yield here
    for below in children(here):
        yield from contexts(below.command, below.info_name or "", here)


def children(ctx: click.Context) -> list[click.Context]:
    """Return the commands of a group."""
    group = ctx.command
    if not isinstance(group, click.Group):
        return []
    found = [(name, group.get_command(ctx, name)) for name in group.list_commands(ctx)]
    return [click.Context(command, info_name=name, parent=ctx) for name, command in found if command]


def page(ctx: click.Context) -> str:
    """Return the sections of one page, in the usual order of man pages."""
    name, command = dashed_name(ctx), ctx.command
    sections = {
        "NAME": f"{escape_text(name)} \\- {escape_text(told_of(ctx).rstrip('.'))}",
        "SYNOPSIS": f".B {escape_text(ctx.command_path)}\n{escape_text(' '.join(command.collect_usage_pieces(ctx)))}",
        "DESCRIPTION": paragraphs(cleandoc(command.help or "")),
        "COMMANDS": definition_list((below.info_name or "", told_of(below)) for below in children(ctx)),
        "OPTIONS": definition_list(options(ctx)),
        "EXIT STATUS": block("Exit codes say who has to act:"),
        "EXAMPLES": block("A game from start to end:") if ctx.parent is None else examples(command),
        "SEE ALSO": ",\n".join(rf"\fB{escape_text(other)}\fP(1)" for other in related_pages(ctx)),
    }
    title = f'.TH "{escape_text(name.upper())}" "1" "" "lpbe {__version__}" "lpbe"'
    return "\n".join([title, *(f".SH {head}\n{body}" for head, body in sections.items() if body)]) + "\n"


def dashed_name(ctx: click.Context) -> str:
    return ctx.command_path.replace(" ", "-")


def told_of(ctx: click.Context) -> str:
    """Return one line: the one in the list of commands, or the first sentence of the help."""
    if ctx.info_name in COMMANDS and ctx.parent is not None and ctx.parent.parent is None:
        return COMMANDS[ctx.info_name][1]
    return cleandoc(ctx.command.help or "").split("\n\n")[0].replace("\n", " ")


def options(ctx: click.Context) -> Iterator[tuple[str, str]]:
    """Return the options with their help; arguments, which click lists among them, are left to the synopsis."""
    for param in ctx.command.get_params(ctx):
        record = param.get_help_record(ctx) if isinstance(param, click.Option) else None
        if record:
            yield record


def definition_list(pairs: Iterable[tuple[str, str]]) -> str:
    """Return a list of bold terms with indented meanings."""
    return "\n".join(f".TP\n.B {escape_text(name)}\n{escape_text(answer)}" for name, answer in pairs)


def examples(command: click.Command) -> str:
    return paragraphs((command.epilog or "").replace("Example:\n", ""))


def block(title: str) -> str:
    """Return the part of lpbe's own epilog that has this title."""
    part = EPILOG[EPILOG.index(title) + len(title) :].split("\n\n")[0].strip("\n")
    return f".nf\n{escape_text(part)}\n.fi"


def paragraphs(text: str) -> str:
    """Return paragraphs; those that click must not wrap are not wrapped here either."""
    return "\n.PP\n".join(paragraph(part) for part in text.split("\n\n"))


def paragraph(part: str) -> str:
    if part.startswith(VERBATIM):
        return f".nf\n{escape_text(part.removeprefix(VERBATIM).strip(chr(10)))}\n.fi"
    return escape_text(part)


def related_pages(ctx: click.Context) -> list[str]:
    """Return the page above; the first page already names its commands, each with its own page."""
    if ctx.parent is not None:
        return [dashed_name(ctx.parent)]
    return [f"lpbe-{name}" for name in COMMANDS]


def main(out: Path) -> int:
    out.mkdir(parents=True, exist_ok=True)
    for old in out.glob("lpbe*.1"):
        old.unlink()
    for ctx in contexts(cli, "lpbe"):
        (out / f"{dashed_name(ctx)}.1").write_text(page(ctx), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else OUT))
