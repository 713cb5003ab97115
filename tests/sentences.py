"""The sentences in the code that people may read: found in its syntax, with blanks instead of values."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "lpbe"
FAILURES = ("Failure", "Misused", "Malformed", "Unauthentic", "Rejected", "Refused", "Busy")

SAYING = {
    **dict.fromkeys(FAILURES, slice(1, 3)),
    "require": slice(2, 3),
    "voiced": slice(0, 1),
    "Diverged": slice(2, 3),
    "bad": slice(0, 2),
    "bad_text": slice(0, 1),
    "weak": slice(0, 1),
}
"""Who is given sentences, and as which arguments: failures, and the few functions that make them."""

PASSING = {
    "require": "what it is given is found at the caller",
    "bad": "the same",
    "bad_text": "the same",
    "weak": "the same",
    "refusal": "its sentence comes from a pair of code and sentence, and is found there",
    "obey": "click complains in its own words",
    "not_understood": "its answers stand in the words of each language",
}
"""Functions that pass on what cannot be read in them, and why nothing is lost."""


class Unclear(Exception):
    """A sentence that is put together where nobody can read it."""


def sentences(file: Path, code: str = "") -> Iterator[str]:
    """Every sentence of a file, one for each way it can read."""
    tree = ast.parse(code or file.read_text(encoding="utf-8"))
    auditing = file.name == "audit.py" and "games" in file.parts
    for scope in scopes(tree):
        known = assigned(scope)
        for node in within(scope):
            for value in (*told(node), *(yielded(node) if auditing else ())):
                try:
                    yield from templates(value, known)
                except Unclear:
                    if getattr(scope, "name", "") not in PASSING:
                        raise Unclear(f"{file.relative_to(PACKAGE)}:{node.lineno}: {ast.unparse(value)}") from None


def scopes(tree: ast.AST) -> Iterator[ast.AST]:
    yield tree
    yield from (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef))


def within(scope: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    """What stands in a scope itself, not in those inside it."""
    for child in ast.iter_child_nodes(scope):
        if not isinstance(child, ast.FunctionDef | ast.ClassDef):
            if isinstance(child, ast.expr | ast.stmt):
                yield child
            yield from within(child)


def assigned(scope: ast.AST) -> dict[str, list[ast.expr]]:
    found: dict[str, list[ast.expr]] = {}
    for node in within(scope):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found.setdefault(node.targets[0].id, []).append(node.value)
    return found


def told(node: ast.AST) -> Iterator[ast.expr]:
    """The parts of this node that are sentences."""
    if isinstance(node, ast.Call):
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        yield from node.args[SAYING[name]] if name in SAYING else ()
        yield from node.args[1:3] if name == "__init__" and ast.unparse(node.args[0]) == "code" else ()
        yield from (word.value for word in node.keywords if name in FAILURES and word.arg in ("message", "hint"))
    elif isinstance(node, ast.Assign) and getattr(node.targets[0], "attr", "") in ("message", "hint"):
        yield node.value
    elif isinstance(node, ast.Tuple) and len(node.elts) == 2:
        code, sentence = node.elts
        if isinstance(code, ast.Constant) and str(code.value).startswith("E_") and code.value.isupper():
            yield sentence


def yielded(node: ast.AST) -> Iterator[ast.expr]:
    if isinstance(node, ast.Yield) and node.value:
        yield node.value
    elif isinstance(node, ast.GeneratorExp) and isinstance(node.elt, ast.JoinedStr):
        yield node.elt


def templates(node: ast.expr, known: dict[str, list[ast.expr]]) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield from [node.value] if node.value else []
    elif isinstance(node, ast.JoinedStr):
        yield "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    elif isinstance(node, ast.IfExp):
        yield from (*templates(node.body, known), *templates(node.orelse, known))
    elif isinstance(node, ast.Name) and node.id in known:
        for value in known[node.id]:
            yield from templates(value, known)
    elif not passed_on(node):
        raise Unclear(ast.unparse(node))


def passed_on(node: ast.expr) -> bool:
    """What another failure says, a library, or the words of a language."""
    if isinstance(node, ast.Attribute):
        return node.attr in ("message", "hint", "reason")
    return ast.unparse(node) == "str(error)" or ast.unparse(node).startswith(("phrase(", "usage("))
