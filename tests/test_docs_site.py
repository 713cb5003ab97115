"""The documentation site: it builds without a warning, and each of its pages and pictures is there."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    site = tmp_path / "site"
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(site)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    built = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    assert {f"{page.stem}.html" for page in (ROOT / "docs").glob("*.md")} <= {page.name for page in site.iterdir()}
    assert (site / "images" / "wide.png").read_bytes() == (ROOT / "examples" / "pages" / "wide.png").read_bytes()
    assert "fonts.googleapis" not in (site / "index.html").read_text()
