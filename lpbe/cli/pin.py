"""What a key remembers of a game."""

from __future__ import annotations

import click

from ..app.game import OpenGame, open_game, position
from ..app.language import localised, localised_message, set_listener
from ..app.pins import Pin, check_pin, pin_path, read_pin, reset_pin
from ..kernel.base.canon import Plain
from ..kernel.base.errors import Failure, Malformed, Misused
from ..kernel.crypto.keys import b64
from .caller import at_a_terminal, confirmed, need_identity
from .options import example, game_argument, json_option, key_option
from .output import respond, say


@click.command("pin", epilog=example("lpbe pin mars", "lpbe pin mars --reset"))
@game_argument
@click.option("--reset", is_flag=True, help="Believe this game file from now on; both heads are shown first.")
@click.option("--yes", "sure", is_flag=True, help="Do not ask whether you are sure.")
@key_option
@json_option
def pin_command(game: str, reset: bool, sure: bool, key: str | None, as_json: bool) -> None:
    """Show which step of GAME your key saw last, and whether this game file follows it.

    Commands that sign refuse a game file that does not; those that only read warn.
    Reset the pin when you know why: a backup was restored, and everybody goes on from it.
    For which players your key has shown its draw is never forgotten.
    """
    opened = open_game(game)
    set_listener("" if opened.game.genesis.lang == "en" else opened.game.genesis.lang)
    if opened.game.genesis.trust == "open":
        raise Misused("E_USAGE", "an open game has no signed heads")
    sign = b64(need_identity(key).sign_public)
    pin, fault = pin_and_fault(opened, sign)
    told = {**position(opened.game), "file": pin_path(sign, opened.game.state.game), **pin_told(pin)}
    told |= {"follows": fault.code if fault else "yes"} if pin or fault else {}
    text = "\n".join(lines_of(opened, pin, fault))
    if not reset:
        return respond(as_json, told, text)
    if not as_json:
        say(text)
    if not sure and not at_a_terminal():
        why = "what a key remembers is not given up unasked, and there is no terminal to ask on"
        raise Misused("E_USAGE", why, "if you are sure: lpbe pin GAME --reset --yes")
    if not sure and not confirmed(localised("believe this game file from now on?")):
        return respond(as_json, {**told, "reset": False}, localised("the pin stays as it is"))
    reset_pin(opened, sign)
    return respond(as_json, {**told, "reset": True}, localised("the pin was reset"))


def pin_and_fault(opened: OpenGame, sign: str) -> tuple[Pin | None, Failure | None]:
    """What is remembered, and what is wrong with it or with the game file."""
    try:
        pin = read_pin(sign, opened.game.state.game)
    except Malformed as fault:
        return None, fault
    try:
        if pin:
            check_pin(opened, pin)
    except Failure as fault:
        return pin, fault
    return pin, None


def pin_told(pin: Pin | None) -> Plain:
    if pin is None:
        return {}
    shown = {"pinned": pin.head.seq, "pinned_head": pin.head.id, "seen": pin.seen, "started": pin.started}
    return {**shown, **({"roster": pin.roster} if pin.roster else {})}


def lines_of(opened: OpenGame, pin: Pin | None, fault: Failure | None) -> list[str]:
    state = opened.game.state
    lines = [localised("this file: step {step}, head {head}", step=state.seq, head=opened.head)]
    if pin:
        told = "your key saw: step {step}, head {head}, first on {day}"
        lines.append(localised(told, step=pin.head.seq, head=pin.head.id, day=pin.seen))
    if pin and pin.roster:
        lines.append(localised("your key was ready for these players: {roster}", roster=pin.roster))
    if fault:
        lines.append(f"{localised_message(fault.sentence)} [{fault.code}]")
    elif pin:
        lines.append(localised("this file follows it"))
    else:
        lines.append(localised("your key remembers nothing of this game here"))
    return lines
