"""Scripts lose the spaces that they do not need, and nothing else."""

from __future__ import annotations

import pytest

from lpbe.report.render.assets import COMPOSING_SCRIPTS, PAGE_SCRIPTS, SCRIPT_TOKENS, read, script

FURTHER = (
    "order_control",
    "set_control",
    "count_control",
    "turn_control",
    "hand",
    "path",
    "page",
    "document",
    "replay",
)


@pytest.mark.parametrize("name", [*PAGE_SCRIPTS, *COMPOSING_SCRIPTS, *FURTHER])
def test_strings_and_regular_expressions_stay_as_they_are(name: str) -> None:
    """Outside of what is taken for strings nothing of a string is left: none was begun in the wrong place."""
    written = "\n".join(
        line for line in read("script", f"{name}.js").split("\n") if "//" not in line and "/**" not in line
    )
    strings = [match[1] for match in SCRIPT_TOKENS.finditer(written) if match[1]]
    squeezed = script((name,))
    assert [string for string in strings if string not in squeezed] == []
    rest = SCRIPT_TOKENS.sub(lambda match: "" if match[1] else match[2], written)
    assert not {"`", '"', "'", "${"} & {part for part in ("`", '"', "'", "${") if part in rest}
