"""A game in a git repository: begin one, send orders to it, let a server referee it."""

from __future__ import annotations

import click
import msgspec

from ..app.game import open_game, position
from ..app.hosting import around, need_folder
from ..app.language import game_language, localised, set_listener
from ..kernel.base.text import one_line
from ..repo.send import Sent, send
from ..repo.template import begin, begin_referee, hang_hooks
from .faults import exit_code, fault_keys, fault_line
from .options import example, game_argument, json_option
from .output import flush_warnings, respond, say, say_error, say_json, take_warnings, warn


@click.group("repo", epilog=example("lpbe repo init mars", "lpbe repo send mars"))
def repo_command() -> None:
    """Play in a git repository: begin one, send orders to it, let a server referee it."""


@repo_command.command("init", epilog=example("lpbe repo init mars", "lpbe repo init mars --ci forks"))
@game_argument
@click.option("--ci", type=click.Choice(["none", "forks"]), default="none", help="Workflows for players with forks.")
@json_option
def init(game: str, ci: str, as_json: bool) -> None:
    """Make a git repository of GAME's folder, with a README for its players in the game's language.

    What is there already is left as it is. If the folder lies in a repository, files are
    added to that, and committing them is left to you. Then push it to where all players
    can reach it: they use lpbe repo send, the host lpbe run --commit --push.

    With --ci forks players send pull requests: a workflow checks them without secrets, and
    another one, whose key no player can reach, runs the game. Where players push to the
    repository itself, keep the key elsewhere: lpbe repo referee, or lpbe repo hook.
    """
    opened = open_game(need_folder(game).folder)
    set_listener(game_language(opened.game))
    new, commit = begin(opened, ci)
    told = {**position(opened.game), "files": new, **({"commit": commit} if commit else {})}
    hint = "git remote add origin URL && git push -u origin main" if commit else "git add, git commit, git push"
    respond(as_json, told, "\n".join([*new, localised("next: {command}", command=hint)]))


@repo_command.command("referee", epilog=example("lpbe repo referee mars-referee --url git@example.org:ana/mars.git"))
@click.argument("folder", metavar="FOLDER", type=click.Path())
@click.option("--url", required=True, metavar="URL", help="Where the game's repository is.")
@json_option
def referee(folder: str, url: str, as_json: bool) -> None:
    """Make a second repository in FOLDER, whose workflow referees the game at URL.

    Whoever may write to a repository can read the secrets of its workflows. So players get
    the game's repository, and the key stays in this one, which is the host's alone.
    """
    new, commit = begin_referee(folder, url)
    respond(as_json, {"files": new, "commit": commit}, "\n".join(new))


@repo_command.command("hook", epilog=example("lpbe repo hook /srv/mars.git --key /srv/referee.key"))
@click.argument("bare", metavar="REPOSITORY", type=click.Path())
@click.option("--key", metavar="FILE", type=click.Path(), help="The referee's key file.")
@click.option(
    "--lpbe", "program", metavar="COMMAND", default="lpbe", help="How the hooks call lpbe.", show_default=True
)
@json_option
def hook(bare: str, key: str | None, program: str, as_json: bool) -> None:
    """Let a bare REPOSITORY referee its games: whatever is pushed is checked and applied at once.

    Taken are letters of players and steps that the referee signed, upon what is there;
    everything else is refused with words. Players must not be the user who owns it.
    """
    new = hang_hooks(bare, program, key)
    respond(as_json, {"files": new}, "\n".join(new))


@repo_command.command("send", epilog=example("lpbe order mars 'select card 4' && lpbe repo send mars"))
@game_argument
@json_option
def send_orders(game: str, as_json: bool) -> int:
    """Send what waits in GAME's inbox to the repository, and get its newest state.

    Pulls, commits your letters and pushes; if somebody else was faster, once more. It is
    done beside your checkout, which then follows as far as that touches nothing of
    yours: what you have not committed stays. What can no longer be applied is not sent.
    """
    sent = send(need_folder(around(game)).folder)
    set_listener(game_language(sent.game))
    if sent.behind:
        told = "your own checkout is left as it is ({why}): git pull --rebase brings it up to date"
        warn(localised(told, why=sent.behind))
    if as_json:
        say_json(sent_keys(sent) | take_warnings())
    else:
        tell(sent)
    return exit_code(sent.faults[0]) if sent.faults else 0


def sent_keys(sent: Sent) -> dict[str, object]:
    told = {"letters": msgspec.to_builtins(sent.letters), "refused": [fault_keys(fault) for fault in sent.faults]}
    return {"ok": not sent.faults, **told, **({"commit": sent.commit} if sent.commit else {}), **position(sent.game)}


def tell(sent: Sent) -> None:
    for letter in sent.letters:
        say(localised("sent {file}: {seat}, {kind}", file=one_line(letter.file), seat=letter.seat, kind=letter.kind))
    window = sent.game.state.window
    if not sent.letters and not sent.faults:
        say(localised("nothing is to be sent"))
    seq = sent.game.state.seq
    if window.kind == "over":
        say(localised("step {step}, window {window}: the game is over", step=seq, window=window.number))
    else:
        told = "step {step}, window {window}: waiting for {seats}"
        say(localised(told, step=seq, window=window.number, seats=window.waiting))
    flush_warnings()
    for fault in sent.faults:
        say_error(fault_line(fault))
