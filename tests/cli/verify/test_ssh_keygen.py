"""Stock OpenSSH and this program read each other's signatures."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from ..world.person import Person

SSH_KEYGEN = shutil.which("ssh-keygen")
NAMESPACE = "lpbe-order-v2"


def ssh(*args: str, cwd: Path, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    assert SSH_KEYGEN, "these tests need ssh-keygen"
    return subprocess.run([SSH_KEYGEN, *args], cwd=cwd, input=stdin, capture_output=True, check=False)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a game where red signs with a key of its own and blue with an SSH key; bids are awaited."""
    work = tmp_path_factory.mktemp("ssh")
    ana, ben = Person(work / "ana", work), Person(work / "ben", work)
    ssh("-q", "-t", "ed25519", "-N", "", "-f", "id_ed25519", cwd=work)
    ben.call("key", "new", "--ssh", "id_ed25519.pub")
    public = (work / "id_ed25519.pub").read_text().strip()
    ana.call("new", "mars", "--game", "pebbles", "--seats", "red,blue", "--as", "red", "--for", f"blue={public}")
    ben.call("join", "mars", "--name", "Ben")
    ana.call("run", "mars")
    ben.call("ready", "mars")
    assert ana.json("run", "mars")["seq"] == 4
    return work


def test_ssh_keygen_accepts_our_signature(table: Path, tmp_path: Path) -> None:
    shutil.copytree(table / "mars", tmp_path / "mars")
    ana = Person(table / "ana", tmp_path)
    ana.call("order", "mars", "bid coins=2", "-o", "order.json")
    signature = json.loads((tmp_path / "order.json").read_text())["sig"]["ssh"]
    (tmp_path / "order.sig").write_text(signature)
    (tmp_path / "allowed").write_text(ana.call("allowed-signers", "mars"))
    signed = ana.call("canon", "order.json").encode()
    verify = ["-Y", "verify", "-f", "allowed", "-n", NAMESPACE, "-s", "order.sig", "-I"]
    good = ssh(*verify, "red", cwd=tmp_path, stdin=signed)
    assert good.returncode == 0 and b"Good" in good.stdout
    assert ssh(*verify, "blue", cwd=tmp_path, stdin=signed).returncode != 0
    assert ssh(*verify, "red", cwd=tmp_path, stdin=signed + b" ").returncode != 0


def test_the_guide_names_the_purpose_that_orders_are_signed_for() -> None:
    guide = (Path(__file__).parents[3] / "docs" / "trust.md").read_text()
    assert f"ssh-keygen -Y verify -f allowed -I red -n {NAMESPACE} -s order.sig" in guide


def test_ssh_keygen_accepts_the_heads_of_the_referee(table: Path, tmp_path: Path) -> None:
    from lpbe.kernel.base.canonical import jcs
    from lpbe.kernel.chain.letter import present
    from lpbe.kernel.crypto.keys import unb64
    from lpbe.kernel.crypto.sshsig import HEAD, armour, prefix
    from lpbe.kernel.gamedir.gamedir import load, locate

    ana = Person(table / "ana", tmp_path)
    game = load(locate(str(table / "mars")))
    (tmp_path / "allowed").write_text(ana.call("allowed-signers", str(table / "mars")))
    referee = present(game.genesis.referee).sign
    framed = prefix(unb64(referee), HEAD) + unb64(present(game.last.head_sig))
    (tmp_path / "head.sig").write_text(armour(framed))
    verify = ["-Y", "verify", "-f", "allowed", "-n", "lpbe-head-v2", "-s", "head.sig", "-I", "referee"]
    assert ssh(*verify, cwd=tmp_path, stdin=jcs(game.last.head)).returncode == 0


def test_an_ssh_key_signs_through_ssh_keygen(table: Path, tmp_path: Path) -> None:
    shutil.copytree(table / "mars", tmp_path / "mars")
    ana, ben = Person(table / "ana", tmp_path), Person(table / "ben", tmp_path)
    ben.call("order", "mars", "bid coins=1")
    run = ana.json("run", "mars")
    assert (run["seq"], run["window"]["waiting"], run["refused"]) == (5, ["red"], [])


def test_a_signature_made_by_hand_is_attached_and_accepted(table: Path, tmp_path: Path) -> None:
    shutil.copytree(table / "mars", tmp_path / "mars")
    ana, ben = Person(table / "ana", tmp_path), Person(table / "ben", tmp_path)
    ben.call("order", "mars", "bid coins=1", "--unsigned", "-o", "order.toml")
    assert ana.json("apply", "mars/game.toml", "order.toml", "-o", "next.toml", code=5)["code"] == "E_SIG_FORMAT"
    canon = ben.call("canon", "order.toml").encode()
    made = ssh("-Y", "sign", "-n", NAMESPACE, "-f", str(table / "id_ed25519"), cwd=tmp_path, stdin=canon)
    (tmp_path / "order.sig").write_bytes(made.stdout)
    ben.call("attach", "order.toml", "order.sig")
    assert ana.json("apply", "mars/game.toml", "order.toml", "-o", "next.toml")["seq"] == 5


def test_a_signature_for_another_purpose_is_refused(table: Path, tmp_path: Path) -> None:
    shutil.copytree(table / "mars", tmp_path / "mars")
    ana, ben = Person(table / "ana", tmp_path), Person(table / "ben", tmp_path)
    ben.call("order", "mars", "bid coins=1", "--unsigned", "-o", "order.toml")
    canon = ben.call("canon", "order.toml").encode()
    made = ssh("-Y", "sign", "-n", "git", "-f", str(table / "id_ed25519"), cwd=tmp_path, stdin=canon)
    (tmp_path / "order.sig").write_bytes(made.stdout)
    ben.call("attach", "order.toml", "order.sig")
    refused = ana.json("apply", "mars/game.toml", "order.toml", "-o", "next.toml", code=5)
    assert refused["code"] == "E_SIG_FORMAT"


def test_an_rsa_key_is_refused_with_a_hint(table: Path, tmp_path: Path) -> None:
    ssh("-q", "-t", "rsa", "-b", "2048", "-N", "", "-f", "id_rsa", cwd=tmp_path)
    refused = Person(tmp_path / "dora", tmp_path).json("key", "new", "--ssh", "id_rsa.pub", code=6)
    assert refused["code"] == "E_KEY_FORMAT" and "ed25519" in refused["hint"]


def test_a_missing_ssh_key_is_told_plainly(table: Path, tmp_path: Path) -> None:
    shutil.copytree(table / "mars", tmp_path / "mars")
    ben = Person(table / "ben", tmp_path)
    (table / "id_ed25519").rename(table / "away")
    try:
        assert ben.json("order", "mars", "bid coins=1", code=6)["code"] == "E_KEY_SSH"
    finally:
        (table / "away").rename(table / "id_ed25519")
