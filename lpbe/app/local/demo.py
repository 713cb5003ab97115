"""Play a whole game between bots, and verify it."""

from __future__ import annotations

from collections.abc import Callable
from os.path import join

from msgspec import Struct
from msgspec.structs import replace

from ...games import game_of
from ...kernel.audit.findings import Progress, Verdict
from ...kernel.base.canonical import Plain
from ...kernel.base.errors import FileFailure
from ...kernel.chain.letter import Lang
from ...kernel.chain.records import Envelope, GameFile
from ...kernel.chain.transition import Referee, referee_of
from ...kernel.content.packs import words
from ...kernel.crypto.keys import Identity
from ...kernel.disk import files, folders
from ...kernel.gamedir.gamedir import Place
from ...kernel.gamedir.referee_run import Run
from ...report.document import Grid, Section
from ..auditing.examine import examine, take
from ..auditing.verdict_text import verdict_text
from ..creating.genesis import GameRequest, every_seat
from ..creating.new_game import build_game, write_game
from ..hosting.referee_actions import Host, make_run
from ..reading.history import history
from ..reading.pages import page_of, render_page, report_text
from ..reading.replay import GameReplay, open_replay
from ..session.key_files import new_identity
from ..session.locale import Locale, environment_language
from ..session.open_game import OpenGame, open_game, position
from ..session.paths import shell_text
from ..session.seat_view import SeatView
from ..session.session import Session

Tick = Callable[[GameFile], None]
Watch = Callable[[tuple[str, int] | None, str, Callable[[Tick], None]], None]
"""Do the work with a tick that shows how far the clock of the game is, under this name."""


RESULT = ("head", "end")
"""The sections of a report that tell how a game ended."""
VERDICT = "verified (level {level}): all {steps} steps follow the rules"


class Demo(Struct, frozen=True):
    """A whole game between bots, and what a stranger found who verified it."""

    place: Place
    ended: GameFile
    verdict: Verdict
    result: str
    """How the game ended."""
    report: str
    """The last public report."""
    private: str
    """The folder with the private reports of each seat."""
    replay: str
    """The page that shows the game step by step."""
    locale: Locale
    verbose: bool
    """Whether to print the whole report and everything that the verification has to say."""

    @property
    def complete(self) -> bool:
        return self.verdict.complete

    def data(self) -> Plain:
        files = [self.place.game, self.place.log, self.replay]
        return {**position(self.ended), "level": self.verdict.level, "files": files}

    def text(self) -> str:
        _, _, notes = verdict_text(self.verdict, self.ended, self.locale).partition("\n")
        line = self.locale.localise(VERDICT, steps=self.verdict.steps, level=self.verdict.level)
        files = [
            self.locale.localise("the game, its log and its public reports: {folder}", folder=self.place.folder),
            self.locale.localise("the private reports for each seat: {folder}", folder=self.private),
            self.locale.localise("a replay page, to open in a browser: {page}", page=self.replay),
            self.locale.localise(
                "to replay it in this terminal: lpbe replay {folder}; to write such a page: lpbe replay {folder} "
                "--html FILE",
                folder=shell_text(self.place.folder),
            ),
        ]
        if self.verbose:
            return "\n".join([self.report, *files, *([notes] if notes else []), line])
        return "\n".join([self.result, *files, line])


def play_demo(
    session: Session,
    out: str,
    *,
    game: str,
    seats: str | None,
    expansions: tuple[str, ...],
    lang: Lang | None,
    verbose: bool,
    watch: Watch,
    progress: Progress,
) -> Demo:
    """Play a whole game between bots in a new folder, verify it as a stranger would, and write a replay of it."""
    language = lang or environment_language()
    session.address(language, game)
    if files.is_folder(out):
        raise FileFailure("E_FILE_EXISTS", "this folder already exists", "choose another: --out FOLDER").in_file(out)
    place, identity = begin_demo(out, game, seats, expansions, language)
    private = join(out, "private")
    clock = game_of(game).clock
    label = words(game_of(game).name, language).terms.get(clock[0], clock[0]) if clock else ""
    watch(clock, label, lambda tick: play_out(place, identity, private, tick))
    verdict = examine(take(place), None, progress)
    opened = open_game(place.folder)
    ended = opened.game
    report = files.read(place.report(ended.state.seq), files.MAX_GAME_BYTES).decode()
    return Demo(
        place=place,
        ended=ended,
        verdict=verdict,
        result=result_text(opened, language),
        report=report,
        private=private,
        replay=write_replay(place, language, join(out, "replay.html"), progress),
        locale=session.locale,
        verbose=verbose,
    )


def result_text(opened: OpenGame, lang: Lang) -> str:
    """Return who won, and with how many points."""
    page = page_of(opened, None, [opened.game.last], lang)
    kept = [ranks_alone(section) for section in page.sections if section.key in RESULT]
    return render_page(opened, replace(page, sections=kept), "text", False)


def ranks_alone(section: Section) -> Section:
    """Return a section without its curves if it has a table of ranks: the result fits on one screen."""
    ranks = [block for block in section.blocks if isinstance(block, Grid)]
    return replace(section, blocks=ranks) if ranks else section


def write_replay(place: Place, lang: Lang, path: str, progress: Progress) -> str:
    """Write the page that shows a game step by step; return its path."""
    replay = GameReplay(open_replay(take(place), lang, None, None, progress))
    replay.write_page(path, replay.page(progress))
    return path


def turn_number(game: GameFile, word: str, length: int) -> int:
    """Return how many turns have been completed."""
    number = int(game.state.table.get(word, {}).get("number", 1))
    return length if game.state.window.is_over else number - 1


def begin_demo(
    out: str, game: str, seats: str | None, expansions: tuple[str, ...], lang: Lang
) -> tuple[Place, Identity]:
    """Start a game whose seats are all played by bots, with a key that is used for nothing else."""
    names = seats or every_seat(game_of(game))
    bots = tuple(f"{seat}=greedy" for seat in names.split(","))
    identity = new_identity()
    folder = join(out, "game")
    place = Place(join(folder, "game.toml"), folder)
    request = GameRequest(game=game, seats=names, bots=bots, expansions=expansions, lang=lang)
    beginning = build_game(request, identity, place, None)
    write_game(beginning, join(out, "referee.key"))
    return place, identity


class DemoHost(Host):
    """The host of a demo: also writes what each seat reads when it is asked something."""

    def __init__(self, opened: OpenGame, private: str, tick: Tick) -> None:
        super().__init__(opened)
        self.private = private
        self.tick = tick
        self.asked: set[tuple[int, str]] = set()

    def own_letter(self, run: Run) -> Envelope | None:
        game = run.step.game
        self.tick(game)
        for seat in game.state.window.waiting:
            if (game.state.window.number, seat) not in self.asked:
                self.asked.add((game.state.window.number, seat))
                write_private(self.opened.at(game), run.referee, seat, self.private)
        return super().own_letter(run)


def play_out(place: Place, identity: Identity, private: str, tick: Tick) -> None:
    """Run the game to its end, and write what each seat reads when it is asked something."""
    with folders.lock(place.folder):
        opened = open_game(place.folder)
        make_run(opened, referee_of(opened.game, identity), DemoHost(opened, private, tick)).apply_all()


def write_private(opened: OpenGame, referee: Referee, seat: str, private: str) -> None:
    """Write what a seat reads when it is asked something."""
    assert referee.secret
    view = SeatView(opened, referee.secret.held_identity(seat), seat)
    text = report_text(opened, view, history(opened, seat, None), opened.game.genesis.lang)
    folders.make_folder(join(private, seat))
    files.write(join(private, seat, f"{opened.game.state.seq:06}.txt"), text.encode(), sync=False)
