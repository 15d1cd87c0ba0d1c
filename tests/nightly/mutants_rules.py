"""Mutation score of the rules: ``python -m tests.nightly.mutants_rules follow throw ledger``.

Every comparison, boolean, arithmetic operator and small number inside the functions of a module is
changed, one at a time. Each mutant lives in a forked process and meets the tests that call its
function, quickest first; it is killed when one fails, or does not come to an end. What was tried is
kept, so the same command goes on where it stopped; ``--again`` tries survivors anew. Survivors
are printed with their line.
"""

from __future__ import annotations

import argparse
import ast
import copy
import gc
import importlib
import inspect
import json
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import FrameType, FunctionType, ModuleType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

ENGINE = ("follow", "ladder", "families", "supply", "placing", "structure", "order", "throw",
          "trick", "units", "lead", "kitty", "score", "levels", "rotation", "penalty", "bidding",
          "bid_cards", "timeup", "clock")  # fmt: skip
LEDGER = tuple(sorted(p.stem for p in (ROOT / "scorer/ledger").glob("[a-z]*.py")))
JUDGE = tuple(sorted(p.stem for p in (ROOT / "scorer/judge").glob("[a-z]*.py")))
GROUPS = {
    **{name: (f"scorer.shengji.{name}",) for name in ENGINE},
    **{f"ledger.{name}": (f"scorer.ledger.{name}",) for name in LEDGER},
    "ledger": tuple(f"scorer.ledger.{name}" for name in LEDGER),
    "judge": tuple(f"scorer.judge.{name}" for name in JUDGE),
}
PLAY_TESTS = ("tests/scorer/shengji/test_play_rules.py", "tests/oracle/test_agreement.py",
              "tests/scorer/shengji/test_properties.py")  # fmt: skip
PATIENCE = 20
"""Seconds a test may take, beside ten times what it took at first, before it counts as stuck."""
KINDS = {"throw": "throw", "trick": "trick"}
"""The comparison that exercises a module, where it is not following and proving."""
DEAL_TESTS = ("tests/scorer", "tests/oracle/test_judge_agreement.py",
              "tests/hardware/test_judge_command.py")  # fmt: skip
SKIPPED = ("guandan", "test_table", "test_recorded", "test_reality", "test_words", "watching",
           "test_other_engines", "test_legal_deals", "test_round_logs", "test_every_profile",
           "test_profile", "test_ask_junk", "test_history", "test_cards",
           "test_elimination")  # fmt: skip
"""Tests of other rooms, and long ones, are not asked about mutants of the rules."""
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


@dataclass(frozen=True)
class Mutant:
    """One change: its name, module, function, and how to make and undo it in the module's tree."""

    name: str
    module: ModuleType
    tree: ast.Module
    function: str
    do: Callable[[], None]
    undo: Callable[[], None]

    def install(self) -> None:
        """Put the changed code into the functions of the running module."""
        self.do()
        path = str(self.module.__file__)
        space: dict[str, Any] = {"__name__": self.module.__name__, "__file__": path}
        exec(compile(copy.deepcopy(self.tree), path, "exec"), space)
        self.undo()
        real = functions(vars(self.module), self.module.__name__)
        for name, function in functions(space, self.module.__name__).items():
            if name in real:
                real[name].__code__ = function.__code__


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


def mutants(name: str) -> Iterator[Mutant]:
    """Yield the mutants of a module."""
    module = importlib.import_module(name)
    tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
    short = ".".join(name.split(".")[1:])
    seen: set[int] = set()
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        for node in ast.walk(ast.Module(body=function.body, type_ignores=[])):
            if id(node) in seen:
                continue
            if isinstance(node, ast.AnnAssign):
                seen.update(id(inner) for inner in ast.walk(node.annotation))
            seen.add(id(node))
            for number, (what, do, undo) in enumerate(_changes(node)):
                line, column = getattr(node, "lineno", 0), getattr(node, "col_offset", 0)
                label = f"{short}:{line}:{column}.{number}: {what}"
                yield Mutant(label, module, tree, function.name, do, undo)


def _changes(node: ast.AST) -> Iterator[tuple[str, Callable[[], None], Callable[[], None]]]:
    if isinstance(node, ast.Compare):
        for at, old in enumerate(node.ops):
            new = SWAPS[type(old)]()
            yield f"{_name(old)} -> {_name(new)}", *_setter(node.ops, at, new, old)
    elif isinstance(node, (ast.BoolOp, ast.BinOp)) and type(node.op) in SWAPS:
        new_op = SWAPS[type(node.op)]()
        yield f"{_name(node.op)} -> {_name(new_op)}", *_attribute(node, "op", new_op)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "not x -> x", *_attribute(node, "op", ast.UAdd())
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        value = not node.value if isinstance(node.value, bool) else node.value + 1
        yield f"{node.value} -> {value}", *_attribute(node, "value", value)


def _name(op: ast.AST) -> str:
    return type(op).__name__


def _setter(items: list[Any], at: int, new: Any, old: Any) -> tuple[Any, Any]:
    return (lambda: items.__setitem__(at, new)), (lambda: items.__setitem__(at, old))


def _attribute(node: Any, name: str, new: Any) -> tuple[Any, Any]:
    old = getattr(node, name)
    return (lambda: setattr(node, name, new)), (lambda: setattr(node, name, old))


class Runner:
    """Takes over after collection: notes which test calls what, then tries every mutant."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.modules = [name for group in options.groups for name in GROUPS[group]]
        self.files = {str(importlib.import_module(name).__file__) for name in self.modules}
        self.calls: dict[str, list[str]] = {}
        self.took: dict[str, float] = {}
        place = Path(options.state or Path(tempfile.gettempdir()) / "dipai-nightly")
        place.mkdir(parents=True, exist_ok=True)
        self.kept = place / "mutants.json"
        self.traced = place / f"calls-{'-'.join(options.groups)}.json"
        self.results: dict[str, str] = (
            json.loads(self.kept.read_text(encoding="utf-8")) if self.kept.exists() else {}
        )

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run everything once, then each mutant against the tests of its line."""
        start = time.monotonic()
        if self.traced.exists():
            self.calls, self.took = json.loads(self.traced.read_text(encoding="utf-8"))
        for item in session.items:
            if item.nodeid not in self.took and time.monotonic() - start < self.options.seconds:
                self._trace(item)
        self.traced.write_text(json.dumps([self.calls, self.took]), encoding="utf-8")
        for name in self.modules:
            for number, mutant in enumerate(mutants(name)):
                if (number + len(name)) % self.options.every:
                    continue
                known = self.results.get(mutant.name)
                if known == "killed" or (known is not None and not self.options.again):
                    continue
                if time.monotonic() - start > self.options.seconds:
                    break
                self.results[mutant.name] = self._tried(mutant, session.items)
                self.kept.write_text(json.dumps(self.results, indent=0), encoding="utf-8")
        self._report()
        return True

    def _trace(self, item: pytest.Item) -> None:
        hit: set[str] = set()

        def call(frame: FrameType, _event: str, _arg: object) -> None:
            if frame.f_code.co_filename in self.files:
                hit.add(_place(frame.f_code.co_filename, frame.f_code.co_name))

        _forget()
        start = time.monotonic()
        sys.settrace(call)
        try:
            reports = runtestprotocol(item, log=False, nextitem=None)
        finally:
            sys.settrace(None)
        assert not any(report.failed for report in reports), item.nodeid
        self.took[item.nodeid] = time.monotonic() - start
        for place in hit:
            self.calls.setdefault(place, []).append(item.nodeid)

    def _tried(self, mutant: Mutant, items: list[pytest.Item]) -> str:
        called = set(self.calls.get(_place(str(mutant.module.__file__), mutant.function), []))
        chosen = [item for item in items if item.nodeid in called]
        chosen.sort(key=lambda item: self.took[item.nodeid])
        if not chosen:
            return "not run"
        child = os.fork()
        if not child:
            os._exit(_meets(mutant, chosen, self.took))
        _, status = os.waitpid(child, 0)
        return "survived" if status == 0 else "killed"

    def _report(self) -> None:
        for name in self.modules:
            short = ".".join(name.split(".")[1:])
            own = {n: r for n, r in self.results.items() if n.startswith(short + ":")}
            for label, result in own.items():
                if result != "killed":
                    print(f"{result}: {label}")
            killed = sum(result == "killed" for result in own.values())
            print(f"{short}: {killed} of {len(own)} killed", flush=True)


def _place(file: str, function: str) -> str:
    """Return the name of a function that stays the same when the checkout lies elsewhere."""
    return f"{Path(file).relative_to(ROOT)} {function}"


def _meets(mutant: Mutant, items: list[pytest.Item], took: dict[str, float]) -> int:
    """Return 1 where a test notices the mutant, 0 where none does; ends the process when stuck."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    mutant.install()
    _forget()
    for item in items:
        signal.alarm(PATIENCE + round(10 * took[item.nodeid]))
        if any(report.failed for report in runtestprotocol(item, log=False, nextitem=None)):
            return 1
    return 0


@cache
def _caches() -> list[Any]:
    """Return the caches of the rules; what profiles were read does not depend on a mutant."""
    rooms = ("scorer.shengji.", "scorer.ledger.", "scorer.judge.")
    return [
        found
        for found in gc.get_objects()
        if type(found).__name__ == "_lru_cache_wrapper" and found.__module__.startswith(rooms)
    ]


def _forget() -> None:
    """Empty every cache of the rules."""
    for found in _caches():
        found.cache_clear()


def main() -> int:
    """Try the mutants of the named groups."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("groups", nargs="+", choices=sorted(GROUPS))
    parser.add_argument("--state", help="folder that keeps what has been tried")
    parser.add_argument("--seconds", type=float, default=1e9, help="stop after so long")
    parser.add_argument("--again", action="store_true", help="try survivors anew")
    parser.add_argument("--every", type=int, default=1, help="try every so many-th mutant only")
    parser.add_argument("--tests", nargs="*", help="other tests than the usual ones")
    options = parser.parse_args()
    play = all(group in ENGINE[:9] for group in options.groups)
    tests = options.tests or (PLAY_TESTS if play else DEAL_TESTS)
    left_out = SKIPPED if play else (*SKIPPED, "scorer/shengji")
    skipped = [f"--ignore-glob=*{name}*" for name in left_out]
    kinds = {KINDS.get(group, "follow or proof") for group in options.groups}
    chosen = ["-k", f"not agrees_with_oracle or {' or '.join(sorted(kinds))}"] if play else []
    arguments = ["-q", "-p", "no:xdist", *skipped, *chosen, *tests]
    return int(pytest.main(arguments, [Runner(options)]))


if __name__ == "__main__":
    sys.exit(main())
