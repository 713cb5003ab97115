"""Write the JSON Schemas of files, answers and orders into schemas/."""

from __future__ import annotations

from pathlib import Path

from lpbe.games import all_schemas

SCHEMAS = Path(__file__).parent.parent / "schemas"


def main() -> None:
    made = all_schemas()
    for old in SCHEMAS.glob("*.json"):
        if old.name.removesuffix(".schema.json") not in made:
            old.unlink()
    for name, text in made.items():
        (SCHEMAS / f"{name}.schema.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
