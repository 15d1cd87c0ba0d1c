"""What each event of a hand history may hold: the kind of every known field, by event type."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from scorer.cards import SEATS, SIDES, SUITS, CardError, parse_card

Check = Callable[[Any], Any]
"""Returns the canonical value of a field, or raises ``FieldError``."""

LEVELS = "23456789TJQKA"


class FieldError(ValueError):
    """A field value that the contract does not allow; the message says what is expected."""

    def __init__(self, message: str, *inner: str) -> None:
        super().__init__(message)
        self.inner = inner


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise FieldError("must be text")
    return value


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise FieldError("must be a whole number")
    return value


def _count(value: Any) -> int:
    if _whole(value) < 0:
        raise FieldError("must not be negative")
    return int(value)


def _number(value: Any) -> float | int:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise FieldError("must be a number")
    return value


def _share(value: Any) -> float | int:
    if not 0 <= _number(value) <= 1:
        raise FieldError("must lie between 0 and 1")
    return float(value) if isinstance(value, float) else int(value)


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise FieldError("must be true or false")
    return value


def _object(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise FieldError("must be an object")
    return value


def _card(value: Any) -> str:
    if not isinstance(value, str):
        raise FieldError("must be a card such as AS or BJ")
    try:
        return parse_card(value)
    except CardError as error:
        raise FieldError(str(error)) from error


def _cards(value: Any) -> list[str]:
    if not isinstance(value, list):
        raise FieldError("must be a list of cards")
    return [_card(card) for card in value]


def _some_cards(value: Any) -> list[str]:
    cards = _cards(value)
    if not cards:
        raise FieldError("must name at least one card; write ?? for a card that could not be read")
    return cards


def _one_of(allowed: tuple[str, ...]) -> Check:
    names = ", ".join(allowed)

    def check(value: Any) -> str:
        text = _text(value)
        if text not in allowed and text.upper() in allowed:
            text = text.upper()
        if text not in allowed:
            raise FieldError(f"'{value}' is not one of {names}")
        return text

    return check


def _optional(inner: Check) -> Check:
    return lambda value: None if value is None else inner(value)


_seat = _one_of(SEATS)
_side = _one_of(SIDES)
_suit = _one_of((*SUITS, "NT", "?"))


def _level(value: Any) -> str:
    text = _text(value).upper()
    if text == "10":
        text = "T"
    if text != "?" and (len(text) != 1 or text not in LEVELS):
        raise FieldError(f"'{value}' is not a level 2 to A")
    return text


def _seat_map(inner: Check) -> Check:
    def check(value: Any) -> dict[str, Any]:
        result: dict[str, Any] = {}
        for key, item in _object(value).items():
            result[_seat(key)] = inner(item)
        return result

    return check


def _levels(value: Any) -> dict[str, str]:
    result = {}
    for key, item in _object(value).items():
        result[_side(key)] = _level(item)
    return result


def _seats(value: Any) -> list[str]:
    if not isinstance(value, list):
        raise FieldError("must be a list of seats")
    return [_seat(item) for item in value]


def _places(value: Any) -> list[str]:
    seats = _seats(value)
    if seats and sorted(seats) != sorted(SEATS):
        raise FieldError("must name the four seats, each once, first place first")
    return seats


def _interval(value: Any) -> Any:
    if isinstance(value, list):
        if len(value) != 2 or _whole(value[0]) > _whole(value[1]):
            raise FieldError("must be a number or [lowest, highest]")
        return value
    return _whole(value)


def _beaten_by(value: Any) -> dict[str, Any]:
    item = dict(_object(value))
    if "seat" in item:
        item["seat"] = _seat(item["seat"])
    if "cards" in item:
        item["cards"] = _cards(item["cards"])
    return item


def _declarer(value: Any) -> str | None:
    if value is None:
        return None
    return "?" if value == "?" else str(_seat(value))


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise FieldError("must be a list")
    return value


def _of(value: Any) -> Any:
    return value if isinstance(value, str) and value else _whole(value)


COMMON: Mapping[str, Check] = {
    "seq": _whole,
    "t": _text,
    "boot": lambda value: value,
    "mono": _number,
    "source": _one_of(("camera", "referee", "operator", "rule")),
    "confidence": _share,
    "evidence": _list,
    "note": _text,
    "t_video": _number,
}
_REQUIRED: Mapping[str, tuple[str, ...]] = {
    "match": ("profile",),
    "deal": (),
    "redeal": (),
    "lots": ("suit",),
    "bid": ("seat",),
    "bid_shown": ("of", "cards"),
    "kitty_taken": ("seat",),
    "buried": ("seat",),
    "kitty_flip": ("cards",),
    "trump": (),
    "play": ("seat", "cards"),
    "throw_failed": ("of",),
    "retracted": ("seat", "cards"),
    "kitty": ("cards",),
    "hand_shown": ("seat", "cards"),
    "tribute": ("from", "to", "card"),
    "return": ("from", "to", "card"),
    "no_tribute": (),
    "pass": ("seat",),
    "joined": (),
    "call": ("seat",),
    "turned": ("seat", "card"),
    "time": ("what",),
    "warning": ("side",),
    "confirm": ("side",),
    "ruling": ("of", "decision"),
    "correction": ("of", "set"),
    "insert": ("event",),
    "move": ("of", "before"),
    "undo": ("of",),
    "deal_end": (),
    "match_end": (),
    "draw_begun": (),
}
_FIELDS: Mapping[str, Mapping[str, Check]] = {
    "match": {
        "dipai": _whole,
        "profile": _text,
        "switches": _object,
        "players": _seat_map(_optional(_text)),
        "levels": _levels,
        "finish": _optional(_places),
    },
    "deal_end": {"finish": _optional(_places)},
    "deal": {"deal": _whole, "declarer": _declarer},
    "draw_begun": {"first": _seat},
    "lots": {"suit": _suit},
    "bid": {"seat": _seat, "cards": _some_cards, "count": _count, "hidden": _flag},
    "bid_shown": {"of": _whole, "cards": _some_cards},
    "kitty_taken": {"seat": _seat},
    "buried": {"seat": _seat, "count": _count},
    "kitty_flip": {"cards": _some_cards},
    "trump": {"suit": _suit, "level": _level, "declarer": _declarer},
    "play": {
        "seat": _seat,
        "cards": _some_cards,
        "as": _optional(_object),
        "cleared": _optional(_flag),
    },
    "throw_failed": {"of": _whole, "stands": _cards, "beaten_by": _optional(_beaten_by)},
    "retracted": {"of": _optional(_whole), "seat": _seat, "cards": _some_cards},
    "kitty": {"cards": _cards},
    "hand_shown": {"seat": _seat, "cards": _cards},
    "tribute": {"from": _seat, "to": _seat, "card": _card},
    "return": {"from": _seat, "to": _seat, "card": _card},
    "no_tribute": {"seats": _seats, "shown": _cards},
    "pass": {"seat": _seat},
    "joined": {
        "trick": _whole,
        "leader": _seat,
        "defender_points": _interval,
        "hand_sizes": _seat_map(_count),
    },
    "call": {"seat": _seat},
    "turned": {"seat": _seat, "card": _card},
    "time": {"seat": _seat},
    "warning": {"side": _side},
    "confirm": {"side": _side},
    "ruling": {
        "of": _of,
        "decision": _one_of(("upheld", "dismissed", "changed")),
        "penalty": _optional(_object),
    },
    "correction": {"of": _whole, "set": _object},
    "insert": {"before": _optional(_whole), "event": _object},
    "move": {"of": _whole, "before": _whole},
    "undo": {"of": _whole},
}


def check_event(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return an event's fields in canonical form, order kept; unknown fields and types pass.

    Raises:
        FieldError: a known field is missing or holds what it may not; ``inner`` names the field.
    """
    kind = raw.get("type")
    if not isinstance(kind, str) or not kind:
        raise FieldError("every event needs a type, such as 'play'", "type")
    for name in _REQUIRED.get(kind, ()):
        if name not in raw:
            raise FieldError(f"a '{kind}' event needs this field", name)
    checks = _FIELDS.get(kind, {})
    result = {}
    for name, value in raw.items():
        check = checks.get(name) or COMMON.get(name)
        try:
            result[name] = check(value) if check else value
        except FieldError as error:
            raise FieldError(str(error), name, *error.inner) from error
    if kind == "insert":
        result["event"] = _inner(result["event"])
    elif kind == "bid" and "cards" not in raw and "count" not in raw:
        raise FieldError("a bid needs its cards, or a count when it lies face down", "cards")
    return result


def _inner(event: dict[str, Any]) -> dict[str, Any]:
    try:
        return check_event(event)
    except FieldError as error:
        raise FieldError(str(error), "event", *error.inner) from error


def check_set(kind: str, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return a correction's changes in canonical form for the type of event that they change.

    Raises:
        FieldError: a changed field would hold what it may not.
    """
    checks = _FIELDS.get(kind, {})
    result = {}
    for name, value in changes.items():
        check = checks.get(name) or COMMON.get(name)
        try:
            result[name] = check(value) if check else value
        except FieldError as error:
            raise FieldError(str(error), "set", name, *error.inner) from error
    return result
