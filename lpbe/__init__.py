"""Living Planet by e-mail: the public Python API is what this package exports; all other modules are private."""

from __future__ import annotations

from .version import __version__ as __version__

TYPE_CHECKING = False
"""As in `typing`, which the command line loads only after it has turned the garbage collector off."""

if TYPE_CHECKING:
    from .api import (
        Game,
        LegalOrder,
        LpbeError,
        PlacedOrder,
        Simulation,
        Step,
        Verdict,
        apply,
        legal_orders,
        open_game,
        place_order,
        simulate,
        verify,
    )

__all__ = [
    "Game",
    "LegalOrder",
    "LpbeError",
    "PlacedOrder",
    "Simulation",
    "Step",
    "Verdict",
    "apply",
    "legal_orders",
    "open_game",
    "place_order",
    "simulate",
    "verify",
]


def __getattr__(name: str) -> object:
    """Load the API when somebody asks for it: the command line does not."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from . import api  # saves every use case for commands, which load their own

    return getattr(api, name)
