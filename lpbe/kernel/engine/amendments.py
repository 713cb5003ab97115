"""Rules that expansions may amend."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import update_wrapper
from types import FunctionType
from typing import Any, ParamSpec, TypeVar

from .model import State

P = ParamSpec("P")
T = TypeVar("T")
A1 = TypeVar("A1")
A2 = TypeVar("A2")
A3 = TypeVar("A3")


def amendable(base: Callable[P, T]) -> Callable[P, T]:
    """Make a rule that expansions may amend. It takes the state and up to three more arguments, like the function."""
    assert isinstance(base, FunctionType)
    rule: Callable[P, T] = MAKERS[base.__code__.co_argcount - 1](base)
    return update_wrapper(rule, base)


# One function per number of arguments: a call with *args takes three times as long, and rules are called all the time.


def rule_of_state(base: Callable[[State], T]) -> Callable[[State], T]:
    def rule(state: State) -> T:
        answer = base(state)
        if amendments := state.book.amendments:
            for amend in amendments.get(rule, ()):
                answer = amend(answer, state)
        return answer

    return rule


def rule_of_one(base: Callable[[State, A1], T]) -> Callable[[State, A1], T]:
    def rule(state: State, what: A1) -> T:
        answer = base(state, what)
        if amendments := state.book.amendments:
            for amend in amendments.get(rule, ()):
                answer = amend(answer, state, what)
        return answer

    return rule


def rule_of_two(base: Callable[[State, A1, A2], T]) -> Callable[[State, A1, A2], T]:
    def rule(state: State, who: A1, what: A2) -> T:
        answer = base(state, who, what)
        if amendments := state.book.amendments:
            for amend in amendments.get(rule, ()):
                answer = amend(answer, state, who, what)
        return answer

    return rule


def rule_of_three(base: Callable[[State, A1, A2, A3], T]) -> Callable[[State, A1, A2, A3], T]:
    def rule(state: State, who: A1, what: A2, where: A3) -> T:
        answer = base(state, who, what, where)
        if amendments := state.book.amendments:
            for amend in amendments.get(rule, ()):
                answer = amend(answer, state, who, what, where)
        return answer

    return rule


MAKERS: Sequence[Callable[..., Callable[..., Any]]] = (rule_of_state, rule_of_one, rule_of_two, rule_of_three)
