"""Choose how people at a terminal are asked: with screens in colour, or line by line."""

from __future__ import annotations

import sys

from ..app.local.console import Console
from ..app.session.locale import is_plain_terminal
from .prompt import Prompt


def open_console() -> Console:
    """Return a prompt with colours and screens where terminal and installation allow it; else a plain one."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or is_plain_terminal():
        return Prompt()
    try:
        from .terminal_prompt import TerminalPrompt  # saves the library for pipes
    except ImportError:
        return Prompt()
    return TerminalPrompt()
