"""SSHSIG signatures: ours, those of ssh-keygen, and none that was touched."""

from __future__ import annotations

import json
import shutil
import stat
import subprocess
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from hypothesis import given
from hypothesis import strategies as st

from lpbe.kernel.base.errors import Malformed, Unauthentic
from lpbe.kernel.crypto import keys, sodium, sshsig

from ...size_limits import examples

SEED = bytes(range(32))
PUBLIC = sodium.sign_keypair(SEED)[0]
MADE = json.loads((Path(__file__).parents[2] / "vectors" / "sshsig.json").read_text())
SPACES = [sshsig.GENESIS, sshsig.ORDER, sshsig.HEAD, sshsig.REKEY, sshsig.RECEIPT]
MESSAGES = [b"", b'{"a":1}', "Zoé\r\n\x00\xff".encode(), bytes(range(256)) * 300]
some = examples(200)
seeds = st.binary(min_size=32, max_size=32)


def keygen(*words: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(["ssh-keygen", *words], input=given, capture_output=True, check=False)


def new_key(folder: Path, kind: str = "ed25519") -> Path:
    path = folder / f"id_{kind}"
    assert keygen("-q", "-t", kind, "-N", "", "-C", "a comment", "-f", str(path)).returncode == 0
    return path


def public_of(path: Path) -> bytes:
    return sshsig.parse_public_line(path.with_name(path.name + ".pub").read_text())


def refusal_code(public: bytes, namespace: str, message: bytes, blob: bytes) -> str:
    with pytest.raises(Unauthentic) as caught:
        sshsig.verify(public, namespace, message, blob)
    return caught.value.code


# With ssh-keygen


@pytest.mark.parametrize("message", MESSAGES, ids=len)
def test_ssh_keygen_accepts_our_signatures_and_only_for_their_message(tmp_path: Path, message: bytes) -> None:
    allowed, signature = tmp_path / "allowed", tmp_path / "signature"
    for namespace in SPACES:
        allowed.write_text(f'red namespaces="{namespace}" {sshsig.public_line(PUBLIC)}\n')
        signature.write_text(sshsig.armour(sshsig.sign(SEED, namespace, message)))
        call = ("-Y", "verify", "-f", str(allowed), "-I", "red", "-s", str(signature), "-n")
        assert keygen(*call, namespace, given=message).returncode == 0
        assert keygen(*call, namespace, given=message + b" ").returncode != 0
        assert keygen(*call, "another", given=message).returncode != 0


@pytest.mark.parametrize("message", MESSAGES, ids=len)
def test_we_accept_signatures_of_ssh_keygen_and_only_for_their_message(tmp_path: Path, message: bytes) -> None:
    path = new_key(tmp_path)
    public = public_of(path)
    keys.check_sign_key(public)
    for namespace in SPACES:
        blob = sshsig.dearmour(keygen("-Y", "sign", "-n", namespace, "-f", str(path), given=message).stdout.decode())
        sshsig.verify(public, namespace, message, blob)
        assert refusal_code(public, namespace, message + b" ", blob) == "E_SIG_INVALID"
        assert refusal_code(public, "another", message, blob) == "E_SIG_FORMAT"


def test_one_seed_gives_one_signature_by_us_and_by_ssh_keygen(tmp_path: Path) -> None:
    path = tmp_path / "id"
    secret = Ed25519PrivateKey.from_private_bytes(SEED)
    path.write_bytes(secret.private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, NoEncryption()))
    path.chmod(0o600)
    for message in MESSAGES:
        ours = sshsig.sign(SEED, sshsig.ORDER, message)
        assert sshsig.sign_by_ssh(str(path), sshsig.ORDER, message) == ours
        theirs = keygen("-Y", "sign", "-n", sshsig.ORDER, "-f", str(path), given=message).stdout.decode()
        assert theirs == sshsig.armour(ours)


def test_signatures_once_made_by_ssh_keygen_stay_good() -> None:
    public = sshsig.parse_public_line(MADE["public_line"])
    assert len(MADE["signatures"]) == 3
    for row in MADE["signatures"]:
        blob = sshsig.dearmour(row["armoured"])
        sshsig.verify(public, row["namespace"], row["message"].encode(), blob)
        assert sshsig.armour(blob) == row["armoured"]
        assert refusal_code(public, row["namespace"], row["message"].encode() + b"\n", blob) == "E_SIG_INVALID"


def test_an_identity_with_an_ssh_key_signs_by_ssh_keygen(tmp_path: Path) -> None:
    path = new_key(tmp_path)
    who = keys.Identity(SEED, str(path), public_of(path))
    blob = who.sign(sshsig.ORDER, b"text")
    sshsig.verify(public_of(path), sshsig.ORDER, b"text", blob)
    assert who.sign_public == public_of(path) != PUBLIC


def test_an_identity_refuses_to_sign_with_another_ssh_key_than_its_own(tmp_path: Path) -> None:
    who = keys.Identity(SEED, str(new_key(tmp_path)), PUBLIC)
    with pytest.raises(Unauthentic) as caught:
        who.sign(sshsig.ORDER, b"text")
    assert caught.value.code == "E_SIG_FORMAT"


def test_an_ssh_key_of_another_kind_signs_nothing_we_accept(tmp_path: Path) -> None:
    path = new_key(tmp_path, "ecdsa")
    with pytest.raises(Malformed) as caught:
        public_of(path)
    assert caught.value.code == "E_KEY_FORMAT"
    assert (
        refusal_code(PUBLIC, sshsig.ORDER, b"text", sshsig.sign_by_ssh(str(path), sshsig.ORDER, b"text"))
        == "E_SIG_FORMAT"
    )


def test_what_ssh_keygen_says_is_told_when_it_will_not_sign(tmp_path: Path) -> None:
    with pytest.raises(Malformed) as caught:
        sshsig.sign_by_ssh(str(tmp_path / "none"), sshsig.ORDER, b"text")
    assert caught.value.code == "E_KEY_SSH"
    assert "No such file" in caught.value.message


def test_a_machine_without_ssh_keygen_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = new_key(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Malformed) as caught:
        sshsig.sign_by_ssh(str(path), sshsig.ORDER, b"text")
    assert caught.value.code == "E_KEY_SSH"


def test_ssh_keygen_sees_no_lpbe_variable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program of that name earlier on the path writes down its environment, then calls the real one."""
    path, seen, real = new_key(tmp_path), tmp_path / "seen", shutil.which("ssh-keygen")
    wrapper = tmp_path / "ssh-keygen"
    wrapper.write_text(f'#!/bin/sh\nenv > "{seen}"\nexec "{real}" "$@"\n')
    wrapper.chmod(wrapper.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setenv("LPBE_KEY", "a secret line")
    monkeypatch.setenv("LPBE_PASSPHRASE", "a secret word")
    monkeypatch.setenv("SSH_AUTH_SOCK", "kept")
    sshsig.verify(public_of(path), sshsig.ORDER, b"text", sshsig.sign_by_ssh(str(path), sshsig.ORDER, b"text"))
    names = {line.split("=")[0] for line in seen.read_text().splitlines()}
    assert "SSH_AUTH_SOCK" in names
    assert not any(name.startswith("LPBE_") for name in names)


# Touched signatures


@some
@given(seeds, st.binary(max_size=100), st.sampled_from(SPACES), st.integers(0, 10**6))
def test_a_signature_with_one_bit_flipped_is_refused(seed: bytes, message: bytes, namespace: str, flip: int) -> None:
    public = sodium.sign_keypair(seed)[0]
    blob = bytearray(sshsig.sign(seed, namespace, message))
    sshsig.verify(public, namespace, message, bytes(blob))
    at = flip % (len(blob) * 8)
    blob[at // 8] ^= 1 << at % 8
    wanted = "E_SIG_INVALID" if at // 8 >= len(blob) - 64 else "E_SIG_FORMAT"
    assert refusal_code(public, namespace, message, bytes(blob)) == wanted


def test_every_single_bit_of_a_signature_counts() -> None:
    good = sshsig.sign(SEED, sshsig.ORDER, b"text")
    for at in range(len(good) * 8):
        blob = bytearray(good)
        blob[at // 8] ^= 1 << at % 8
        refusal_code(PUBLIC, sshsig.ORDER, b"text", bytes(blob))


@some
@given(st.binary(min_size=1, max_size=100), st.integers(0, 10**6))
def test_a_message_with_one_bit_flipped_is_refused(message: bytes, flip: int) -> None:
    blob = sshsig.sign(SEED, sshsig.ORDER, message)
    other = bytearray(message)
    other[flip % len(other)] ^= 1 << flip % 8
    assert refusal_code(PUBLIC, sshsig.ORDER, bytes(other), blob) == "E_SIG_INVALID"


def test_a_signature_serves_one_key_and_one_purpose() -> None:
    other = sodium.sign_keypair(bytes(32))[0]
    for namespace in SPACES:
        blob = sshsig.sign(SEED, namespace, b"text")
        assert refusal_code(other, namespace, b"text", blob) == "E_SIG_FORMAT"
        for purpose in set(SPACES) - {namespace}:
            assert refusal_code(PUBLIC, purpose, b"text", blob) == "E_SIG_FORMAT"


def test_a_signature_relabelled_for_another_key_or_purpose_is_refused() -> None:
    """The outer fields name another key or purpose, the 64 bytes stay."""
    core = sshsig.sign(SEED, sshsig.ORDER, b"text")[-64:]
    other = sodium.sign_keypair(bytes(32))[0]
    assert refusal_code(other, sshsig.ORDER, b"text", sshsig.prefix(other, sshsig.ORDER) + core) == "E_SIG_INVALID"
    assert refusal_code(PUBLIC, sshsig.HEAD, b"text", sshsig.prefix(PUBLIC, sshsig.HEAD) + core) == "E_SIG_INVALID"


@pytest.mark.parametrize("cut", [0, 1, 6, 63, 65, 100])
def test_signatures_cut_short_or_with_a_tail_are_refused(cut: int) -> None:
    blob = sshsig.sign(SEED, sshsig.ORDER, b"text")
    assert refusal_code(PUBLIC, sshsig.ORDER, b"text", blob[:cut]) == "E_SIG_FORMAT"
    assert refusal_code(PUBLIC, sshsig.ORDER, b"text", blob[cut + 1 :]) == "E_SIG_FORMAT"
    assert refusal_code(PUBLIC, sshsig.ORDER, b"text", blob + bytes(cut + 1)) == "E_SIG_FORMAT"


def test_a_namespace_names_the_format() -> None:
    assert [f"lpbe-{name}-v2" for name in ("genesis", "order", "head", "rekey", "receipt")] == SPACES


@some
@given(seeds, st.binary(max_size=100), st.sampled_from(SPACES))
def test_a_bare_signature_is_as_good_as_a_framed_one_and_serves_no_other_purpose(
    seed: bytes, message: bytes, namespace: str
) -> None:
    public, blob = sodium.sign_keypair(seed)[0], sshsig.sign(seed, namespace, message)
    core = sshsig.strip_frame(blob)
    assert (len(core), sshsig.prefix(public, namespace) + core) == (64, blob)
    sshsig.verify(public, namespace, message, core)
    assert refusal_code(public, namespace, message + b" ", core) == "E_SIG_INVALID"
    for purpose in set(SPACES) - {namespace}:
        assert refusal_code(public, purpose, message, core) == "E_SIG_INVALID"


def test_every_single_bit_of_a_bare_signature_counts() -> None:
    good = sshsig.strip_frame(sshsig.sign(SEED, sshsig.ORDER, b"text"))
    for at in range(512):
        blob = bytearray(good)
        blob[at // 8] ^= 1 << at % 8
        assert refusal_code(PUBLIC, sshsig.ORDER, b"text", bytes(blob)) == "E_SIG_INVALID"


def test_the_first_64_bytes_of_a_frame_are_no_bare_signature() -> None:
    blob = sshsig.sign(SEED, sshsig.ORDER, b"text")
    assert refusal_code(PUBLIC, sshsig.ORDER, b"text", blob[:64]) == "E_SIG_INVALID"


def test_a_signature_has_one_scalar_only() -> None:
    """S and S plus the group order solve the same equation: only the small one is a signature."""
    blob = sshsig.sign(SEED, sshsig.ORDER, b"text")
    scalar = int.from_bytes(blob[-32:], "little") + 2**252 + 27742317777372353535851937790883648493
    assert refusal_code(PUBLIC, sshsig.ORDER, b"text", blob[:-32] + scalar.to_bytes(32, "little")) == "E_SIG_INVALID"


# Armour and public lines


@some
@given(st.binary(min_size=1, max_size=300))
def test_armour_comes_off_again_however_its_lines_are_broken(blob: bytes) -> None:
    text = sshsig.armour(blob)
    assert max(map(len, text.splitlines())) <= 70
    for form in (text, text.replace("\n", "\r\n"), "\n\n  " + text.replace("\n", "\n  "), text.replace("\n", " ")):
        assert sshsig.dearmour(form) == blob


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        f"{sshsig.BEGIN}\n{sshsig.END}\n",
        f"{sshsig.BEGIN}\nAAAA\n",
        f"AAAA\n{sshsig.END}\n",
        f"{sshsig.BEGIN}\nAA*A\n{sshsig.END}\n",
        f"{sshsig.BEGIN}\nAAA\n{sshsig.END}\n",
        f"{sshsig.BEGIN}\nAAB=\n{sshsig.END}\n",
        f"{sshsig.BEGIN}\nAAAé\n{sshsig.END}\n",
        f"x{sshsig.BEGIN}\nAAAA\n{sshsig.END}\n",
        f"{sshsig.BEGIN}\nAAAA\n{sshsig.END}\nx",
        f"{sshsig.BEGIN}\nAAAA\n{sshsig.END}\n{sshsig.BEGIN}\nAAAA\n{sshsig.END}\n",
        "-----BEGIN SSH SIGNATURE-----END SSH SIGNATURE-----",
    ],
    ids=range(13),
)
def test_texts_that_are_no_armoured_signature_are_refused(text: str) -> None:
    with pytest.raises(Malformed) as caught:
        sshsig.dearmour(text)
    assert caught.value.code == "E_SIG_FORMAT"


@some
@given(seeds, st.sampled_from(["", "a", "zoé@example.org with spaces"]))
def test_a_public_line_gives_its_key_back(public: bytes, comment: str) -> None:
    assert sshsig.parse_public_line(sshsig.public_line(public, comment) + "\n") == public


def line_of(blob: bytes) -> str:
    return f"ssh-ed25519 {keys.b64(blob)}"


@pytest.mark.parametrize(
    "line",
    [
        "",
        "ssh-ed25519",
        "ssh-rsa AAAAB3NzaC1yc2EAAAADAQAB",
        sshsig.public_line(PUBLIC).replace("ssh-ed25519", "sk-ssh-ed25519@openssh.com"),
        sshsig.public_line(PUBLIC)[:-1],
        sshsig.public_line(PUBLIC)[:-1] + "é",
        line_of(sshsig.key_blob(PUBLIC[:-1])),
        line_of(sshsig.key_blob(PUBLIC) + b"\0"),
        line_of(b"\1" + sshsig.key_blob(PUBLIC)[1:]),
        line_of(sshsig.field(b"ssh-ed25518") + sshsig.field(PUBLIC)),
        line_of(b""),
    ],
    ids=range(11),
)
def test_lines_that_are_no_ed25519_key_are_refused(line: str) -> None:
    with pytest.raises(Malformed) as caught:
        sshsig.parse_public_line(line)
    assert caught.value.code == "E_KEY_FORMAT"
