"""Whoever gives a command: the key, and the passphrase that opens it."""

from __future__ import annotations

from ..app import keys
from ..kernel.base.errors import Malformed
from ..kernel.crypto.keys import Identity
from ..kernel.disk import files


def maybe_identity(option: str | None) -> Identity | None:
    return keys.maybe_identity(option, passphrase)


def need_identity(option: str | None) -> Identity:
    return keys.need_identity(option, passphrase)


def identity_or_fresh(option: str | None) -> tuple[Identity, str]:
    return keys.identity_or_fresh(option, passphrase)


def passphrase() -> str:
    given = files.environment("LPBE_PASSPHRASE", pop=True)
    return given or ask("Passphrase")


def new_passphrase() -> str:
    given = files.environment("LPBE_PASSPHRASE", pop=True)
    return given or ask("New passphrase", again=True)


def ask(prompt: str, again: bool = False) -> str:
    """A passphrase, typed where nobody sees it; without a terminal nobody can be asked."""
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
            told = "a passphrase is needed, and there is no terminal to ask on"
            raise Malformed("E_KEY_PASSPHRASE", told, "give it: LPBE_PASSPHRASE") from None


def confirmed(question: str) -> bool:
    """Whether the person at the terminal says yes; who has none is asked nothing, and must have said so before."""
    import click

    return click.confirm(question, err=True)


def at_a_terminal() -> bool:
    import sys

    return sys.stdin.isatty()
