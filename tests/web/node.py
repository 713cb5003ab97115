"""The JavaScript of `web/`: where node is, and what it says."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "web"
MODULES = WEB / "node_modules" / ".package-lock.json"


def why_not() -> str:
    """Return why the JavaScript cannot be tested here; empty if it can."""
    if not shutil.which("node"):
        return "no node here"
    return "" if MODULES.exists() else "the libraries of web/ are not installed: make web-deps"


needs_node = pytest.mark.skipif(bool(why_not()), reason=why_not())


def run_node(*args: str) -> subprocess.CompletedProcess[str]:
    """Run node in `web/` and return what it wrote."""
    node = shutil.which("node")
    assert node
    return subprocess.run([node, *args], cwd=WEB, capture_output=True, text=True, check=False)


def bundle(entry: Path, output: Path, form: str = "iife", *more: str) -> bytes:
    """Return one minified file of a module and all that it imports."""
    esbuild = WEB / "node_modules" / ".bin" / "esbuild"
    options = ["--bundle", "--minify", f"--format={form}", "--target=es2022", "--legal-comments=none"]
    done = subprocess.run(
        [str(esbuild), str(entry), *options, *more, f"--outfile={output}", "--log-level=warning"],
        cwd=WEB,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return output.read_bytes()
