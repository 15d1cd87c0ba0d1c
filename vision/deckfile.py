"""The file of an enrolled deck: pictures of its card corners, with a checksum (JSON)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from scorer.cards import CARDS
from vision.errors import VisionError
from vision.frame import Image
from vision.pictures import decode

VERSION = 1
CROP = (60, 80)
"""Width and height of a picture of a corner, px: a quarter larger than a patch."""
NO_INDEX = "none"
"""Name of pictures of this deck that look like an index and are none."""
QUALITY = 92
MAX_BYTES = 8_000_000


@dataclass(frozen=True)
class Deck:
    """One design: for each card, pictures of its corners, BGR uint8 [80, 60, 3]."""

    name: str
    crops: Mapping[str, tuple[Image, ...]] = field(default_factory=dict)

    @property
    def missing(self) -> tuple[str, ...]:
        """Return the cards without any picture."""
        return tuple(card for card in CARDS if card not in self.crops)


def dump(deck: Deck) -> str:
    """Return the text of a deck file that `parse` reads back."""
    crops = {name: [_packed(crop) for crop in deck.crops[name]] for name in sorted(deck.crops)}
    content = {"dipai_deck": VERSION, "name": deck.name, "crops": crops}
    return json.dumps({**content, "sha256": _digest(content)}, ensure_ascii=False) + "\n"


def load(path: Path) -> Deck:
    """Return the deck of a file.

    Raises:
        VisionError: the file is missing, no deck file, of another version or damaged.
    """
    try:
        if path.stat().st_size > MAX_BYTES:
            raise VisionError(
                f"{path}: too large for a deck file; give one that 'dipai enrol' wrote"
            )
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise VisionError(f"{path}: cannot read the deck file ({error})") from error
    return parse(text, str(path))


def parse(text: str, filename: str = "deck.json") -> Deck:
    """Return the deck of a file's text; errors as for `load`."""
    try:
        content: Any = json.loads(text)
    except ValueError as error:
        raise VisionError(f"{filename}: not a deck file; 'dipai enrol' writes one") from error
    if not isinstance(content, dict) or "dipai_deck" not in content:
        raise VisionError(f"{filename}: not a deck file; 'dipai enrol' writes one")
    if content["dipai_deck"] != VERSION:
        raise VisionError(
            f"{filename}: deck file of version {content['dipai_deck']}, this program reads "
            f"version {VERSION}; enrol the deck again"
        )
    digest = content.pop("sha256", None)
    if digest != _digest(content):
        raise VisionError(f"{filename}: damaged (its checksum differs); enrol the deck again")
    crops = content.get("crops")
    if not isinstance(crops, dict) or not any(name in CARDS for name in crops):
        raise VisionError(f"{filename}: holds no card; enrol the deck again")
    return Deck(
        str(content.get("name", "")),
        {
            str(name): tuple(_unpacked(entry, filename, str(name)) for entry in entries)
            for name, entries in crops.items()
        },
    )


def _digest(content: Mapping[str, Any]) -> str:
    canonical = json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def _packed(crop: Image) -> str:
    ok, data = cv2.imencode(".jpg", crop, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    if not ok:
        raise VisionError("a picture of a card corner cannot be stored")
    return base64.b64encode(data.tobytes()).decode("ascii")


def _unpacked(entry: object, filename: str, name: str) -> Image:
    picture = None
    if name in (*CARDS, NO_INDEX) and isinstance(entry, str):
        try:
            picture = decode(base64.b64decode(entry, validate=True))
        except binascii.Error:
            picture = None
    if picture is None or picture.shape != (CROP[1], CROP[0], 3):
        raise VisionError(f"{filename}: the picture of {name} cannot be used; enrol the deck again")
    return np.ascontiguousarray(picture)
