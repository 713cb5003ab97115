"""Rewrite a PNG with a palette of few colours: opaque, and a quarter of its size."""

from __future__ import annotations

import re
import zlib
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate
from struct import pack, unpack

SIGNATURE = b"\x89PNG\r\n\x1a\n"
CHANNELS = 4
COLOURS = (160, 96, 48)
"""The numbers of colours to try, until the file is small enough."""
MAX_BYTES = 120_000
STEPS = bytes(min(255, (value + 8) // 17 * 17) for value in range(256))
"""Each shade -> the next of 16; otherwise the edges of shapes have thousands of colours."""
NOT_ZERO = re.compile(rb"[^\0]+")


def reduce_colours(png: bytes) -> bytes:
    """Return the same picture with a palette; it must be an opaque one of four channels with eight bits each."""
    width, height, data = read_png(png)
    rows = b"".join(unfiltered_rows(data, width * CHANNELS))
    planes = [rows[channel::CHANNELS].translate(STEPS) for channel in range(3)]
    pixels = bytearray(len(rows))
    for channel, plane in enumerate(planes):
        pixels[channel::CHANNELS] = plane
    colours = array("I", bytes(pixels))
    counts = Counter(colours)
    made = b""
    for most in COLOURS:
        made = with_palette(colours, counts, most, width, height)
        if len(made) <= MAX_BYTES:
            break
    return made


def with_palette(colours: array[int], counts: Counter[int], most: int, width: int, height: int) -> bytes:
    """Return the picture in its most frequent colours."""
    palette, index = choose_palette(counts, most)
    indexed = bytes(map(index.__getitem__, colours))
    lines = b"".join(b"\0" + indexed[start : start + width] for start in range(0, len(indexed), width))
    header = pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = ((b"IHDR", header), (b"PLTE", palette), (b"IDAT", zlib.compress(lines, 9)), (b"IEND", b""))
    return SIGNATURE + b"".join(chunk(kind, body) for kind, body in parts)


def chunk(kind: bytes, body: bytes) -> bytes:
    return pack(">I", len(body)) + kind + body + pack(">I", zlib.crc32(kind + body))


def read_png(png: bytes) -> tuple[int, int, bytes]:
    """Return width, height, and the filtered rows."""
    at, data, size = len(SIGNATURE), b"", (0, 0)
    while at < len(png):
        length, kind = unpack(">I4s", png[at : at + 8])
        body = png[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            size = unpack(">II", body[:8])
            assert body[8:13] == b"\x08\x06\0\0\0", "a picture that resvg does not draw"
        data += body if kind == b"IDAT" else b""
        at += length + 12
    return *size, zlib.decompress(data)


def unfiltered_rows(data: bytes, length: int) -> Iterator[bytes]:
    """Yield the rows of a picture without filters."""
    before = bytes(length)
    for start in range(0, len(data), length + 1):
        row = data[start + 1 : start + 1 + length]
        before = UNFILTER[data[start]](row, before)
        yield before


def keep(row: bytes, above: bytes) -> bytes:
    return row


def add_left(row: bytes, above: bytes) -> bytes:
    out = bytearray(len(row))
    for channel in range(CHANNELS):
        out[channel::CHANNELS] = bytes(value & 255 for value in accumulate(row[channel::CHANNELS]))
    return bytes(out)


def add_above(row: bytes, above: bytes) -> bytes:
    """Add two rows byte by byte, as one sum of large numbers without carries."""
    low, high = int.from_bytes(b"\x7f" * len(row)), int.from_bytes(b"\x80" * len(row))
    one, other = int.from_bytes(row), int.from_bytes(above)
    return (((one & low) + (other & low)) ^ ((one ^ other) & high)).to_bytes(len(row))


def add_average(row: bytes, above: bytes) -> bytes:
    out = bytearray(CHANNELS)
    for n, value in enumerate(row):
        out.append((value + (out[n] + above[n]) // 2) & 255)
    return bytes(out[CHANNELS:])


def add_nearest(row: bytes, above: bytes) -> bytes:
    """Add the neighbour that is nearest to left plus above minus corner.

    Where nothing is added and left equals corner, a row repeats the one above.
    """
    out = bytearray(row)
    starts = [match.start() // CHANNELS * CHANNELS for match in NOT_ZERO.finditer(row)]
    nth, n, size = 0, 0, len(row)
    left = corner = bytes(CHANNELS)
    while n < size:
        if left == corner:
            while nth < len(starts) and starts[nth] < n:
                nth += 1
            end = starts[nth] if nth < len(starts) else size
            if end > n:
                out[n:end] = above[n:end]
                left = corner = above[end - CHANNELS : end]
                n = end
                continue
        up = above[n : n + CHANNELS]
        left = bytes(map(add_one, row[n : n + CHANNELS], left, up, corner))
        out[n : n + CHANNELS] = left
        corner = up
        n += CHANNELS
    return bytes(out)


def add_one(value: int, a: int, b: int, c: int) -> int:
    to_a, to_b, to_c = abs(b - c), abs(a - c), abs(a + b - c - c)
    nearest = a if to_a <= to_b and to_a <= to_c else b if to_b <= to_c else c
    return (value + nearest) & 255


UNFILTER = (keep, add_left, add_above, add_average, add_nearest)


def choose_palette(counts: Counter[int], most: int) -> tuple[bytes, dict[int, int]]:
    """Return the most frequent colours, and for every colour the number of the nearest one among them."""
    common = [colour for colour, _ in counts.most_common(most)]
    chosen = [split(colour) for colour in common]
    index = {colour: n for n, colour in enumerate(common)}
    for colour in counts:
        if colour not in index:
            index[colour] = nearest_of(split(colour), chosen)
    return bytes(part for colour in chosen for part in colour), index


def split(colour: int) -> tuple[int, int, int]:
    red, green, blue, _ = array("I", [colour]).tobytes()
    return red, green, blue


def nearest_of(colour: tuple[int, int, int], chosen: Sequence[tuple[int, int, int]]) -> int:
    red, green, blue = colour
    far = [(red - r) ** 2 + (green - g) ** 2 + (blue - b) ** 2 for r, g, b in chosen]
    return far.index(min(far))
