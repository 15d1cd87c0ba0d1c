"""The true history and the true poses of a simulated deal, kept apart from its pictures."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hardware.simtable.deals import Deal
from hardware.simtable.director import Timed
from hardware.simtable.sim import SimTable

Event = dict[str, Any]


def history(deal: Deal, timed: Sequence[Timed], profile: str, name: str) -> list[Event]:
    """Return a deal as hand-history events; ``t_video`` is when each was complete, in s."""
    level = deal.level
    events: list[Event] = [
        {
            "type": "match",
            "dipai": 1,
            "id": name,
            "table": "simulated",
            "profile": profile,
            "players": {"N": "North", "W": "West", "S": "South", "E": "East"},
            "levels": {"NS": level, "EW": level},
            **({"finish": list(deal.finish)} if deal.finish else {}),
        },
        {"type": "deal", "deal": 1, "declarer": deal.named},
    ]
    for step in timed:
        event = _event(step, len(events))
        if event is not None:
            events.append(event | {"t_video": step.t})
    return events


def _event(timed: Timed, last_seq: int) -> Event | None:
    step = timed.step
    if step.kind in ("bid", "play", "hand_shown"):
        return {"type": step.kind, "seat": step.seat, "cards": list(step.cards)}
    if step.kind in ("tribute", "return"):
        return {"type": step.kind, "from": step.seat, "to": step.to, "card": step.cards[0]}
    if step.kind == "no_tribute":
        return {"type": "no_tribute", "shown": list(step.cards)}
    if step.kind == "kitty":
        return {"type": "kitty", "cards": list(step.cards)}
    if step.kind == "draw_begun":
        return {"type": "draw_begun", "first": step.seat}
    if step.kind == "kitty_taken":
        return {"type": "kitty_taken", "seat": step.seat}
    if step.kind == "buried":
        return {"type": "buried", "seat": step.seat, "count": len(step.cards)}
    if step.kind == "throw_failed" and step.beaten_by is not None:
        seat, cards = step.beaten_by
        return {
            "type": "throw_failed",
            "of": last_seq,
            "stands": list(step.stands),
            "beaten_by": {"seat": seat, "cards": list(cards)},
        }
    if step.kind == "deal_end":
        return {"type": "deal_end"}
    return None


def _lines(rows: list[Event]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def write_truth(table: SimTable, profile: str, folder: Path, every: int = 1) -> None:
    """Write ``history.jsonl``, ``poses.jsonl`` and ``about.json`` into a folder of their own.

    Poses are written for each ``every``-th frame.
    """
    folder.mkdir(parents=True, exist_ok=True)
    events = history(table.deal, table.timed, profile, f"simulated-{table.spec.seed}")
    (folder / "history.jsonl").write_text(_lines(events), encoding="utf-8")
    plants = [
        {"offence": p.offence, "seat": p.seat, "trick": p.trick, "cards": list(p.cards)}
        for p in table.deal.plants
    ]
    about = {
        "seed": table.spec.seed,
        "declarer": table.deal.declarer,
        "trump": {"suit": table.deal.trump.suit, "level": table.deal.level},
        "defender_points": table.deal.defender_points,
        "plants": plants,
        "trouble": list(table.spec.trouble),
    }
    text = json.dumps(about, ensure_ascii=False, indent=1) + "\n"
    (folder / "about.json").write_text(text, encoding="utf-8")
    with (folder / "poses.jsonl").open("w", encoding="utf-8") as out:
        for index in range(0, table.frame_count, every):
            out.write(json.dumps(_pose_row(table, index)) + "\n")


def _pose_row(table: SimTable, index: int) -> Event:
    t = table.time_of(index)
    cards = [
        {
            "card": pose.card if pose.face_up else "back",
            "mm": [round(pose.x, 1), round(pose.y, 1)],
            "angle": round(pose.angle, 1),
            "moving": pose.moving,
        }
        for pose in table.poses(t)
    ]
    return {"frame": index, "t": round(t, 3), "cards": cards}
