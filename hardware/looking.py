"""Answers what a person asks the eyes to show: the newest picture, advice on it, cards read in it.

A request is a line ``{"v":1,"kind":"look","id":…}`` with ``drawn`` (zones and cards drawn, black
outside the zones), ``table`` (the text of a table file to try) and ``read`` (name the cards that
lie there now). The answer is a message of kind ``view`` with the same ``id``.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import cv2

from hardware.lines import Message
from vision import advice
from vision.draw import draw_table
from vision.errors import VisionError
from vision.frame import Frame, Image
from vision.tablefile import TableFile, parse
from vision.tracks import Track

WIDTH_PX = 1280
QUALITY = 75
Read = Callable[[Frame, TableFile], Sequence[tuple[str, float]]]
"""Names the cards of a frame on a table, each with its probability."""


def answer(
    request: Mapping[str, Any],
    frame: Frame | None,
    table: TableFile | None,
    tracks: Sequence[Track],
    read: Read,
) -> Message:
    """Return the ``view`` message for a request; ``problem`` says why a table cannot be tried."""
    message: Message = {"v": 1, "kind": "view", "id": request.get("id"), "problem": None}
    tried = table
    if isinstance(text := request.get("table"), str):
        try:
            tried = parse(text)
        except VisionError as error:
            tried = None
            message["problem"] = str(error).rpartition("corners_px: ")[2]
    if frame is None:
        return message | {"jpeg": None, "advice": [], "cards": []}
    seen = None if tried is None else tried.calibration
    mask = None if tried is None else advice.table_mask(frame.image, tried.calibration, tried.zones)
    if request.get("drawn"):
        picture = _drawn(frame.image, tried, tracks)
    elif tried is not None:
        picture = draw_table(frame.image, tried.calibration, tried.zones, ())
    else:
        picture = frame.image
    cards = read(frame, tried) if request.get("read") and tried is not None else ()
    return message | {
        "jpeg": None if picture is None else _jpeg(picture),
        "size": [frame.image.shape[1], frame.image.shape[0]],
        "advice": advice.advise(frame.image, seen, mask),
        "cards": [[card, round(p, 3)] for card, p in cards],
    }


def _drawn(image: Image, table: TableFile | None, tracks: Sequence[Track]) -> Image | None:
    """Return the masked picture; without a table nothing can be masked, so nothing is shown."""
    if table is None:
        return None
    return advice.shown(image, table.calibration, table.zones, tracks)


def _jpeg(image: Image) -> str:
    height, width = image.shape[:2]
    if width > WIDTH_PX:
        size = (WIDTH_PX, round(height * WIDTH_PX / width))
        image = cv2.resize(image, size, interpolation=cv2.INTER_AREA)  # type: ignore[assignment]
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return base64.b64encode(bytes(data)).decode("ascii")
