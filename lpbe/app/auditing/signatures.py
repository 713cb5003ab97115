"""What other programs need to check signatures: canonical bytes, detached signatures, public keys, schemas."""

from __future__ import annotations

from msgspec import Struct, UnsetType

from ...games import schema_names, schema_of
from ...kernel.base.canonical import Plain, jcs
from ...kernel.base.errors import Misused
from ...kernel.chain.letter import letter_id
from ...kernel.chain.letter_checks import referee_keys
from ...kernel.chain.records import Envelope
from ...kernel.crypto import sshsig
from ...kernel.crypto.keys import b64, unb64
from ...kernel.disk import files
from ...kernel.gamedir.inbox import dump_letter, read_letter
from ..session.open_game import OpenGame
from ..session.paths import write_output


class AttachedSignature(Struct, frozen=True):
    """A letter that was given its signature."""

    path: str
    letter: str
    """The id of the letter."""

    def data(self) -> Plain:
        return {"files": [self.path], "order": self.letter}

    def text(self) -> str:
        return self.path


def signed_bytes(letter: str) -> bytes:
    """Return the bytes that the signature of a letter covers: canonical JSON, no newline."""
    return jcs(read_letter(letter).letter)


def attach_signature(letter: str, signature: str, output: str | None = None) -> AttachedSignature:
    """Put a detached SSH signature into a letter."""
    content = read_letter(letter).letter
    blob = sshsig.dearmour(files.read(signature, files.MAX_KEY_BYTES).decode("utf-8", "replace"))
    target = output or letter
    write_output(target, dump_letter(Envelope(content, b64(blob)), target), sync=True)
    return AttachedSignature(target, letter_id(content))


def allowed_signers(opened: OpenGame) -> list[str]:
    """Return the public keys of a game as ssh-keygen -Y verify wants them."""
    genesis, state = opened.game.genesis, opened.game.state
    lines = [signer_line(s.id, sshsig.ORDER, s.sign) for s in state.seats if not isinstance(s.sign, UnsetType)]
    if genesis.trust == "referee":
        namespaces = ",".join([sshsig.GENESIS, sshsig.HEAD, sshsig.ORDER])
        lines.append(signer_line("referee", namespaces, referee_keys(genesis, state).sign))
    return lines


def signer_line(who: str, namespaces: str, key: str) -> str:
    return f'{who} namespaces="{namespaces}" {sshsig.public_line(unb64(key))}'


def list_schemas() -> list[str]:
    return schema_names()


def json_schema(name: str) -> str:
    """Return a JSON Schema by its name."""
    text = schema_of(name)
    if text is None:
        raise Misused("E_USAGE", "there is no schema '{schema}'", "known: {known}", schema=name, known=schema_names())
    return text
