"""Write game files, letters and receipts as TOML for people, mail and git.

The data is strings, integers, booleans, arrays and tables only. Lines are short, seals are blocks of base64, short
tables of an array are on one line each: what changes in a game changes few lines. Files without such needs, the
host's address book for one, are written by tomli-w as it lays them out (`formats.dump_plain`).
"""

from __future__ import annotations

from typing import Any

from .base64_blocks import BASE64, LETTERS, is_base64, is_wrapped, mark_text, split_lines

LINE_COLUMNS = 72
"""What mail programs leave alone."""
SHORT_COLUMNS = 60
SHORT_BYTES = 40
MAX_WORD_LENGTH = 100
MAX_MARKS = 8
"""The most dots and brackets allowed on a line of text, because the reader counts them."""
TABLE_COLUMNS = 67
MIN_ARRAY_COLUMNS = 14
"""The columns an array counts for at least when a table is fitted onto a line, to keep the layout of 0.1.0 files."""
INDENT = "    "

BARE_KEY = LETTERS + "-_"
ARMOR = BASE64 + "- \n"
ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def dumps(value: dict[str, Any]) -> bytes:
    """Return TOML whose lines the guarded reader accepts, whatever the texts in it."""
    lines: list[str] = []
    write_table(lines, value, path="", header="")
    return "".join(f"{line}\n" for line in lines).encode()


def write_table(lines: list[str], table: dict[str, Any], path: str, header: str, name: str = "") -> None:
    """Append a table: its header after an empty line, its values, then every table in it."""
    values: list[str] = []
    tables: list[tuple[str, str, str, dict[str, Any]]] = []
    for key, value in table.items():
        inner = f"{path}.{key_text(key)}" if path else key_text(key)
        if isinstance(value, dict) and value:
            tables.append((f"[{inner}]", inner, key, value))
        elif is_table_array(value) and not all(map(fits_on_line, value)):
            tables += [(f"[[{inner}]]", inner, "", item) for item in value]
        else:
            values.append(f"{key_text(key)} = {field_text(value, name, key)}")
    if header and (values or not tables or header.startswith("[[")):
        lines += ["", header] if lines else [header]
    lines += values
    for inner_header, inner, key, value in tables:
        write_table(lines, value, inner, inner_header, key)


def is_table_array(value: Any) -> bool:
    return isinstance(value, list | tuple) and bool(value) and all(isinstance(item, dict) for item in value)


def fits_on_line(table: dict[str, Any]) -> bool:
    text = value_text(table)
    return "\n" not in text and len(text) + array_slack(table) <= TABLE_COLUMNS


def array_slack(value: Any) -> int:
    """Return how many columns short arrays fall short of what they count for."""
    if isinstance(value, dict) and value:
        return sum(map(array_slack, value.values()))
    return max(0, MIN_ARRAY_COLUMNS - len(value_text(value))) if isinstance(value, dict | list | tuple) else 0


def field_text(value: Any, table: str, key: str, depth: int = 0) -> str:
    """Return a value under its key and the name of its table: base64 is wrapped where `unwrap` looks for it."""
    if isinstance(value, str) and is_wrapped(table, key):
        if is_base64(value) and not is_short(value):
            return "\n".join(["'''", *split_lines(value), "'''"])
        return string_text(mark_text(value))
    return value_text(value, key, depth)


def value_text(value: Any, name: str = "", depth: int = 0) -> str:
    """Return a value as it is written after an equals sign or in an array of that depth."""
    if isinstance(value, str):
        return string_text(value)
    if isinstance(value, dict):
        fields = [f"{key_text(key)} = {field_text(item, name, key, depth)}" for key, item in value.items()]
        return f"{{ {', '.join(fields)} }}" if fields else "{}"
    if isinstance(value, list | tuple):
        return array_text(value, depth)
    assert isinstance(value, int), type(value)
    return str(value).lower()


def array_text(items: list[Any] | tuple[Any, ...], depth: int) -> str:
    if all(is_short(item) if isinstance(item, str) else isinstance(item, int) for item in items):
        words = [value_text(item) for item in items]
        line = f"[{', '.join(words)}]"
        if len(line) <= SHORT_COLUMNS:
            return line
        rows = fill_rows(words, LINE_COLUMNS - len(INDENT) * (depth + 1))
    else:
        rows = [f"{value_text(item, depth=depth + 1)}," for item in items]
    return "".join(["[\n", *(f"{INDENT * (depth + 1)}{row}\n" for row in rows), INDENT * depth, "]"])


def fill_rows(words: list[str], columns: int) -> list[str]:
    """Return the words on as few lines as possible, with a comma after each."""
    rows = [""]
    for word in words:
        if rows[-1] and len(rows[-1]) + len(word) + 2 > columns:
            rows.append("")
        rows[-1] += f" {word}," if rows[-1] else f"{word},"
    return rows


def key_text(key: str) -> str:
    return key if key and not key.strip(BARE_KEY) else f'"{"".join(map(escape, key))}"'


def is_short(text: str) -> bool:
    """Return whether a text may share its line with others and still be accepted by the reader."""
    if len(text) <= MAX_WORD_LENGTH and not text.strip(BARE_KEY):
        return True
    short = len(text) <= SHORT_COLUMNS if text.isascii() else len(text.encode()) <= SHORT_BYTES
    return short and text.isprintable() and "[" not in text and "{" not in text and text.count(".") <= 2


def string_text(text: str) -> str:
    """Return a text in quotation marks, or on lines of its own; SSH's armor as it is, everything else with escapes."""
    if is_short(text):
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if text.startswith("-----BEGIN") and not text.strip(ARMOR) and max(map(len, text.split("\n"))) <= LINE_COLUMNS:
        return f'"""\n{text}"""'
    return "\\\n".join(['"""', *fold_text(text), '"""'])


def fold_text(text: str) -> list[str]:
    """Return a text in escaped pieces, none long, none with many marks, none starting with a space.

    The end of a line would eat such a space.
    """
    rows: list[str] = []
    row = ""
    marks = 0
    for char in text:
        row += "\\u0020" if char == " " and not row else escape(char)
        marks += char in ".[{"
        size = len(row.encode())
        long = size > LINE_COLUMNS - 12 or (char == " " and size > LINE_COLUMNS - 24)
        if char == "\n" or long or marks == MAX_MARKS:
            rows.append(row)
            row = ""
            marks = 0
    return [*rows, row] if row else rows


def escape(char: str) -> str:
    if char in ESCAPES:
        return ESCAPES[char]
    if char.isprintable():
        return char
    return f"\\u{ord(char):04x}" if ord(char) < 0x10000 else f"\\U{ord(char):08x}"
