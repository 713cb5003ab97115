"""The sentences in the code that people may read: templates, found by syntax where they are passed on."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from lpbe.kernel.base import errors

BLANK = re.compile(r"\{\w+\}")
PACKAGE = Path(__file__).parent.parent / "lpbe"
FAILURES = [name for name, cls in vars(errors).items() if isinstance(cls, type) and issubclass(cls, errors.Failure)]
OTHER_FAILURES = ("OtherSender", "Undelivered", "FutureMail", "MailboxAhead")
"""Failures that are not defined in `errors`."""

SAYING = {
    **dict.fromkeys((*FAILURES, *OTHER_FAILURES), slice(1, 3)),
    "require": slice(2, 3),
    "localise": slice(0, 1),
    "localise_named": slice(0, 1),
    "check_only_step": slice(2, 3),
    "with_names": slice(1, 2),
    "Message": slice(0, 1),
    "advise": slice(0, 1),
    "Diverged": slice(2, 3),
    "FalseReport": slice(2, 3),
    "ViewDiverged": slice(1, 2),
    "unproven": slice(0, 1),
    "bad": slice(0, 2),
    "try_later": slice(0, 1),
    "unreachable": slice(0, 1),
    "ServerFault": slice(1, 3),
    "Unreachable": slice(1, 3),
    "FaultCause": slice(1, 3),
    "bad_text": slice(0, 1),
    "weak_key": slice(0, 1),
}
"""Functions that take templates, and in which arguments: failures, messages, and the few functions that make them."""

PASSING = {"template", "hint", "sentence", "reason", "message", "advice", "grammar", "event"}
"""Functions that pass on a template from elsewhere."""


class Unclear(Exception):
    """A sentence that is put together where nobody can read it."""


def sentences(file: Path, code: str = "") -> Iterator[str]:
    """Yield every template of a file."""
    tree = ast.parse(code or file.read_text(encoding="utf-8"))
    names: dict[str, list[ast.expr]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            names.setdefault(node.targets[0].id, []).append(node.value)
    for node in ast.walk(tree):
        for value in answer(node):
            try:
                yield from templates(value, names)
            except Unclear:
                raise Unclear(f"{file.relative_to(PACKAGE)}:{value.lineno}: {ast.unparse(value)}") from None


def answer(node: ast.AST) -> Iterator[ast.expr]:
    """Yield the parts of this node that are sentences."""
    if isinstance(node, ast.Call):
        name = called_name(node.func)
        yield from node.args[SAYING[name]] if name in SAYING else ()
        yield from node.args[1:3] if name == "__init__" and ast.unparse(node.args[0]) == "code" else ()
    elif isinstance(node, ast.Tuple) and len(node.elts) == 3:
        _, code, sentence = node.elts
        if isinstance(code, ast.Constant) and str(code.value).startswith("E_") and code.value.isupper():
            yield sentence


def called_name(function: ast.expr) -> str:
    """The name of what is called; another failure of the same class, `type(fault)(…)`, counts as one of any class."""
    if isinstance(function, ast.Call) and called_name(function.func) == "type":
        return "Failure"
    return getattr(function, "id", getattr(function, "attr", ""))


def templates(node: ast.expr, names: dict[str, list[ast.expr]]) -> Iterator[str]:
    """Yield the texts that an expression can be; a sentence that is put together does not count."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield from [node.value] if re.search("[a-z;:]", BLANK.sub("", node.value)) else []
    elif isinstance(node, ast.IfExp):
        yield from (*templates(node.body, names), *templates(node.orelse, names))
    elif isinstance(node, ast.Name) and node.id in names:
        for value in names[node.id]:
            yield from templates(value, names) if isinstance(value, ast.Constant | ast.IfExp) else ()
    elif not passed_on(node):
        raise Unclear(ast.unparse(node))


def passed_on(node: ast.expr) -> bool:
    """Return a template from elsewhere: from another failure, a record, or the words of a language."""
    inner = node.value if isinstance(node, ast.Subscript) else node
    return getattr(inner, "attr", getattr(inner, "id", "")) in PASSING
