"""The translations of help texts, and of what click itself says."""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from functools import cache

import msgspec

from ...kernel.content.compiled import help_file
from ...kernel.disk import environment

DOMAIN = "lpbe"


@cache
def help_catalogue(lang: str) -> Mapping[str, str]:
    """Return the help texts in a language, keyed by their English."""
    return msgspec.json.decode(help_file(f"help.{lang}.json")[1], type=dict[str, str])


def set_gettext_language(lang: str) -> None:
    """Set the language of gettext, and so of click; English needs no catalogue."""
    if lang == "en":
        return
    environment.set_variable("LANGUAGE", lang)
    folder, _ = help_file(f"{lang}/LC_MESSAGES/{DOMAIN}.mo")
    gettext.bindtextdomain(DOMAIN, folder)
    gettext.textdomain(DOMAIN)
