"""Apply everything that waits in a game folder."""

from __future__ import annotations

import click

from ..app.game import OpenGame, open_game, position
from ..app.language import game_language, listener_language, localised, localised_message, set_listener
from ..app.newest import check_newest
from ..app.pins import has_pin, refereeing
from ..app.run import make_run, stand_in
from ..kernel.base.errors import Message, Misused, Value
from ..kernel.chain.letters import present
from ..kernel.chain.step import Referee, referee_of
from ..kernel.chain.times import utc_text
from ..kernel.crypto.keys import b64
from ..kernel.disk import files
from ..kernel.folder.folder import Place, locate, repair
from ..kernel.folder.run import RefusedFile, Run
from .caller import maybe_identity
from .options import example, game_argument, json_option, key_option, now_option
from .output import respond, warn


@click.command("run", epilog=example("lpbe run mars", "LPBE_KEY=... lpbe run . --json"))
@game_argument
@key_option
@now_option
@json_option
def run_command(game: str, key: str | None, now: str | None, as_json: bool) -> None:
    """Apply all orders waiting in GAME's inbox; running it again changes nothing.

    Completes whatever an interrupted run left undone. Seats that the referee
    holds and deadlines that have passed are answered too, after all that lies in the
    inbox; where the terms say so, a bot takes the seat of who let too many pass. While
    the last step is dated later than your clock, nobody is timed out.
    """
    place = need_folder(game)
    with files.lock(place.folder):
        opened = open_game(game)
        set_listener(game_language(opened.game), opened.rules.game.name)
        referee = referee_of(opened.game, maybe_identity(key))
        check_newest(opened)
        warn_of_no_pin(opened, referee)
        with refereeing(opened, referee.identity) as count:
            mended = repair(place, opened.game, opened.render)
            run = make_run(opened, referee, now)
            run.count = count
            done = run.everything(stand_in)
    ahead = {"ahead": run.step.game.last.head.at} if run.clock_behind() else {}
    told = {"applied": done.applied, "refused": done.refused, "mended": mended, **ahead, **position(run.step.game)}
    respond(as_json, told, summary(run, mended))


def warn_of_no_pin(opened: OpenGame, referee: Referee) -> None:
    """A machine that forgets between two runs, or is told to, believes whatever folder it is given."""
    sign = b64(referee.identity.sign_public) if referee.identity else ""
    if sign and opened.game.state.seq and not has_pin(opened, sign):
        warn(localised("no pin of this game is kept here: that the whole folder was put back could not be noticed"))


def need_folder(game: str) -> Place:
    place = locate(game)
    if not place.folder and files.is_there(place.game):
        raise Misused("E_USAGE", "run works on a game folder", "for a single file: lpbe apply GAME ORDER -o NEXT")
    if not place.folder:
        raise files.refusal(files.MISSING, game)
    return place


def refused_line(run: Run, item: RefusedFile) -> str:
    """With the words, where they are nobody's secret."""
    words = [localised_message(part) for part in run.told.get(item.file, ())]
    code = f"{item.code}; {'; '.join(words)}" if words else item.code
    return localised("refused {file}: {code}", file=item.file, code=code)


def summary(run: Run, mended: list[str]) -> str:
    lines = [localised("completed {path}", path=path) for path in mended]
    lines += [with_names("step {step}: {seat}", step=item.seq, seat=item.seat) for item in run.done.applied]
    lines += [refused_line(run, item) for item in run.done.refused]
    if run.clock_behind():
        last = utc_text(present(run.step.game.last.head.at))
        lines.append(localised("the last step is dated {last}, ahead of this clock: nobody is timed out", last=last))
    seq, window = run.step.game.state.seq, run.step.game.state.window
    told = "step {step}, window {window}: waiting for {seats}"
    if window.kind == "over":
        told = "step {step}, window {window}: the game is over"
    return "\n".join([*lines, with_names(told, step=seq, window=window.number, seats=window.waiting)])


def with_names(template: str, /, **values: Value) -> str:
    """A sentence of ours; seats by their names to who does not read English, where they are called by their ids."""
    return localised_message(Message(template, values), worded=listener_language() != "en")
