"""Turns TOML text into frozen dataclasses; every fault is named with file, line, field and remedy.

A dataclass is its own schema: field types say what is allowed. Understood are ``bool``, ``int``,
``float``, ``str``, ``Literal``, ``X | None`` (written ``"none"``, since TOML has no null),
``tuple[X, ...]`` (a text alone is a list of one), ``Mapping[str, X]``, ``object`` (taken as it
is), nested dataclasses, and ``Annotated[X, rule]`` where ``rule(value)`` returns what is wrong or
``None``. In a mapping ``"none"`` takes an inherited entry away. A field declared with
``field(metadata=NOT_IN_FILE)`` is set by code and never read.
"""

from __future__ import annotations

import dataclasses
import difflib
import tomllib
import types
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Literal, NoReturn, TypeVar, Union, get_args, get_origin
from typing import get_type_hints as _hints

from scorer.errors import InputError
from scorer.toml_lines import line_numbers

NOT_IN_FILE: Mapping[str, bool] = {"in_file": False}
NONE = "none"
"""How a file says that there is nothing: no limit, no cap, no table."""
T = TypeVar("T")
_PLAIN: dict[object, str] = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text in quotes",
}


@dataclass(frozen=True, slots=True)
class Document:
    """TOML data with the file name and the line of every key path."""

    filename: str
    data: Mapping[str, Any]
    lines: Mapping[str, int]

    def knows(self, path: str) -> bool:
        """Return whether the text itself sets the key or something inside it."""
        return any(key == path or key.startswith(f"{path}.") for key in self.lines)

    def fail(self, path: str, message: str) -> NoReturn:
        """Raise :class:`InputError` naming file, line (where known) and field."""
        line, key = None, path
        while key and line is None:
            line, key = self.lines.get(key), key.rpartition(".")[0]
        place = f"{self.filename}:{line}" if line else self.filename
        raise InputError(f"{place}: {path}: {message}" if path else f"{place}: {message}")


def read(text: str, filename: str) -> Document:
    """Return the TOML data of a text.

    Raises:
        InputError: the text is not TOML.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{filename}: not valid TOML: {error}") from error
    return Document(filename, data, line_numbers(text))


def near(word: str, known: Iterable[str]) -> str:
    """Return ``; did you mean …`` for a misspelt word, or nothing."""
    close = difflib.get_close_matches(word, list(known), n=3, cutoff=0.6)
    return f"; did you mean {' or '.join(repr(name) for name in close)}" if close else ""


def merge(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Return base with the values of over; tables are merged key by key, anything else replaced."""
    result = dict(base)
    for key, value in over.items():
        old = result.get(key)
        both = isinstance(old, Mapping) and isinstance(value, Mapping)
        result[key] = merge(old, value) if both else value  # type: ignore[arg-type]
    return result


def flatten(table: Mapping[str, Any], path: str = "") -> dict[str, Any]:
    """Return key path -> value for every value that is not itself a table with keys."""
    flat: dict[str, Any] = {}
    for key, value in table.items():
        where = f"{path}.{key}" if path else key
        if isinstance(value, Mapping) and value:
            flat.update(flatten(value, where))
        else:
            flat[where] = value
    return flat


def nest(flat: Mapping[str, Any]) -> dict[str, Any]:
    """Return nested tables from dotted key paths (the reverse of :func:`flatten`)."""
    result: dict[str, Any] = {}
    for path, value in flat.items():
        part = nest(value) if isinstance(value, Mapping) else value
        for key in reversed(path.split(".")):
            part = {key: part}
        result = merge(result, part)
    return result


def file_key(name: str) -> str:
    """Return how a field is called in the file: ``from_`` is written ``from``."""
    return name.rstrip("_")


def to_table(value: Any) -> Any:
    """Return a record as the plain TOML data that :func:`build` reads back."""
    if dataclasses.is_dataclass(value):
        return {
            file_key(field.name): to_table(getattr(value, field.name))
            for field in dataclasses.fields(value)
            if field.metadata.get("in_file", True)
        }
    if isinstance(value, Mapping):
        return {key: to_table(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [to_table(item) for item in value]
    return NONE if value is None else value


def build(cls: type[T], document: Document, table: Mapping[str, Any], path: str = "") -> T:
    """Return the dataclass filled from a table.

    Raises:
        InputError: unknown or missing key, wrong type, value that is not allowed.
    """
    fields = [f for f in dataclasses.fields(cls) if f.metadata.get("in_file", True)]  # type: ignore[arg-type]
    names = [file_key(field.name) for field in fields]
    for key in table:
        if key not in names:
            hint = near(key, names) or f"; known are {', '.join(names)}"
            document.fail(_join(path, key), f"unknown key '{key}'{hint}")
    kinds = _kinds(cls)  # type: ignore[arg-type]
    values: dict[str, Any] = {}
    for field, key in zip(fields, names, strict=True):
        if key in table:
            where = _join(path, key)
            values[field.name] = convert(kinds[field.name], table[key], where, document)
        elif field.default is field.default_factory is dataclasses.MISSING:
            document.fail(path, f"key '{key}' is missing")
    return cls(**values)


@cache
def _kinds(cls: type) -> dict[str, Any]:
    """Return the declared types of a dataclass; resolving them is slow, so it is done once."""
    return _hints(cls, include_extras=True)


def convert(kind: Any, value: Any, where: str, document: Document) -> Any:
    """Return a value in the type that a field declares; see the module for what is understood."""
    origin, args = get_origin(kind), get_args(kind)
    if kind is object:
        return value
    if kind in _PLAIN:
        return _plain(kind, value, where, document)
    if origin is Literal:
        return _literal(args, value, where, document)
    if origin is Annotated:
        result = convert(args[0], value, where, document)
        for wrong in filter(None, (rule(result) for rule in args[1:])):
            document.fail(where, wrong)
        return result
    if origin in (Union, types.UnionType):
        return _optional(args, value, where, document)
    if origin is tuple:
        items = [value] if isinstance(value, str) else value
        if not isinstance(items, list):
            document.fail(where, f"write a list in [ ], not {_shown(value)}")
        return tuple(convert(args[0], v, f"{where}.{i}", document) for i, v in enumerate(items))
    if not isinstance(value, Mapping):
        document.fail(where, f"write a table of keys, not {_shown(value)}")
    if dataclasses.is_dataclass(kind):
        return build(kind, document, value, where)  # type: ignore[arg-type]
    return {
        convert(args[0], key, _join(where, key), document): convert(
            args[1], item, _join(where, key), document
        )
        for key, item in value.items()
        if item != NONE or NONE in get_args(args[1])
    }


def _plain(kind: Any, value: Any, where: str, document: Document) -> Any:
    wanted = (int, float) if kind is float else kind
    if not isinstance(value, wanted) or (isinstance(value, bool) and kind is not bool):
        document.fail(where, f"write {_PLAIN[kind]}, not {_shown(value)}")
    return value


def _literal(allowed: tuple[Any, ...], value: Any, where: str, document: Document) -> Any:
    if value not in allowed or isinstance(value, bool):
        names = ", ".join(f'"{name}"' for name in allowed)
        hint = near(value, map(str, allowed)) if isinstance(value, str) else ""
        document.fail(where, f"{_shown(value)} is not allowed; allowed are {names}{hint}")
    return value


def _optional(args: tuple[Any, ...], value: Any, where: str, document: Document) -> Any:
    if value == NONE:
        return None
    kind = next(kind for kind in args if kind is not types.NoneType)
    plain = get_args(kind)[0] if get_origin(kind) is Annotated else kind
    if plain is int and isinstance(value, str):
        document.fail(where, f'write a whole number or "none", not {_shown(value)}')
    return convert(kind, value, where, document)


def _join(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{value}"'
    return "a table" if isinstance(value, Mapping) else str(value)
