"""What the profile proposes for each finding; the referee decides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorer.cards import Side, side_of
from scorer.judge import offences
from scorer.judge.case import Case
from scorer.judge.clock import seconds_between
from scorer.judge.throws import beaten_cards
from scorer.ledger.types import Finding
from scorer.offences import clause, sanction_code
from scorer.profile_parts import Offence
from scorer.shengji.penalty import By, Proposal, propose

Strikes = Mapping[tuple[Side, str], int]


def with_penalties(
    case: Case, findings: Sequence[Finding], dismissed: Collection[str], strikes: Strikes
) -> tuple[Finding, ...]:
    """Return the findings with clause and proposed penalty.

    ``strikes`` counts upheld findings of earlier deals by side and penalty code; a dismissed
    finding is not counted.
    """
    counted = Counter(strikes)
    result = []
    for finding in findings:
        code = _code(case, finding, findings)
        text = clause(case.profile, finding.offence)
        declarer = case.opening.declarer
        if code is None or finding.seat is None or declarer is None or _only_notice(finding):
            result.append(replace(finding, clause=_text(text)))
            continue
        side = side_of(finding.seat)
        by: By = "dealer" if side == side_of(declarer) else "defender"
        proposal = _proposal(case, finding, code, by, counted[side, code] + 1)
        if finding.id not in dismissed:
            counted[side, code] += 1
        shown = None
        if proposal.has_sanction or proposal.repair != "none":
            shown = proposal_json(code, proposal)
        text = proposal.clause if proposal.clause != "house" else text
        result.append(replace(finding, clause=_text(text), penalty=shown))
    return tuple(result)


def _only_notice(finding: Finding) -> bool:
    """Return whether nothing is proposed: only a time overrun is a notice with a sanction."""
    return finding.certainty == "notice" and finding.offence != offences.DELAY


def _text(clause_text: str) -> str:
    return "" if clause_text == "house" else clause_text


def _code(case: Case, finding: Finding, findings: Sequence[Finding]) -> Offence | None:
    """Return the penalty code; a hidden card is punished otherwise once its trick has passed."""
    known = case.profile.penalties
    if finding.offence in (offences.REVOKE, offences.WITHHELD):
        if "hidden_card_again" in known and _again(finding, findings):
            return "hidden_card_again"
        if "hidden_card" in known and _passed(case, finding):
            return "hidden_card"
    if finding.offence == offences.BURY_COUNT:
        return _bury_code(case, finding)
    return sanction_code(case.profile, finding.offence)


def _passed(case: Case, finding: Finding) -> bool:
    """Return whether a card of the next trick lay when the fault became known."""
    trick = next((t for t in case.course.tricks if t.n == finding.trick), None)
    if trick is None:
        return False
    return case.places[finding.at] > max(case.places[play.seq] for play in trick.plays)


def _again(finding: Finding, findings: Sequence[Finding]) -> bool:
    """Return whether the same cards were held back in an earlier trick already."""
    return any(
        other.seat == finding.seat
        and other.offence in (offences.REVOKE, offences.WITHHELD)
        and (other.trick or 0) < (finding.trick or 0)
        and set(other.cards) & set(finding.cards)
        for other in findings
    )


def _bury_code(case: Case, finding: Finding) -> Offence | None:
    known = case.profile.penalties
    if "bury_error" in known:
        return "bury_error"
    count = _buried(case, finding)
    code: Offence = "buried_too_many" if count > case.profile.kitty else "buried_too_few"
    return code if code in known else None


def _buried(case: Case, finding: Finding) -> int:
    event = case.event(case.places[finding.evidence[0]])
    return int(event.get("count") or len(event.cards))


def _proposal(case: Case, finding: Finding, code: Offence, by: By, occurrence: int) -> Proposal:
    cards: int | None = max(1, finding.owed or len(finding.cards))
    thrown = beaten = amount = None
    if finding.offence == offences.FAILED_THROW:
        trick = next(t for t in case.course.tricks if t.n == finding.trick)
        thrown = len(finding.cards)
        beaten = beaten_cards(case, trick.plays[0], trick)
        cards = thrown
    elif finding.offence == offences.BURY_COUNT:
        amount = _buried(case, finding)
    elif finding.offence == offences.DELAY:
        begin, end = (case.event(case.places[seq]) for seq in reversed(finding.evidence))
        amount = int(seconds_between(begin, end) or 0)
    elif finding.offence == offences.MISCOUNT and finding.seat is not None:
        cards = abs(case.left[finding.seat] or 1)
    return propose(
        case.profile,
        code,
        by,
        occurrence,
        cards=cards,
        thrown=thrown,
        beaten=beaten,
        amount=amount,
    )


def proposal_json(code: str, proposal: Proposal) -> dict[str, Any]:
    """Return a proposed penalty as findings and rulings carry it."""
    return {
        "code": code,
        "by": proposal.by,
        "points": proposal.points,
        "dealer_levels": proposal.dealer_levels,
        "defender_levels": proposal.defender_levels,
        "stage": proposal.stage,
        "result": proposal.result,
        "repair": proposal.repair,
        "when": proposal.when,
        "unit": proposal.unit,
    }
