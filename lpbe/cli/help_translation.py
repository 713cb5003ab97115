"""Translate help texts and click's own messages into the caller's language."""

from __future__ import annotations

import re
from copy import copy
from inspect import cleandoc

import click

from ..app.session.help_catalogue import help_catalogue

KINDS = {"text": "TEXTE", "integer": "NOMBRE", "integer range": "NOMBRE", "path": "CHEMIN", "float": "NOMBRE"}
"""Names for option values that have no metavar, by click's type."""
VALUE_NAMES = {
    "ADDRESS": "ADRESSE",
    "BOT": "ROBOT",
    "BRANCH": "BRANCHE",
    "BUNDLE": "PREUVE",
    "DAYS": "JOURS",
    "DIR": "DOSSIER",
    "FILE": "FICHIER",
    "FOLDER": "DOSSIER",
    "GAME": "PARTIE",
    "KEY": "CLÉ",
    "LINE": "LIGNE",
    "MB": "MO",
    "NAME": "NOM",
    "OFFER": "OFFRE",
    "ORDER": "ORDRE",
    "ORDERS": "ORDRES",
    "REPOSITORY": "DÉPÔT",
    "SEAT": "PLACE",
    "TEXT": "TEXTE",
    "TIME": "TEMPS",
    "VALUE": "VALEUR",
    "WHERE": "OÙ",
    "WHO": "QUI",
    "WORD": "MOT",
    "WORDS": "MOTS",
}
"""Names for values, as the French help texts have them."""
CAPITALS = re.compile(r"[A-Z]+")
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
    copied = copy(param)
    copied.metavar = translate_value_name(
        argument_metavar(param) if isinstance(param, click.Argument) else param.metavar
    )
    if not isinstance(copied, click.Option) or not copied.help:
        return copied
    copied.help = translate_text(copied.help, lang)
    if copied.metavar is None and not copied.is_flag:
        copied.metavar = KINDS.get(copied.type.name)
    if isinstance(copied.show_default, str):
        copied.show_default = translate_text(copied.show_default, lang)
    return copied


def argument_metavar(param: click.Argument) -> str | None:
    """Return how click names an argument, unless it lists the choices."""
    if param.metavar or isinstance(param.type, click.Choice):
        return param.metavar
    several = "..." if param.nargs != 1 else ""
    name = (param.name or "").upper()
    return f"{name if param.required else f'[{name}]'}{several}"


def translate_value_name(metavar: str | None) -> str | None:
    """Return the placeholder for a value in usage lines, in French."""
    return CAPITALS.sub(lambda word: VALUE_NAMES.get(word[0], word[0]), metavar) if metavar else metavar


def replace_quotes(complaint: str, lang: str) -> str:
    """Return a message from click with the quotation marks of this language."""
    return QUOTED.sub(r"« \1 »", complaint) if lang == "fr" else complaint


def example(epilog: str) -> str:
    """Translate the heading above the examples, but not the examples."""
    return epilog.replace("\nExample:\n", "\nExemple :\n").replace("\nExamples:\n", "\nExemples :\n")
