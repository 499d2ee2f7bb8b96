"""Which mutants a module has: at each place of its code, the small changes that a mistake could have made.

What only people read makes none: docstrings, messages and what is raised with them, annotations, decorators.
"""

import ast
from collections.abc import Iterator

from msgspec import Struct

_COMPARED: dict[type[ast.cmpop], tuple[ast.cmpop, ...]] = {
    ast.Lt: (ast.LtE(), ast.GtE()),
    ast.LtE: (ast.Lt(), ast.Gt()),
    ast.Gt: (ast.GtE(), ast.LtE()),
    ast.GtE: (ast.Gt(), ast.Lt()),
    ast.Eq: (ast.NotEq(),),
    ast.NotEq: (ast.Eq(),),
    ast.Is: (ast.IsNot(),),
    ast.IsNot: (ast.Is(),),
    ast.In: (ast.NotIn(),),
    ast.NotIn: (ast.In(),),
}
_CALLED = {"min": "max", "max": "min", "any": "all", "all": "any"}
_TEXTS = (ast.JoinedStr, ast.List, ast.Tuple)  # what is joined by a plus, and cannot be subtracted
_Found = Iterator[tuple[ast.AST, str, str]]


class Mutant(Struct, frozen=True):
    """A change of a module: these lines become others. The lines find it again when those above them have changed."""

    path: str
    line: int
    what: str
    old: str
    new: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line} {self.what}"


class GoneError(Exception):
    """The lines that a mutant changes are not in the module any more."""


def mutants_of(path: str, source: str) -> list[Mutant]:
    """Return every mutant of a module, in the order of its places."""
    lines = source.encode().splitlines(keepends=True)
    made = [_mutant(path, lines, node, what, new) for node, what, new in _found(ast.parse(source))]
    by_text = {(mutant.line, mutant.old, mutant.new): mutant for mutant in made}
    return sorted(by_text.values(), key=lambda mutant: (mutant.line, mutant.what, mutant.new))


def mutated(source: str, mutant: Mutant) -> str:
    """Return the source with the mutant's change at the place nearest to its line; GoneError if there is none."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    places = [number for number, start in enumerate(starts, 1) if source.startswith(mutant.old, start)]
    if not places:
        raise GoneError(str(mutant))
    start = starts[min(places, key=lambda number: abs(number - mutant.line)) - 1]
    return source[:start] + mutant.new + source[start + len(mutant.old) :]


def _mutant(path: str, lines: list[bytes], node: ast.AST, what: str, new: str) -> Mutant:
    first, last = node.lineno - 1, node.end_lineno  # type: ignore[attr-defined]
    head = lines[first][: node.col_offset]  # type: ignore[attr-defined]
    tail = lines[last - 1][node.end_col_offset :]  # type: ignore[attr-defined]
    old = b"".join(lines[first:last]).decode()
    return Mutant(path, first + 1, what, old, (head + new.encode() + tail).decode())


def _found(node: ast.AST) -> _Found:
    """Yield each place in a tree with what is done there and how it reads then."""
    yield from _changed(node)
    for child in _code_in(node):
        if isinstance(node, ast.If) and child in node.body and isinstance(child, ast.Return):
            yield child, "without the return", "pass"
        yield from _found(child)


def _code_in(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the parts of a node that are not for people alone."""
    match node:
        case ast.JoinedStr() | ast.Raise() | ast.Assert():
            return
        case ast.ClassDef(body=body):
            yield from body
        case ast.FunctionDef(args=args, body=body):
            yield from filter(None, (*args.defaults, *args.kw_defaults))
            yield from body
        case ast.AnnAssign(value=value):
            yield from filter(None, (value,))
        case _:
            yield from ast.iter_child_nodes(node)


def _changed(node: ast.AST) -> _Found:
    if isinstance(node, ast.expr):
        yield from ((node, what, new) for what, new in _expressions(node))
    elif isinstance(node, ast.stmt):
        yield from _statements(node)


def _expressions(node: ast.expr) -> Iterator[tuple[str, str]]:
    match node:
        case ast.Compare():
            yield from _comparisons(node)
        case ast.BoolOp():
            yield from _choices(node)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield "without the not", f"({ast.unparse(operand)})"
        case ast.Constant(value=bool(value)):
            yield f"{value} becomes {not value}", str(not value)
        case ast.Constant(value=int(value)):
            for other in (value + 1, value - 1):
                yield f"{value} becomes {other}", str(other) if other >= 0 else f"({other})"
        case ast.IfExp(test=test, body=body, orelse=other):
            yield "the other way round", f"({ast.unparse(ast.IfExp(test, other, body))})"
        case ast.Call(func=ast.Name(id=name)) if name in _CALLED:
            yield f"{name} becomes {_CALLED[name]}", _CALLED[name] + ast.unparse(node).removeprefix(name)
        case ast.BinOp(op=ast.Add() | ast.Sub(), left=left, right=right) if not _is_text(left) and not _is_text(right):
            other_op = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
            yield f"{_sign(node.op)} becomes {_sign(other_op)}", f"({ast.unparse(ast.BinOp(left, other_op, right))})"


def _comparisons(node: ast.Compare) -> Iterator[tuple[str, str]]:
    for place, old in enumerate(node.ops):
        for new in _COMPARED[type(old)]:
            ops = [*node.ops[:place], new, *node.ops[place + 1 :]]
            yield f"{_sign(old)} becomes {_sign(new)}", ast.unparse(ast.Compare(node.left, ops, node.comparators))


def _choices(node: ast.BoolOp) -> Iterator[tuple[str, str]]:
    is_and = isinstance(node.op, ast.And)
    other = ast.Or() if is_and else ast.And()
    yield ("and becomes or" if is_and else "or becomes and"), f"({ast.unparse(ast.BoolOp(other, node.values))})"
    for left_out in node.values:
        kept = [value for value in node.values if value is not left_out]
        text = ast.unparse(kept[0] if len(kept) == 1 else ast.BoolOp(node.op, kept))
        yield f"without {ast.unparse(left_out)}", f"({text})"


def _statements(node: ast.stmt) -> _Found:
    match node:
        case ast.Raise():
            yield node, "without the raise", "pass"
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Continue() | ast.Break():
            yield node, "without the statement", "pass"
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield node, "without the statement", "pass"
        case ast.If(test=ast.Name() | ast.Attribute() | ast.Call() | ast.NamedExpr() as test):
            yield test, "the condition reversed", f"not ({ast.unparse(test)})"
        case ast.FunctionDef(returns=ast.Name(id="bool"), body=body):
            returned = (inner for part in body for inner in ast.walk(part) if isinstance(inner, ast.Return))
            for value in (inner.value for inner in returned):
                if isinstance(value, ast.Call | ast.Name | ast.Attribute):
                    yield value, "the answer reversed", f"not ({ast.unparse(value)})"


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, _TEXTS) or (isinstance(node, ast.Constant) and isinstance(node.value, str | bytes))


def _sign(op: ast.cmpop | ast.operator) -> str:
    """Return how an operator is written."""
    one = ast.Constant(1)
    written = ast.BinOp(one, op, one) if isinstance(op, ast.operator) else ast.Compare(one, [op], [one])
    return ast.unparse(written)[2:-2]
