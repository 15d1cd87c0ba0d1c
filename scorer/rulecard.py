"""The rule card of a profile: every rule in Chinese and English with its clause, as plain data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from scorer import offences, words
from scorer.profile import Profile
from scorer.profile_parts import Penalty, ScoreRow, Series
from scorer.toml_schema import to_table
from scorer.words import Pair

_SERIES = ("tractor2", "tractor3", "tractor4", "throw")
_WHOLE = ("score.rows", "score.beyond", "score.below", "cross_shape", "bid.joker_by_suit")
"""Keys whose value is described as one, not key by key."""
_SKIPPED = (
    "slug", "title", "family", "document", "ladders", "ladder_source", "ladder_inserted",
    "penalties", "ambiguous", "switches",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Line:
    """One rule: what it is about, its value and the clause (``"house"``: no document says so)."""

    path: str
    zh: str
    en: str
    value_zh: str
    value_en: str
    clause: str


@dataclass(frozen=True, slots=True)
class Section:
    """The rules of one table of the file."""

    name: str
    zh: str
    en: str
    lines: tuple[Line, ...]


def sections(profile: Profile) -> tuple[Section, ...]:
    """Return the whole card, in the order of the file."""
    rules = {key: value for key, value in to_table(profile).items() if key not in _SKIPPED}
    general = {key: value for key, value in rules.items() if not isinstance(value, dict)}
    tables = [("general", general)]
    tables += [(key, {key: value}) for key, value in rules.items() if isinstance(value, dict)]
    found = [_section(profile, name, table) for name, table in tables]
    return (*found, _ladders(profile), _penalties(profile))


def _section(profile: Profile, name: str, table: Mapping[str, Any]) -> Section:
    lines = []
    for path, value in _leaves(table):
        label, text = words.label(path), _value(profile, path, value)
        lines.append(Line(path, *label, *text, profile.clause(path)))
    return Section(name, *words.section(name), tuple(lines))


def _leaves(table: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in table.items():
        where = f"{path}.{key}" if path else key
        whole = where in _WHOLE or (path == "kitty_bonus" and key in _SERIES)
        if isinstance(value, Mapping) and value and not whole:
            yield from _leaves(value, where)
        else:
            yield where, value


def _value(profile: Profile, path: str, value: Any) -> Pair:
    if path == "score.rows":
        texts = [_row(row) for row in profile.score.rows]
        return "；".join(zh for zh, _ in texts), "; ".join(en for _, en in texts)
    if path in ("score.beyond", "score.below") and isinstance(value, Mapping):
        start, step, levels = value["from"], value["step"], value["levels_at_from"]
        return (
            f"{start}分起升{levels}级，每{step}分再升一级",
            f"from {start} points {levels} levels, one more every {step}",
        )
    if path == "cross_shape":
        beats = [f"{item['winner']} > {item['loser']}" for item in value]
        return ("、".join(beats) or "无", ", ".join(beats) or "none")
    if path.startswith("kitty_bonus.") and path.rpartition(".")[2] in _SERIES:
        return _series(path, getattr(profile.kitty_bonus, path.rpartition(".")[2]))
    return words.shown(path, value)


def _row(row: ScoreRow) -> Pair:
    low = "…" if row.min is None else str(row.min)
    high = "…" if row.max is None else str(row.max)
    points = low if low == high else f"{low}~{high}"
    if row.wins_game:
        return f"{points} 庄家直接过局", f"{points} dealer side wins the game"
    if row.stage == "dealer":
        return f"{points} 庄家升{row.dealer_levels}级", f"{points} dealer side +{row.dealer_levels}"
    return (
        f"{points} 防家上台升{row.defender_levels}级",
        f"{points} defenders take the deal +{row.defender_levels}",
    )


def _series(path: str, series: Series) -> Pair:
    match series.type:
        case "power2":
            return f"2的(连数+{series.plus})次方倍", f"2^(links+{series.plus})"
        case "power2_pairs":
            return f"2的(对数+{series.plus})次方倍", f"2^(pairs+{series.plus})"
        case "linear":
            return (
                f"连数×{series.per_unit}+{series.base}倍",
                f"{series.per_unit} x links + {series.base}",
            )
        case "flat":
            return f"一律{series.value}倍", f"always {series.value}"
    return words.code(f"{path}.type", series.type)


def _ladders(profile: Profile) -> Section:
    lines = []
    for unit, ladder in profile.ladders.items():
        text = " > ".join("|".join(equal) for equal in ladder)
        path = f"ladders.{unit}"
        lines.append(Line(path, f"领出 {unit}", f"led {unit}", text, text, profile.clause(path)))
    return Section("ladders", *words.section("ladders"), tuple(lines))


def _penalties(profile: Profile) -> Section:
    lines = []
    for code, rule in profile.penalties.items():
        offence, path = offences.OFFENCES[code], f"penalties.{code}"
        text = _penalty(rule)
        lines.append(Line(path, offence.zh, offence.en, *text, profile.clause(path)))
    return Section("penalties", *words.section("penalties"), tuple(lines))


def _penalty(rule: Penalty) -> Pair:
    parts = [*_conditions(rule), *_points(rule), *_levels(rule), *_codes(rule)]
    return "，".join(zh for zh, _ in parts), ", ".join(en for _, en in parts)


def _conditions(rule: Penalty) -> Iterator[Pair]:
    if rule.threshold is not None and rule.over_only:
        yield f"超过{rule.threshold}", f"over {rule.threshold}"
    elif rule.threshold is not None:
        yield f"达到{rule.threshold}", f"from {rule.threshold}"
    if rule.first_occurrence is not None:
        zh, en = words.code("penalties.result", rule.first_occurrence)
        yield f"第一次{zh}，以后", f"first time {en}, then"


def _points(rule: Penalty) -> Iterator[Pair]:
    if rule.points:
        per_zh, per_en = words.code("penalties.per", rule.per)
        zh, en = words.code("penalties.unit", rule.unit)
        yield f"{per_zh}罚{rule.points}分（{zh}）", f"{rule.points} {en} {per_en}"


def _levels(rule: Penalty) -> Iterator[Pair]:
    if rule.levels_own:
        yield f"本方{rule.levels_own:+}级", f"own side {rule.levels_own:+} level"
    if rule.levels_other:
        yield f"对方{rule.levels_other:+}级", f"other side {rule.levels_other:+} level"
    if rule.levels_other_if_defender:
        gain = rule.levels_other_if_defender
        yield f"防家犯则庄家{gain:+}级", f"by defenders: dealer side {gain:+} level"
    if rule.stage_if_dealer is not None:
        zh, en = words.code("penalties.stage", rule.stage_if_dealer)
        yield f"庄家犯则{zh}", f"by the dealer side: {en}"


def _codes(rule: Penalty) -> Iterator[Pair]:
    if rule.stage != "normal":
        yield words.code("penalties.stage", rule.stage)
    if rule.both != "normal":
        zh, en = words.code("penalties.both", rule.both)
        yield f"双方都犯则{zh}", f"by both sides: {en}"
    if rule.result != "none":
        yield words.code("penalties.result", rule.result)
    if rule.repair != "none":
        yield words.code("penalties.repair", rule.repair)
    if rule.match_lost_at is not None:
        yield f"累计{rule.match_lost_at}次判负", f"match lost at number {rule.match_lost_at}"
    yield words.code("penalties.when", rule.when)


def offence_lines(profile: Profile) -> list[dict[str, str]]:
    """Return every offence with severity, detection, texts, clause and the sanction's code."""
    found = []
    for code, offence in offences.OFFENCES.items():
        found.append(
            {
                "code": code,
                "zh": offence.zh,
                "en": offence.en,
                "detection": offence.detection,
                "severity": offences.severity(profile, code),
                "punished_as": offences.sanction_code(profile, code) or "",
                "clause": offences.clause(profile, code),
            }
        )
    return found


def as_data(profile: Profile) -> dict[str, Any]:
    """Return the whole profile for a program: rules, sources, switches, offences."""
    table = to_table(profile)
    return {
        **table,
        "sha256": profile.sha256,
        "sources": dict(profile.sources),
        "house": list(profile.assumed),
        "switches": {name: asdict(switch) for name, switch in profile.switches.items()},
        "offences": offence_lines(profile),
    }
