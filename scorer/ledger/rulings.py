"""The referee's decisions on findings, and the points that they move."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorer.cards import SEATS, SIDES, Seat, Side, side_of
from scorer.history import Event
from scorer.judge.penalties import proposal_json
from scorer.ledger.deal_log import DealLog
from scorer.ledger.types import Finding, Ruling
from scorer.offences import OFFENCES, sanction_code
from scorer.profile import Profile
from scorer.shengji.penalty import By, propose

_ID = re.compile(r"^\d+\.(?P<offence>\w+)\.(?P<seat>[NWSE-])\.\d+$")


def rulings_of(log: DealLog, findings: Sequence[Finding]) -> tuple[Ruling, ...]:
    """Return the last ruling on each finding or event; one whose proof is gone is flagged."""
    by_id = {finding.id: finding for finding in findings}
    last: dict[str, Ruling] = {}
    for event in log.all("ruling"):
        about = str(event.fields["of"])
        last.pop(about, None)
        last[about] = _ruling(event, about, by_id.get(about))
    return tuple(last.values())


def with_proposals(rulings: Iterable[Ruling], findings: Iterable[Finding]) -> tuple[Ruling, ...]:
    """Return the rulings; one that upholds without a penalty takes the proposed one."""
    by_id = {finding.id: finding for finding in findings}
    result = []
    for ruling in rulings:
        finding = by_id.get(ruling.of, ruling.finding)
        penalty = ruling.penalty
        if penalty is None and ruling.decision == "upheld" and finding is not None:
            penalty = finding.penalty
        result.append(replace(ruling, finding=finding, penalty=penalty))
    return tuple(result)


def with_referee_input(
    rulings: Iterable[Ruling],
    profile: Profile,
    declarer: Seat | None,
    strikes: Mapping[tuple[Side, str], int],
) -> tuple[Ruling, ...]:
    """Return the rulings; an offence that only the referee can see takes the profile's penalty.

    It does where the referee upholds it and names a side but no penalty.
    """
    counted = Counter(strikes)
    result = []
    for ruling in rulings:
        side, code = offender(ruling), _seen_by_referee(profile, ruling)
        named = {"side", "seat"} >= set(ruling.penalty or {})
        if code is not None and side is not None and declarer is not None and named:
            by: By = "dealer" if side == side_of(declarer) else "defender"
            counted[side, code] += 1
            proposal = propose(profile, code, by, counted[side, code])
            ruling = replace(ruling, penalty={**proposal_json(code, proposal), "side": side})
        result.append(ruling)
    return tuple(result)


def _seen_by_referee(profile: Profile, ruling: Ruling) -> Any:
    """Return the penalty code of an upheld offence that has no finding, if the profile has one."""
    if ruling.finding is not None or ruling.decision != "upheld" or ruling.offence is None:
        return None
    return sanction_code(profile, ruling.offence)


def _ruling(event: Event, about: str, finding: Finding | None) -> Ruling:
    decision = str(event.fields["decision"])
    match = _ID.match(about)
    offence = event.get("offence") or (None if match is None else match["offence"])
    known = OFFENCES.get(str(offence))
    seen = match is not None and (known is None or known.detection != "referee")
    penalty = event.get("penalty")
    if penalty is None and (event.get("seat") or event.get("side")):
        penalty = {name: event.get(name) for name in ("seat", "side") if event.get(name)}
    return Ruling(
        event.seq,
        about,
        decision,
        penalty,
        event.get("by"),
        event.get("reason"),
        finding,
        finding is None and seen and decision != "dismissed",
        offence if finding is None and not seen else None,
    )


def decided(rulings: Iterable[Ruling]) -> Iterator[Ruling]:
    """Yield the rulings that impose something."""
    return (ruling for ruling in rulings if ruling.decision in ("upheld", "changed"))


def offender(ruling: Ruling) -> Side | None:
    """Return the side that a ruling is against, or None where nothing says it."""
    penalty: Any = ruling.penalty or {}
    side = next((side for side in SIDES if side == penalty.get("side")), None)
    if side is not None:
        return side
    seat: Seat | None = next((s for s in SEATS if s == penalty.get("seat")), None)
    if seat is None and ruling.finding is not None:
        seat = ruling.finding.seat
    match = _ID.match(ruling.of)
    if seat is None and match is not None:
        seat = next((s for s in SEATS if s == match["seat"]), None)
    return None if seat is None else side_of(seat)


def fines(rulings: Iterable[Ruling], declarer: Seat) -> int:
    """Return the points that fines add to the defenders (conflicts F1): theirs are subtracted."""
    total = 0
    for ruling in decided(rulings):
        side, penalty = offender(ruling), ruling.penalty or {}
        points = penalty.get("points")
        if side is None or not isinstance(points, int) or penalty.get("unit") == "match_points":
            continue
        total += points if side == side_of(declarer) else -points
    return total
