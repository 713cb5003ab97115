"""Print the hashes of the scripts in pages that lpbe makes: in the client's frame these may run, and no others."""

from __future__ import annotations

import json
from base64 import b64encode
from hashlib import sha256

from lpbe.report.render.assets import DOCUMENT_SCRIPTS, page_script, script
from lpbe.report.replay.page import REPLAY_SCRIPTS

SCRIPTS = (page_script(True), page_script(False), script(DOCUMENT_SCRIPTS), script(REPLAY_SCRIPTS))

print(json.dumps([f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}" for text in SCRIPTS]))
