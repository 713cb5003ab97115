"""What Living Planet shows: the functions of this package under the names that pages use."""

from __future__ import annotations

from ....kernel.engine.lazy import lazy
from ....kernel.engine.presentation import Presentation
from .brief import brief
from .gauges import curves
from .narration import story
from .seat_news import concerns
from .standing import estimates

PRESENTATION = Presentation(
    # pages without a board, or without a reply that is ready to send, need neither the drawing nor the bot
    picture=lazy(".board_view:picture", __package__),
    panels=lazy(".panels:panels", __package__),
    graphics=lazy(".graphics:graphics", __package__),
    advice=lazy(".suggestions:advice", __package__),
    brief=brief,
    estimates=estimates,
    concerns=concerns,
    story=story,
    asides={
        "production-called": ("none",),
        "cataclysm-called": ("none",),
        "chip-lost": ("building", "value", "seat", "points"),
        "building-taken": ("building", "value"),
        "team-wounded": ("seat", "kind", "place"),
        "team-lost": ("seat", "kind", "place"),
    },
    curves=curves,
)
