"""One small change to a piece of code at a time, such as a slip of the pen might have made."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

OTHER_COMPARISON: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
OTHER_SIGN: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
}
OTHER_NAME = {"min": "max", "max": "min", "any": "all", "all": "any"}
REFUSALS = ("require", "Failure", "Refused", "Message", "Malformed")
"""Calls whose words are for people."""
LIMITS = ("Meta", "lru_cache")
"""Calls about sizes: what a field may contain, how much is kept."""
ROOM = ("fullest",)
"""Functions that say how much space is reserved: not rules, and tested with the seals."""
HEADED = (ast.If, ast.For, ast.While, ast.With)

Path = tuple[tuple[str, int | None], ...]
"""From a module to a place in it: fields, and indices of lists."""


@dataclass(frozen=True)
class Mutation:
    """A change, the lines of its statement, and how to make it."""

    name: str
    first: int
    last: int
    source: str
    path: Path
    other: ast.AST
    function: str
    """The whole name of the function or method that contains it; empty outside of all functions."""
    top: bool
    """Whether it is outside of every function, so that it runs when the module is loaded."""

    def made(self) -> ast.Module:
        """Return the whole module, changed in this one place."""
        tree = ast.parse(self.source)
        put(tree, self.path, self.other)
        return ast.fix_missing_locations(tree)


def variants(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what might replace a node."""
    if isinstance(node, ast.Compare):
        for n, op in enumerate(node.ops):
            if other := OTHER_COMPARISON.get(type(op)):
                ops = [*node.ops[:n], other(), *node.ops[n + 1 :]]
                yield ast.Compare(node.left, ops, node.comparators)
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        if len(node.values) > 1:
            for n in range(len(node.values)):
                left = [*node.values[:n], *node.values[n + 1 :]]
                yield left[0] if len(left) == 1 else ast.BoolOp(node.op, left)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
        yield node.operand
    elif isinstance(node, ast.BinOp) and type(node.op) in OTHER_SIGN:
        yield ast.BinOp(node.left, OTHER_SIGN[type(node.op)](), node.right)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield ast.Constant(node.value + 1)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in OTHER_NAME:
        yield ast.Call(ast.Name(OTHER_NAME[node.func.id], ast.Load()), node.args, node.keywords)
    elif isinstance(node, ast.IfExp):
        yield ast.IfExp(node.test, node.orelse, node.body)
    elif isinstance(node, ast.comprehension) and node.ifs:
        for n in range(len(node.ifs)):
            ifs = [*node.ifs[:n], *node.ifs[n + 1 :]]
            yield ast.comprehension(node.target, node.iter, ifs, node.is_async)
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield ast.Pass()


class Walk:
    """Visits all places of a module that could be changed, with a path to each."""

    def __init__(self, tree: ast.Module) -> None:
        self.found: list[tuple[Path, ast.AST, ast.AST, str, str, ast.stmt]] = []
        self.visit(tree, (), "", "", None)

    def visit(self, node: ast.AST, path: Path, inside: str, function: str, stmt: ast.stmt | None) -> None:
        if isinstance(node, ast.Assert | ast.Import | ast.ImportFrom | ast.AnnAssign) and not self.plain(node):
            return
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in LIMITS:
            return
        if isinstance(node, ast.FunctionDef) and node.name in ROOM:
            return
        if isinstance(node, ast.stmt):
            stmt = node
        if stmt is not None:
            for other in variants(node):
                self.found.append((path, node, other, inside, function, stmt))
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            inside = f"{inside}.{node.name}" if inside else node.name
        if isinstance(node, ast.FunctionDef):
            function = function or inside
        for field, value in ast.iter_fields(node):
            if field in self.skipped(node):
                continue
            if isinstance(value, list):
                for n, item in enumerate(value):
                    if isinstance(item, ast.AST) and not self.no_rule(node, field, n):
                        self.visit(item, (*path, (field, n)), inside, function, stmt)
            elif isinstance(value, ast.AST):
                self.visit(value, (*path, (field, None)), inside, function, stmt)

    @staticmethod
    def plain(node: ast.AST) -> bool:
        """Return whether a value is given to a name with a type, and is not the limit of a field."""
        return isinstance(node, ast.AnnAssign) and node.value is not None

    @staticmethod
    def skipped(node: ast.AST) -> tuple[str, ...]:
        if isinstance(node, ast.FunctionDef):
            return ("args", "returns", "decorator_list")
        if isinstance(node, ast.ClassDef):
            return ("bases", "keywords", "decorator_list")
        return ("annotation",) if isinstance(node, ast.AnnAssign | ast.arg) else ()

    @staticmethod
    def no_rule(node: ast.AST, field: str, n: int) -> bool:
        """Return whether it is the clause, words or values of a refusal, or a claim that a list is exact."""
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            return False
        if node.func.id == "Offer" and field == "keywords":
            return node.keywords[n].arg == "exact"
        return node.func.id in REFUSALS and (field == "keywords" or (field == "args" and n > 0))


def put(tree: ast.Module, path: Path, other: ast.AST) -> None:
    """Put a piece of code where a path leads."""
    holder: ast.AST = tree
    for field, n in path[:-1]:
        value = getattr(holder, field)
        holder = value if n is None else value[n]
    field, n = path[-1]
    if n is None:
        setattr(holder, field, other)
    else:
        getattr(holder, field)[n] = other


def source_of(node: ast.AST) -> str:
    if isinstance(node, ast.comprehension):
        return " ".join(["for", ast.unparse(node.target), *(f"if {ast.unparse(test)}" for test in node.ifs)])
    return " ".join(ast.unparse(node).split())


def mutations(source: str, chapter: str) -> Iterator[Mutation]:
    """Yield every change to a source, named by chapter, function and the code before and after."""
    tree = ast.parse(source)
    inner = within_functions(tree)
    seen: dict[str, int] = {}
    for path, node, other, inside, function, stmt in Walk(tree).found:
        name = f"{chapter} {inside or 'module'}: {source_of(node)} -> {source_of(other)}"
        seen[name] = seen.get(name, 0) + 1
        number = f" ({seen[name]})" if seen[name] > 1 else ""
        last = stmt.body[0].lineno - 1 if isinstance(stmt, HEADED) else stmt.end_lineno
        lines = stmt.lineno, max(last or 0, stmt.lineno)
        yield Mutation(name + number, *lines, source, path, other, function, id(stmt) not in inner)


def within_functions(tree: ast.Module) -> set[int]:
    """Return the statements that run when a function is called."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return {id(inner) for function in functions for inner in ast.walk(function) if inner is not function}
