"""The program that workflows pin is really installed, by hash and in no other way."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from lpbe.gitrepo.pinned_program import pinned_program
from lpbe.gitrepo.scaffold import fill_template

from .wheel import Built


def install_step(home: Path) -> subprocess.CompletedProcess[str]:
    """Run the step of the referee's workflow that installs lpbe, on a machine that has none."""
    job = YAML(typ="safe", pure=True).load(fill_template("referee.yml", url="unused").decode())["jobs"]["run"]
    [script] = [step["run"] for step in job["steps"] if "GITHUB_PATH" in step.get("run", "")]
    paths = f"{Path(sys.base_prefix) / 'bin'}:/usr/bin:/bin"
    env = {"PATH": paths, "HOME": str(home), "RUNNER_TEMP": str(home), "GITHUB_PATH": str(home / "path")}
    call = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
    return subprocess.run(call, cwd=home, env=env, capture_output=True, text=True, check=False)


@pytest.mark.soak
def test_workflows_install_the_pinned_wheel_and_refuse_another(built_wheel: Built, tmp_path: Path) -> None:
    program = pinned_program(str(built_wheel.wheel), None, None)
    assert program
    for name, data in program.files().items():
        path = tmp_path / "own" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    done = install_step(tmp_path)
    assert done.returncode == 0, done.stderr
    [folder] = (tmp_path / "path").read_text().split()
    version = subprocess.run([f"{folder}/lpbe", "--version"], capture_output=True, text=True, check=True)
    assert version.stdout.startswith("lpbe, version ")
    kept = tmp_path / "own" / ".github" / "lpbe" / program.wheel_name
    kept.write_bytes(kept.read_bytes() + b"\0")
    done = install_step(tmp_path)
    assert done.returncode != 0 and "DO NOT MATCH THE HASHES" in done.stderr
