"""Trained weights to `models/`: networks, thresholds from held-out scenes, cards."""

from __future__ import annotations

import pathlib
import shutil

import onnx

from models.training import calibrate, card, export, loop
from models.training.bridge import HEAT, INPUT_WIDTH
from models.training.nets import Classifier, Locator

SEED = 900_000_000


def ship(work: pathlib.Path, out: pathlib.Path, scenes: int, seed: int) -> dict[str, float]:
    """Export both networks with their cards; the figures measured on held-out scenes."""
    locator = export.averaged(Locator(), work / "locator")
    classifier = export.averaged(Classifier(), work / "classifier")
    data = calibrate.collect(locator, classifier, scenes, SEED)
    heat = calibrate.temperatures(data)
    limits = calibrate.thresholds(data, heat)
    check = calibrate.collect(locator, classifier, scenes, SEED + scenes)
    figures = calibrate.summary(check, heat, limits)
    digests = {
        "locator": export.write_locator(locator, out / "locator.onnx"),
        "classifier": export.write_classifier(classifier, out / "classifier.onnx"),
    }
    held = {f"synthetic_{k}": v for k, v in figures.items()}
    for name, net in (("locator", locator), ("classifier", classifier)):
        path = out / f"{name}.onnx"
        onnx.checker.check_model(onnx.load(path))
        tables: dict[str, dict[str, object]] = {
            "": {
                "name": name,
                "sha256": digests[name],
                "opset": export.OPSET,
                "parameters": sum(p.numel() for p in net.parameters()),
                "bytes": path.stat().st_size,
                "licence": "Apache-2.0",
            },
            "training": {
                "seed": seed,
                "steps": loop.steps_done(work / name),
                "command": f"python -m models.training.train {name} --photos FOLDER",
            },
        }
        if name == "locator":
            tables["input"] = {"card_width_px": INPUT_WIDTH, "multiple_of": 16}
            tables["threshold"] = {"heat": HEAT}
        else:
            tables["input"] = {"height_px": 64, "width_px": 48, "card_widths": [0.34, 0.453333]}
            tables["temperature"] = dict(heat)
            tables["threshold"] = dict(limits)
        tables["metrics"] = dict(held)
        curve = work / name / "loss.png"
        if curve.exists():
            shutil.copy(curve, out / f"{name}-loss.png")
        card.write(out / f"{name}.toml", tables)
    return figures
