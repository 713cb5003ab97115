"""The switches of the rules."""

# No `from __future__ import annotations`: msgspec would compile every string of a type again in each process.

from typing import Literal

from ...kernel.play.rules import Component


class Planet2116Options(Component):
    """How a table wants the rulings that the sheet leaves open."""

    continent_public: bool = True
    fault_is_wild: bool = True
    blast_respects_protection: bool = True
    rebuild_restores_tile: bool = True
    pot_users: Literal["refugees", "factories", "all"] = "refugees"
    reshuffle: Literal["lazy", "at-once"] = "lazy"
    bags: Literal["drawn", "chosen"] = "drawn"
