"""Translate help texts and click's own messages into the caller's language."""

from __future__ import annotations

import re
from copy import copy
from inspect import cleandoc

import click

from ..app.session.help_catalogue import help_catalogue

KINDS = {"text": "TEXTE", "integer": "NOMBRE", "integer range": "NOMBRE", "path": "CHEMIN", "float": "NOMBRE"}
"""Names for option values that have no metavar, by click's type."""
QUOTED = re.compile(r"(?<!\w)'([^']*)'(?!\w)")


def translate_text(text: str, lang: str) -> str:
    """Return a help text in this language, or in English if there is no translation."""
    return text if lang == "en" else help_catalogue(lang).get(join_paragraphs(text), text)


def join_paragraphs(text: str) -> str:
    """Return a help text in the form used by the catalogue: one line per paragraph."""
    return "\n\n".join(" ".join(part.split()) for part in cleandoc(text).split("\n\n"))


def translate_command(command: click.Command, lang: str) -> click.Command:
    """Return a copy of a command and its subcommands, with help in this language."""
    copied = copy(command)
    vars(copied)["_help_option"] = None  # click caches this option in the language it was first shown in
    copied.help = translate_text(command.help, lang) if command.help else None
    copied.epilog = help_catalogue(lang).get(f"{command.name}.epilog") or example(command.epilog or "")
    copied.params = [translate_parameter(param, lang) for param in command.params]
    if isinstance(copied, click.Group):
        copied.subcommand_metavar = "COMMANDE [ARGUMENTS]..."
        copied.commands = {name: translate_command(inner, lang) for name, inner in copied.commands.items()}
    return copied


def translate_parameter(param: click.Parameter, lang: str) -> click.Parameter:
    if not isinstance(param, click.Option) or not param.help:
        return param
    copied = copy(param)
    copied.help = translate_text(param.help, lang)
    if param.metavar is None and not param.is_flag:
        copied.metavar = KINDS.get(param.type.name)
    if isinstance(param.show_default, str):
        copied.show_default = translate_text(param.show_default, lang)
    return copied


def replace_quotes(complaint: str, lang: str) -> str:
    """Return a message from click with the quotation marks of this language."""
    return QUOTED.sub(r"« \1 »", complaint) if lang == "fr" else complaint


def example(epilog: str) -> str:
    """Translate the heading above the examples, but not the examples."""
    return epilog.replace("\nExample:\n", "\nExemple :\n")
