"""What officials may ask for: bodies of the writing requests, checked before anything happens."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from scorer.cards import CardError, parse_card


def _card(text: str) -> str:
    try:
        return parse_card(text)
    except CardError as error:
        raise ValueError(str(error)) from error


Card = Annotated[str, Field(max_length=4), AfterValidator(_card)]
Seat = Literal["N", "W", "S", "E"]
Side = Literal["NS", "EW"]
Text = Annotated[str, Field(max_length=400)]


class Body(BaseModel):
    """A body with known fields only."""

    model_config = ConfigDict(extra="forbid")


class Penalty(Body):
    """What a side loses; ``levels_own`` and ``levels_other`` are added to the sides' levels.

    ``effect`` is what Guandan knows instead: a level for the other side, or the match.
    """

    points: int | None = Field(None, ge=0, le=400)
    levels_own: int | None = Field(None, ge=-13, le=0)
    levels_other: int | None = Field(None, ge=0, le=13)
    result: Literal["none", "warning", "deal_lost", "match_lost"] | None = None
    effect: Literal["warning", "level_to_opponents", "match_lost", "disqualified"] | None = None
    side: Side | None = None

    def fields(self) -> dict[str, Any]:
        """Return the fields that were given."""
        return self.model_dump(exclude_none=True)


class RulingBody(Body):
    """A decision on a finding, or a penalty by hand for what no camera sees (``of`` absent).

    ``seen`` is the ruling (its ``seq``) that the referee saw on this finding, null for none: a
    decision taken meanwhile on another device is not overwritten.
    """

    of: str | None = Field(None, max_length=80)
    decision: Literal["upheld", "dismissed", "changed"]
    penalty: Penalty | None = None
    offence: str | None = Field(None, max_length=60)
    reason: Text = ""
    by: Annotated[str, Field(max_length=60)] = ""
    seen: int | None = None

    @model_validator(mode="after")
    def by_hand_is_whole(self) -> RulingBody:
        """Check that a penalty by hand says whom it hits and how."""
        if self.of is None and (self.penalty is None or self.penalty.side is None):
            raise ValueError("a penalty by hand needs a side and what it loses")
        if self.decision == "changed" and self.penalty is None:
            raise ValueError("a changed decision needs its penalty")
        return self


class CorrectionBody(Body):
    """New cards or another seat for a play; ``seq`` is the newest event that the referee saw."""

    of: int = Field(ge=1)
    cards: list[Card] | None = Field(None, min_length=1, max_length=40)
    seat: Seat | None = None
    reason: Text = ""
    seq: int | None = None

    @model_validator(mode="after")
    def changes_something(self) -> CorrectionBody:
        """Check that the correction says anything."""
        if self.cards is None and self.seat is None:
            raise ValueError("a correction needs cards or a seat")
        return self


class PlayBody(Body):
    """A play that the camera missed; without ``before`` it is the newest one."""

    seat: Seat
    cards: list[Card] = Field(min_length=1, max_length=40)
    before: int | None = Field(None, ge=1)
    reason: Text = ""


class CallBody(Body):
    """A player calls the referee, silently; ``about`` is the play that is wrong, ``cards`` what it
    was."""

    seat: Seat
    about: int | None = Field(None, ge=1)
    cards: list[Card] | None = Field(None, min_length=1, max_length=40)


class ConfirmBody(Body):
    """A side agrees with the score of the deal that has ended."""

    side: Side


class TakeOverBody(Body):
    """Whether the record is kept by hand; the camera is not listened to meanwhile."""

    on: bool


class UndoBody(Body):
    """Takes back one event, corrections and rulings included."""

    of: int = Field(ge=1)
    reason: Text = ""


class WarningBody(Body):
    """A warning given by hand."""

    side: Side
    offence: str = Field(min_length=1, max_length=60)
    reason: Text = ""


Corner = tuple[float, float]
Length = Annotated[float, Field(ge=300, le=5000)]
Name = Annotated[str, Field(max_length=80)]
Level = Annotated[str, Field(pattern="^[23456789TJQKA]$")]
CameraText = Annotated[
    str, Field(min_length=1, max_length=300, pattern=r"^[a-z0-9]+:[^\x00-\x1f]*$")
]


class LookBody(Body):
    """A look through a camera: with the table's corners (px) where known, reading where wished."""

    camera: CameraText
    corners: list[Corner] | None = Field(None, min_length=4, max_length=4)
    size_mm: tuple[Length, Length]
    read: bool = False


class SetupBody(Body):
    """The settings of a station as the setup page sends them."""

    camera: CameraText
    corners: list[Corner] = Field(min_length=4, max_length=4)
    size_mm: tuple[Length, Length]
    language: Literal["zh", "en"]
    profile: Name
    name: Name = ""
    event: Name = ""
    players: dict[Seat, Name] = Field(default_factory=dict)
    levels: dict[Side, Level] = Field(default_factory=dict)
    phones: bool = False
    keep_days: int = Field(30, ge=1, le=3650)
    webhook: str = Field("", max_length=300, pattern=r"^(https?://[^\x00-\x20]+)?$")


class ForgetBody(Body):
    """Names the match whose pictures are deleted."""

    match: int = Field(ge=1)
