"""Print the hashes of the scripts in pages that lpbe makes: in the client's frame these may run, and no others."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import product

from lpbe.report.render.assets import DOCUMENT_SCRIPTS, page_script, script
from lpbe.report.render.html import CONTROLS
from lpbe.report.replay.page import REPLAY_SCRIPTS

FURTHER = (*(f"{control}_control" for control in CONTROLS), "hand", "path")
"""Parts that a page has if what it asks needs them; always in this order."""


def selections(names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    for chosen in product((False, True), repeat=len(names)):
        yield tuple(name for name, wanted in zip(names, chosen, strict=True) if wanted)


def page_scripts() -> list[str]:
    """Return every script that a page can have."""
    asking = [page_script(True, further) for further in selections(FURTHER)]
    return [*asking, page_script(False, ()), script(DOCUMENT_SCRIPTS), script(REPLAY_SCRIPTS)]


print(json.dumps([f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}" for text in page_scripts()]))
