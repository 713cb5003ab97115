"""What reading leaves unchanged: the limits of the process are not ours."""

from __future__ import annotations

import sys

import pytest

from lpbe.kernel.base.errors import Malformed
from lpbe.kernel.disk.formats import parse


@pytest.mark.parametrize("text", [b"a = 1\n", b"a = " + b"9" * 200 + b"\n", b"a ="])
def test_reading_a_file_leaves_the_limits_of_the_process_alone(text: bytes) -> None:
    before = sys.get_int_max_str_digits()
    try:
        parse(text, "x.toml", width=1024, lines=10)
    except Malformed:
        pass
    assert sys.get_int_max_str_digits() == before
