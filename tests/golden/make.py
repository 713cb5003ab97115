"""Write the golden games: recorded once, verified for ever.

Run from the root of the checkout: python -m tests.golden.make
A change in these files means that games under way can no longer be verified.
"""

from __future__ import annotations

from pathlib import Path

from lpbe.kernel.folder import dump_game

from ..kernel.party import Party

HERE = Path(__file__).parent


def recorded() -> dict[str, bytes]:
    """A small sealed game with an expansion, a policy, a note and a finished end: its two files."""
    party = Party(("red", "blue"), ("moss",), {"pebbles": {"rounds": 1}}).start()
    party.policy("blue", {"pebbles": {"shelter": "never"}})
    party.give("red", {"order": "bid", "coins": 2}, note="à toi…")
    party.play_on(11)
    log = b"".join(line + b"\n" for line in party.log)
    return {"pebbles-1/game.toml": dump_game(party.game, "game.toml"), "pebbles-1/log.jsonl": log}


def main() -> None:
    for name, data in recorded().items():
        path = HERE / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)


if __name__ == "__main__":
    main()
