"""The referee's desk: decisions and corrections become events, one at a time."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Mapping
from typing import Any

from scorer.history import Event, make
from webui import extras
from webui.errors import Refused
from webui.live import Live
from webui.requests import (
    CallBody,
    ConfirmBody,
    CorrectionBody,
    PlayBody,
    RulingBody,
    UndoBody,
    WarningBody,
)
from webui.store import Store

_CORRECTABLE = frozenset(
    {"play", "bid", "bid_shown", "kitty", "kitty_flip", "hand_shown", "retracted", "insert"}
)


class Conflict(Refused):
    """Another device decided first; ``current`` is what it decided."""

    def __init__(self, current: Mapping[str, Any] | None) -> None:
        super().__init__(409, "decided_meanwhile", "Another device has decided this meanwhile.")
        self.current = current


class Desk:
    """Writes what officials decide; two devices never overwrite each other unseen."""

    def __init__(self, store: Store, live: Live) -> None:
        self._store, self._live = store, live
        self._lock = threading.Lock()

    def rule(self, body: RulingBody, role: str) -> Event:
        """Store a ruling and return it.

        Raises:
            Refused: 404 for an unknown finding, 409 when another device decided meanwhile.
        """
        with self._lock:
            of = body.of or f"hand.{uuid.uuid4().hex[:12]}"
            if body.of is not None:
                finding = self._finding(body.of)
                current = finding.get("ruling")
                if (current or {}).get("seq") != body.seen:
                    raise Conflict(current)
            fields: dict[str, Any] = {"of": of, "decision": body.decision}
            if body.penalty is not None:
                fields["penalty"] = body.penalty.fields()
            if body.of is None and body.offence:
                fields["offence"] = body.offence
            return self._append("ruling", {**fields, "by": body.by or role}, body.reason)

    def correct(self, body: CorrectionBody) -> Event:
        """Store a correction of cards or seat and return it.

        Raises:
            Refused: 404 for an unknown event, 409 when it was corrected meanwhile.
        """
        with self._lock:
            target = self._event(body.of)
            if target.type not in _CORRECTABLE:
                raise Refused(400, "not_correctable", "This event holds no cards.", "of")
            for event in self._store.current()[1]:
                if event.get("of") == body.of and body.seq is not None and event.seq > body.seq:
                    raise Conflict(dict(event.fields))
            change = {"cards": body.cards, "seat": body.seat}
            given = {name: value for name, value in change.items() if value is not None}
            return self._append("correction", {"of": body.of, "set": given}, body.reason)

    def play(self, body: PlayBody) -> Event:
        """Store a play by hand, where it belongs in the order, and return it.

        Raises:
            Refused: 404 when no deal is being played or the place is unknown.
        """
        play = {"seat": body.seat, "cards": body.cards}
        with self._lock:
            if not any(event.type == "deal" for event in self._store.current()[1]):
                raise Refused(404, "no_match", "No match is being played.")
            if body.before is None:
                return self._append("play", play, body.reason)
            self._event(body.before)
            inner = {"type": "play", **play}
            return self._append("insert", {"before": body.before, "event": inner}, body.reason)

    def undo(self, body: UndoBody) -> Event:
        """Take an event back and return the undo.

        Raises:
            Refused: 404 for an unknown event.
        """
        with self._lock:
            if self._event(body.of).type in ("match", "deal"):
                raise Refused(400, "not_undoable", "The start of a match or deal stays.", "of")
            return self._append("undo", {"of": body.of}, body.reason)

    def warn(self, body: WarningBody) -> Event:
        """Store a warning by hand and return it."""
        with self._lock:
            if not self._store.current()[1]:
                raise Refused(404, "no_match", "No match is being played.")
            return self._append(
                "warning", {"side": body.side, "offence": body.offence}, body.reason
            )

    def call(self, body: CallBody) -> Event:
        """Store a player's call and return it; one that is open already is returned instead.

        Raises:
            Refused: 404 for an unknown play.
        """
        with self._lock:
            if not self._store.current()[1]:
                raise Refused(404, "no_match", "No match is being played.")
            if body.about is not None and self._event(body.about).type != "play":
                raise Refused(400, "not_correctable", "This event holds no cards.", "about")
            for one in extras.calls(self._store.current()[1]):
                if (one["seat"], one["about"]) == (body.seat, body.about):
                    return self._event(one["seq"])
            given = body.model_dump(exclude_none=True)
            (event,) = self._store.append([make(0, "call", source="operator", **given)])
            return event

    def confirm(self, body: ConfirmBody) -> Event:
        """Store that a side agrees with the deal's score; a second time changes nothing.

        Raises:
            Refused: 409 while the deal is being played.
        """
        with self._lock:
            if self._live.snapshot(public=False).table.get("result") is None:
                raise Refused(409, "not_over", "This deal is not over yet.")
            for event in extras.of_this_deal(self._store.current()[1]):
                if event.type == "confirm" and event.get("side") == body.side:
                    return event
            event = make(0, "confirm", source="operator", side=body.side)
            (stored,) = self._store.append([event])
            return stored

    def _append(self, kind: str, fields: Mapping[str, Any], reason: str) -> Event:
        note = {"reason": reason} if reason else {}
        (event,) = self._store.append([make(0, kind, source="referee", **fields, **note)])
        return event

    def _finding(self, wanted: str) -> Mapping[str, Any]:
        referee = self._live.snapshot(public=False).projection.referee
        for finding in referee.get("findings", ()):
            if finding["id"] == wanted:
                found: Mapping[str, Any] = finding
                return found
        raise Refused(404, "unknown_finding", "There is no such alert.", "of")

    def _event(self, wanted: int) -> Event:
        for event in self._store.current()[1]:
            if event.seq == wanted:
                return event
        raise Refused(404, "unknown_event", "There is no such event in this match.", "of")
