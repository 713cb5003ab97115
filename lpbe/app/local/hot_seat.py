"""Play at one keyboard: several people in turn, each with a screen of their own, and bots."""

from __future__ import annotations

from itertools import islice
from os.path import join

from ...kernel.base.canonical import to_plain
from ...kernel.base.errors import Failure, Misused, Rejected
from ...kernel.chain.genesis import names_of, seat_of
from ...kernel.chain.letter import Lang
from ...kernel.chain.records import Envelope
from ...kernel.chain.transition import Referee
from ...kernel.disk import files, folders
from ...kernel.engine.model import Order
from ...kernel.gamedir.gamedir import Place, repair
from ...kernel.gamedir.log import cut_log
from ...kernel.gamedir.referee_run import Run
from ...kernel.language.sentences import phrase
from ...kernel.language.templates import order_text
from ...report.content.seat_page import policy_lines
from ..creating.new_game import build_game, check_vacant, write_game
from ..hosting.find_games import find_games, is_game_folder
from ..hosting.referee_actions import make_run
from ..ordering.legal_orders import list_legal_orders
from ..ordering.place_order import FIRST, PreparedOrder, prepare_order, write_order
from ..ordering.policy_files import policy_now, policy_text
from ..ordering.set_policy import choose_policy
from ..ordering.standing_orders import newest_standing_orders, write_standing_orders
from ..ordering.typed_orders import OrderSource, parse_batch, read_batch
from ..reading.history import history
from ..session.failures import failure_lines
from ..session.locale import environment_language
from ..session.open_game import OpenGame
from ..session.paths import shell_text
from ..session.seat_view import SeatView
from ..session.session import Session
from . import play_words
from .after_game import YES, same_again, write_replay_page
from .console import Console
from .demo import result_text
from .hints import ready_answer
from .looking import MAX_LISTED, Looking
from .play_choices import PlayChoices, check_same_game, vacant_folder
from .quick_answers import obvious_answer, with_routine_answers
from .undo import PastPositions, go_back

MAX_NAMED = 3
"""How many games below a folder are named."""
LEAVING = (None, "quit", "exit", "quitter")
OK_WORDS = ("ok", "okay", "d'accord")
POLICY_DEFAULT = ("default", "défaut", "defaut")
POLICY_CLEAR = ("clear", "aucune")
POLICY_ALL = ("all", "tout")


class HotSeat(Looking):
    """A game that people play at one keyboard."""

    __slots__ = ("past", "run", "seat")

    def __init__(
        self, session: Session, console: Console, opened: OpenGame, run: Run, lang: Lang | None = None
    ) -> None:
        super().__init__(session, console, opened, lang)
        self.run = run
        self.seat = ""
        self.past = PastPositions()
        self.commands |= {
            **dict.fromkeys(("draft", "brouillon"), self.draft),
            **dict.fromkeys(OK_WORDS, self.accept),
            **dict.fromkeys(play_words.UNDO, self.undo),
            **dict.fromkeys(play_words.POLICY, self.policy),
        }

    @property
    def alone(self) -> bool:
        """Return whether one person plays against bots, so that nothing concerns anybody else."""
        return len(self.people()) == 1

    def go_on(self) -> bool:
        """Play until the game is over; return False if somebody leaves before."""
        self.session.address(self.lang, self.opened.rules.game.name)
        while self.let_bots_play():
            if not self.turn(self.next_seat()):
                self.console.show(self.path_text("kept"))
                return False
        return True

    def let_bots_play(self) -> bool:
        """Let bots play their seats; return False when the game is over."""
        while self.run.send_own_letter():
            pass
        self.opened = self.opened.at(self.run.step.game)
        return not self.opened.game.state.window.is_over

    def people(self) -> list[str]:
        state = self.opened.game.state
        return [s.id for s in state.seats if (record := seat_of(state, s.id)) and not record.held]

    def next_seat(self) -> str:
        waiting = self.opened.game.state.window.waiting
        return self.seat if self.seat in waiting else waiting[0]

    def turn(self, seat: str) -> bool:
        """Let one seat answer; return False when somebody wants to stop."""
        if seat != self.seat and not self.alone:
            self.console.clear()
            if self.console.ask(self.text("pass", seat=seat), []) is None:
                return False
        view = self.view_of(seat)
        if self.alone and (obvious := obvious_answer(view)) is not None:
            return self.answer_obvious(view, obvious)
        self.past.remember(self.run.step)
        self.draw(view)
        return self.ask(view)

    def view_of(self, seat: str) -> SeatView:
        self.seat = seat
        self.session.address_seat(self.opened.game, seat)
        view = SeatView(self.opened, None, seat, self.lang)
        view.draft += self.drafts.get(seat, [])
        return view

    def ask(self, view: SeatView) -> bool:
        """Read lines until one changes the game; return False when somebody wants to stop.

        Enter accepts what the screen suggests, as long as that is what was shown last. Where several people share the
        keyboard it takes two, because nobody can take an order back.
        """
        ready = self.alone
        while (line := self.console.ask(f"{self.player_name}> ", self.completions(view))) not in LEAVING:
            if line or ready:
                if self.obey(view, line or OK_WORDS[0]):
                    return True
                ready = False
            else:
                self.draw(view) if self.alone else self.offer(view)
                ready = True
        return False

    @property
    def player_name(self) -> str:
        """Return the name of the player who is asked, or their seat in their language."""
        name = names_of(self.opened.game.state).get(self.seat, self.seat)
        return self.words.terms.get(self.seat, self.seat) if name == self.seat else name

    def completions(self, view: SeatView) -> list[str]:
        orders = list_legal_orders(view, limit=MAX_LISTED).texts()
        return [*orders, *self.commands, "quit"]

    def obey(self, view: SeatView, line: str) -> bool:
        """Carry out a command or orders; return True once the position is another one."""
        name, _, rest = line.partition(" ")
        name = name.lower()
        try:
            if name in self.commands:
                return bool(self.commands[name](view, rest.strip()))
            self.give(view, line)
        except Failure as failure:
            self.explain(failure)
            return False
        return True

    def explain(self, failure: Failure) -> None:
        """Show what is wrong, and what to do next."""
        for line in failure_lines(failure, self.session.locale):
            self.console.show(line)

    # orders

    def give(self, view: SeatView, line: str) -> None:
        """Send typed orders; against bots they may leave out routine answers."""
        try:
            batch = parse_batch(view, line)
            prepared = prepare_order(view, batch)
        except Rejected:
            batch = with_routine_answers(view, line) if self.alone else []
            if not batch:
                raise
            prepared = prepare_order(view, batch)
        self.send(view, prepared)

    def answer_obvious(self, view: SeatView, order: Order) -> bool:
        """Give an obvious answer for a player who plays alone; their next report still begins before it."""
        self.told_from.setdefault(view.seat, history(self.opened, view.seat, None)[0].head.seq)
        self.keep(write_order(prepare_order(view, [order]), FIRST), [order])
        return True

    def draft(self, view: SeatView, rest: str) -> bool:
        """Send what was left of the seat's last batch, as if it were typed again."""
        self.send(view, prepare_order(view, read_batch(view, OrderSource(draft=True))))
        return True

    def accept(self, view: SeatView, rest: str) -> bool:
        """Send the answer that is ready, as the page shows it."""
        self.send(view, prepare_order(view, ready_answer(view)))
        return True

    def offer(self, view: SeatView) -> None:
        """Show the suggested answer, and how to send it."""
        orders = "; ".join(order_text(self.words, to_plain(order)) for order in ready_answer(view))
        self.console.show(self.words.terms["play.ready"].format(orders=orders))

    def send(self, view: SeatView, prepared: PreparedOrder) -> None:
        """Carry out orders as far as they can be foreseen; the rest is kept for the seat's next turn."""
        self.keep(write_order(prepared, FIRST), prepared.orders)
        self.told_from.pop(view.seat, None)
        draft = [to_plain(order) for order in prepared.outlook.draft]
        self.drafts[view.seat] = draft
        if draft:
            orders = "; ".join(order_text(self.words, order) for order in draft)
            self.remarks.append(phrase(self.words, "kept", orders=orders))

    def keep(self, envelope: Envelope, orders: list[Order]) -> None:
        """Carry out a letter and write the step."""
        self.run.keep(*self.run.play(envelope, self.run.now()))

    def undo(self, view: SeatView, rest: str) -> bool:
        """Go back to before the player's last order."""
        if not self.alone:
            raise Misused("E_USAGE", "orders can be taken back only in a game against bots")
        step = self.past.before_last_order(self.opened, view.seat, self.lang)
        go_back(self.opened, step)
        self.run.step = step
        self.opened = self.opened.at(step.game)
        self.past.forget_after(step.game.state.seq)
        self.drafts.clear()
        self.told_from.clear()
        return True

    def policy(self, view: SeatView, rest: str) -> bool:
        """Show the policy, or set it: to the game's defaults, line by line, or to none."""
        words = rest.lower().split()
        if not words:
            self.console.show(self.text("policy", policy=list(policy_lines(policy_now(view)))))
            return False
        if words[0] in POLICY_ALL:
            self.console.show(policy_text(view, self.lang, self.opened.place.folder))
            return False
        default, clear = words[0] in POLICY_DEFAULT, words[0] in POLICY_CLEAR
        if not default and not clear and "=" not in rest:
            raise Misused("E_USAGE", "a line of a policy is NAME=VALUE", "type policy all to see every line")
        policy = choose_policy(view, () if default or clear else rest.split(), default, clear)
        self.keep(write_standing_orders(view, policy, newest_standing_orders(view).plans), [])
        return True

    # the end

    def show_end(self) -> None:
        """Show the result, and where the game can be seen again."""
        self.console.show(result_text(self.opened, self.lang))
        try:
            self.console.show(self.path_text("replay", page=write_replay_page(self.opened, self.lang)))
        except Failure as failure:
            self.explain(failure)
        for seat in self.people():
            self.console.show(self.path_text("review", seat=seat))
        self.console.show(self.path_text("ended"))

    def ask_for_more(self) -> str:
        """Return what the players want after a game: "again", "undo", or nothing."""
        line = (self.console.ask(self.text("again"), [*YES, *play_words.UNDO]) or "").lower()
        return "again" if line in YES else "undo" if line in play_words.UNDO else ""

    def take_back(self) -> None:
        """Go back from the end of the game."""
        self.obey(self.view_of(self.people()[0]), play_words.UNDO[0])


def play_hot_seat(session: Session, console: Console, folder: str, choices: PlayChoices) -> None:
    """Play the open game in a folder, or start one there; then others like it, as long as the players ask for more."""
    while True:
        again = play_in_folder(session, console, folder, choices)
        if again is None:
            return
        folder, choices = vacant_folder(folder), again


def play_in_folder(session: Session, console: Console, folder: str, choices: PlayChoices) -> PlayChoices | None:
    """Play a game to its end, or until somebody leaves; return the choices for another one if they ask for it."""
    begin_if_new(session, folder, choices)
    wanted = ""
    while True:
        with folders.lock(folder):
            game = open_for_people(session, console, folder, choices)
            if wanted:
                game.take_back()
            if not game.go_on():
                return None
        game.show_end()  # writes a page, for which it verifies the folder
        wanted = game.ask_for_more()
        if wanted != "undo":
            return same_again(game.opened.game.genesis, choices) if wanted else None


def begin_if_new(session: Session, folder: str, choices: PlayChoices) -> None:
    """Begin a game in a folder that has none."""
    if is_game_folder(folder):
        return
    language = choices.lang or environment_language()
    session.address(language)
    check_no_games_below(folder)
    check_vacant(folder)
    write_game(build_game(choices.request(language), None, Place(join(folder, "game.toml"), folder), None))


def open_for_people(session: Session, console: Console, folder: str, choices: PlayChoices) -> HotSeat:
    """Open a game that can be played at one terminal; complete what an interrupted run left undone."""
    opened = session.open_game(folder)
    session.request_language(choices.lang or "")
    session.address(opened.game.genesis.lang)
    if opened.game.genesis.trust != "open":
        raise Misused(
            "E_USAGE", "this game has secrets, so it cannot be played at one terminal", "see: lpbe order --help"
        )
    check_same_game(choices, opened.game.genesis, folder)
    cut_log(opened.place, opened.game)
    repair(opened.place, opened.game, opened.render)
    return HotSeat(session, console, opened, make_run(opened, Referee()), choices.lang)


def check_no_games_below(folder: str) -> None:
    """Refuse to begin a game in a folder of games: no command that searches there would find them."""
    below = list(islice(find_games(folder), MAX_NAMED)) if files.is_folder(folder) else []
    if below:
        raise Misused(
            "E_USAGE",
            "there are games in '{folder}': {games}",
            "to continue one: lpbe play {first}; for a new game, name another folder",
            folder=folder,
            games=below,
            first=shell_text(below[0]),
        )
