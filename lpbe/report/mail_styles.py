"""How the HTML of a mail looks: styles for single elements, each colour with its background, so that none is lost."""

from __future__ import annotations

PAPER, INK, SOFT, LINE, CARD = "#fdfcf9", "#22211f", "#5c5850", "#d9d4c9", "#f4f1ea"
ACCENT, OWN, OWN_LINE = "#8a3b12", "#fdf3d7", "#d9a520"
WIDE, ROOM = 640, 616
"""How wide a page is at most, and the room inside its margin."""
FONT = "font-family:Arial,Helvetica,sans-serif"
MONO = "font-family:Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace"
BODY = f"margin:0;padding:0;background:{PAPER};color:{INK}"
SHEET = f"max-width:{WIDE}px;table-layout:fixed;margin:0 auto;background:{PAPER}"
TEXT = f"{FONT};font-size:16px;line-height:1.45;color:{INK};text-align:left;overflow-wrap:break-word"
H1 = "font-size:18px;line-height:1.25;margin:0 0 4px"
H2 = f"font-size:18px;margin:24px 0 8px;padding-bottom:3px;border-bottom:2px solid {ACCENT}"
H3 = "font-size:16px;margin:10px 0 4px"
P = "margin:4px 0"
UL = "margin:4px 0;padding-left:20px"
TIGHT = "margin:3px 0;font-size:14px;line-height:1.35"
GRID = "border-collapse:collapse;font-size:14px;line-height:1.3"
SCROLLS = "overflow-x:auto;margin:4px 0 12px"
ROW = f"border-bottom:1px solid {LINE}"
HEAD = f"color:{SOFT}"
PRE = f"{MONO};font-size:13px;line-height:1.4;margin:6px 0;padding:8px 10px;background:{CARD};border:1px solid {LINE}"
LETTERS = f"{PRE};white-space:pre-wrap"
CODE = f"{MONO};font-size:14px;font-weight:bold;color:{INK}"
LINK = f"{MONO};font-size:14px;font-weight:bold;color:{ACCENT}"
BUTTON = (
    f"display:inline-block;padding:8px 14px;background:{ACCENT};color:#ffffff;font-weight:bold;"
    "text-decoration:none;border-radius:4px"
)
PRIVATE = f"background:{OWN};color:{INK};border-left:3px solid {OWN_LINE};padding:4px 10px;margin:8px 0"
QUOTED = f"margin:8px 0;padding:2px 10px;border-left:3px solid {LINE}"
