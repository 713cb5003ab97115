"""Help and complaints of the command line in the caller's language: click asks gettext, our help a catalogue."""

from __future__ import annotations

import gettext
import re
from collections.abc import Mapping
from copy import copy
from functools import cache
from inspect import cleandoc

import click
import msgspec

from ..kernel.disk import files

DOMAIN = "lpbe"
KINDS = {"text": "TEXTE", "integer": "NOMBRE", "integer range": "NOMBRE", "path": "CHEMIN", "float": "NOMBRE"}
"""What click calls a value whose option gives it no name."""
QUOTED = re.compile(r"(?<!\w)'([^']*)'(?!\w)")


def speak(lang: str) -> None:
    """From now on click speaks this language; English needs nothing."""
    if lang == "en":
        return
    files.set_environment("LANGUAGE", lang)
    gettext.bindtextdomain(DOMAIN, files.packaged_folder("locale"))
    gettext.textdomain(DOMAIN)


@cache
def catalogue(lang: str) -> Mapping[str, str]:
    return msgspec.json.decode(files.packaged(f"help.{lang}.json"), type=dict[str, str])


def worded(text: str, lang: str) -> str:
    """A help text in this language; in English if nobody has translated it."""
    return text if lang == "en" else catalogue(lang).get(joined(text), text)


def joined(text: str) -> str:
    """A help text as the catalogue has it: a line a paragraph."""
    return "\n\n".join(" ".join(part.split()) for part in cleandoc(text).split("\n\n"))


def translated(command: click.Command, lang: str) -> click.Command:
    """A command with its help in this language, and those below it; the command itself stays as it is."""
    told = copy(command)
    vars(told)["_help_option"] = None  # click keeps the one it has shown, in whatever language
    told.help = worded(command.help, lang) if command.help else None
    told.epilog = catalogue(lang).get(f"{command.name}.epilog") or example(command.epilog or "")
    told.params = [parameter(param, lang) for param in command.params]
    if isinstance(told, click.Group):
        told.subcommand_metavar = "COMMANDE [ARGUMENTS]..."
        told.commands = {name: translated(inner, lang) for name, inner in told.commands.items()}
    return told


def parameter(param: click.Parameter, lang: str) -> click.Parameter:
    if not isinstance(param, click.Option) or not param.help:
        return param
    told = copy(param)
    told.help = worded(param.help, lang)
    if param.metavar is None and not param.is_flag:
        told.metavar = KINDS.get(param.type.name)
    if isinstance(param.show_default, str):
        told.show_default = worded(param.show_default, lang)
    return told


def unquoted(complaint: str, lang: str) -> str:
    """What click says of what was typed, set apart as the language does it."""
    return QUOTED.sub(r"« \1 »", complaint) if lang == "fr" else complaint


def example(epilog: str) -> str:
    """Examples are the same everywhere; their heading is not."""
    return epilog.replace("\nExample:\n", "\nExemple :\n")
