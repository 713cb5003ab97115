"""Ask the person at the terminal for a passphrase or for confirmation."""

from __future__ import annotations

from ..kernel.base.errors import Malformed, Misused


def ask_passphrase() -> str:
    return ask("Passphrase")


def ask_new_passphrase() -> str:
    return ask("New passphrase", again=True)


def ask(prompt: str, again: bool = False) -> str:
    """Ask for a passphrase without echoing it. Fail if there is no terminal."""
    import warnings
    from getpass import GetPassWarning

    import click

    with warnings.catch_warnings():
        warnings.simplefilter("error", GetPassWarning)
        try:
            return str(click.prompt(prompt, hide_input=True, confirmation_prompt=again, err=True))
        except click.Abort:
            raise KeyboardInterrupt from None
        except GetPassWarning:
            message = "a passphrase is needed, but there is no terminal to ask for it"
            raise Malformed("E_KEY_PASSPHRASE", message, "set LPBE_PASSPHRASE") from None


def is_at_terminal() -> bool:
    import sys

    return sys.stdin.isatty()


def confirm(question: str) -> bool:
    import click

    return click.confirm(question, err=True)


class Confirmation:
    """Ask for confirmation, unless it was given on the command line. Fail if there is no terminal."""

    __slots__ = ("no_terminal", "sure")

    def __init__(self, sure: bool, no_terminal: Misused) -> None:
        self.sure = sure
        self.no_terminal = no_terminal

    def __call__(self, question: str) -> bool:
        if self.sure:
            return True
        if not is_at_terminal():
            raise self.no_terminal
        return confirm(question)
