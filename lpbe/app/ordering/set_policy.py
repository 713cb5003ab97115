"""Show or set the standing policy of a seat."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from ...kernel.base.canonical import Plain
from ...kernel.base.errors import Misused
from ...report.content.seat_page import policy_lines
from ..session.open_game import position
from ..session.paths import shell_path
from ..session.seat_view import SeatView
from .outbox import Delivery, FiledLetter, file_letter
from .policy_files import default_policy, policy_now, policy_of_file, policy_text, policy_with
from .standing_orders import newest_standing_orders, write_standing_orders


class CurrentPolicy(Struct, frozen=True):
    """The policy in force, for a person as a file to change and send back."""

    view: SeatView

    def data(self) -> Plain:
        return {"seat": self.view.seat, "policy": policy_now(self.view)}

    def text(self) -> str:
        return policy_text(self.view, self.view.lang, shell_path(self.view.opened.place))


class SentPolicy(Struct, frozen=True):
    """A policy on its way."""

    view: SeatView
    policy: Plain
    filed: FiledLetter

    def data(self) -> Plain:
        return {**position(self.view.opened.game), "files": [self.filed.path], "policy": self.policy}

    def text(self) -> str:
        return "\n".join([self.filed.path, *(f"  {line}" for line in policy_lines(self.policy))])


def show_policy(view: SeatView) -> CurrentPolicy:
    return CurrentPolicy(view)


def set_policy(view: SeatView, lines: Sequence[str], default: bool, clear: bool, delivery: Delivery) -> SentPolicy:
    """Set the policy from a file, line by line, to the defaults of the game, or to none; plans do not change."""
    policy = choose_policy(view, lines, default, clear)
    envelope = write_standing_orders(view, policy, newest_standing_orders(view).plans)
    return SentPolicy(view, policy, file_letter(view.opened, envelope, delivery))


def choose_policy(view: SeatView, lines: Sequence[str], default: bool, clear: bool) -> Plain:
    single_lines = [line for line in lines if "=" in line]
    if sum([len(lines) - len(single_lines), bool(single_lines), default, clear]) > 1:
        raise Misused(
            "E_USAGE", "set a policy with a file, with lines, with --default or with --clear, but only one of these"
        )
    if single_lines:
        return policy_with(view, single_lines)
    if default:
        return default_policy(view.opened.rules.book)
    return {} if clear else policy_of_file(view, lines[0])
