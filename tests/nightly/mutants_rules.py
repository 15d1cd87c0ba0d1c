"""Mutation score of the play engine: ``python tests/nightly/mutants_rules.py``.

Every comparison, boolean, arithmetic operator and small number inside the functions of the engine
is changed, one at a time, in the running process; a mutant is killed when the oracle then differs,
a call fails, or a call does not end. Survivors are printed with their line. ``--only follow``
restricts to one module, ``--from N`` resumes.
"""

from __future__ import annotations

import argparse
import ast
import copy
import importlib
import inspect
import random
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.oracle.compare import COMPARISONS

MODULES = {
    "follow": ("proof", "follow"),
    "ladder": ("follow", "proof"),
    "families": ("follow", "proof"),
    "supply": ("follow", "trick"),
    "placing": ("follow",),
    "structure": ("follow", "trick", "throw"),
    "order": ("follow", "trick"),
    "throw": ("throw",),
    "trick": ("trick",),
}
"""The comparisons that exercise each module."""
SWAPS: dict[type, type] = {
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
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


class Stuck(Exception):
    """A mutant that does not come to an end."""


def changes(tree: ast.Module) -> Iterator[tuple[int, str, Callable[[], None], Callable[[], None]]]:
    """Yield line, description, do and undo of every mutation inside a function."""
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        for node in ast.walk(ast.Module(body=function.body, type_ignores=[])):
            yield from _of_node(node)


def _of_node(node: ast.AST) -> Iterator[tuple[int, str, Callable[[], None], Callable[[], None]]]:
    line = getattr(node, "lineno", 0)
    if isinstance(node, ast.Compare):
        for at, old in enumerate(node.ops):
            new = SWAPS[type(old)]()
            yield line, f"{_name(old)} -> {_name(new)}", *_setter(node.ops, at, new, old)
    elif isinstance(node, (ast.BoolOp, ast.BinOp)) and type(node.op) in SWAPS:
        new_op = SWAPS[type(node.op)]()
        yield line, f"{_name(node.op)} -> {_name(new_op)}", *_attribute(node, "op", new_op)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield line, "not x -> x", *_attribute(node, "op", ast.UAdd())
    elif isinstance(node, ast.Constant) and type(node.value) in (int, bool):
        value = not node.value if isinstance(node.value, bool) else node.value + 1
        yield line, f"{node.value} -> {value}", *_attribute(node, "value", value)


def _name(op: ast.AST) -> str:
    return type(op).__name__


def _setter(items: list[Any], at: int, new: Any, old: Any) -> tuple[Any, Any]:
    return (lambda: items.__setitem__(at, new)), (lambda: items.__setitem__(at, old))


def _attribute(node: Any, name: str, new: Any) -> tuple[Any, Any]:
    old = getattr(node, name)
    return (lambda: setattr(node, name, new)), (lambda: setattr(node, name, old))


def functions(space: dict[str, Any], module: str) -> dict[str, FunctionType]:
    """Return the functions and methods that a namespace defines, by qualified name."""
    found: dict[str, FunctionType] = {}
    for value in space.values():
        members = vars(value).values() if inspect.isclass(value) else (value,)
        for member in members:
            bare = getattr(member, "fget", None) or getattr(member, "__wrapped__", member)
            bare = getattr(bare, "__func__", bare)
            if isinstance(bare, FunctionType) and bare.__module__ == module:
                found[bare.__qualname__] = bare
    return found


def differs(module: str, situations: int) -> bool:
    """Return whether the oracle notices, or the engine breaks down."""
    _forget()
    signal.alarm(60)
    try:
        for number in range(situations):
            for name in MODULES[module]:
                if COMPARISONS[name](random.Random(f"{name} {number}"), None) is not None:
                    return True
        return False
    except Stuck:
        return True
    except (ArithmeticError, LookupError, TypeError, ValueError, AttributeError, NameError):
        return True
    except (AssertionError, RecursionError, MemoryError, StopIteration, RuntimeError):
        return True
    finally:
        signal.alarm(0)


def _forget() -> None:
    for name in (*MODULES, "units", "lead"):
        for value in vars(importlib.import_module(f"scorer.shengji.{name}")).values():
            clear = getattr(value, "cache_clear", None)
            if clear is not None:
                clear()


def _stop(_number: int, _frame: object) -> None:
    raise Stuck


def mutants(module: ModuleType) -> Iterator[str]:
    """Put each mutant of a module in place in turn, yielding its description."""
    path = Path(str(module.__file__))
    tree = ast.parse(path.read_text(encoding="utf-8"))
    real = functions(vars(module), module.__name__)
    codes = {name: function.__code__ for name, function in real.items()}
    for line, what, do, undo in changes(tree):
        do()
        space: dict[str, Any] = {"__name__": module.__name__, "__file__": str(path)}
        try:
            exec(compile(copy.deepcopy(tree), str(path), "exec"), space)
        finally:
            undo()
        for name, function in functions(space, module.__name__).items():
            if name in real:
                real[name].__code__ = function.__code__
        yield f"{path.name}:{line}: {what}"
        for name, code in codes.items():
            real[name].__code__ = code


def main() -> None:
    """Print survivors and the score of each module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=MODULES)
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("--situations", type=int, default=500)
    options = parser.parse_args()
    signal.signal(signal.SIGALRM, _stop)
    for name in MODULES:
        if options.only not in (None, name):
            continue
        module = importlib.import_module(f"scorer.shengji.{name}")
        killed = total = 0
        start = time.monotonic()
        for number, what in enumerate(mutants(module)):
            if number < options.first:
                continue
            total += 1
            if differs(name, options.situations):
                killed += 1
            else:
                print(f"survives: {what}", flush=True)
        took = time.monotonic() - start
        print(f"{name}: {killed} of {total} killed ({took:.0f} s)", flush=True)


if __name__ == "__main__":
    main()
