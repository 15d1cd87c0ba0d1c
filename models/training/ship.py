"""Trained weights to `models/`: networks, their 8-bit copies, calibration from held-out scenes."""

from __future__ import annotations

import dataclasses
import pathlib
import shutil

import onnx
from torch import nn

from models.training import calibrate, card, export, loop, measure, quantise
from models.training.bridge import HEAT, INPUT_WIDTH
from models.training.nets import Classifier, Locator
from vision.certainty import Line
from vision.detector import CardDetector

SEED = 900_000_000
CHECK = 950_000_000
"""Scenes that the figures of the cards come from; `SEED` is calibrated on."""
ACCEPT = 0.5


@dataclasses.dataclass
class _Shelf:
    """The folder that is shipped to, and what its cards say."""

    out: pathlib.Path
    work: pathlib.Path
    seed: int
    nets: dict[str, nn.Module]
    learnt: dict[str, dict[str, object]] = dataclasses.field(default_factory=dict)
    metrics: dict[str, object] = dataclasses.field(default_factory=dict)

    def write_networks(self) -> None:
        self.out.mkdir(parents=True, exist_ok=True)
        export.write_locator(self.nets["locator"], self.out / "locator.onnx")
        export.write_classifier(self.nets["classifier"], self.out / "classifier.onnx")
        for name in self.nets:
            plain = self.out / f"{name}.onnx"
            onnx.checker.check_model(onnx.load(plain))
            quantise.write(plain, self.out / f"{name}-int8.onnx", name)
            curve = self.work / name / "loss.png"
            if curve.exists():
                shutil.copy(curve, self.out / f"{name}-loss.png")

    def write_cards(self) -> None:
        for name, net in self.nets.items():
            for file in (name, f"{name}-int8"):
                card.write(self.out / f"{file}.toml", self._tables(name, file, net))

    def _tables(self, name: str, file: str, net: nn.Module) -> dict[str, dict[str, object]]:
        path = self.out / f"{file}.onnx"
        tables: dict[str, dict[str, object]] = {
            "": {
                "name": file,
                "sha256": export.sha256(path),
                "opset": export.OPSET,
                "parameters": sum(p.numel() for p in net.parameters()),
                "bytes": path.stat().st_size,
                "licence": "Apache-2.0",
            },
            "training": {
                "seed": self.seed,
                "steps": loop.steps_done(self.work / name),
                "command": f"python -m models.training.train {name} --photos FOLDER",
            },
        }
        if name == "locator":
            tables["input"] = {"card_width_px": INPUT_WIDTH, "multiple_of": 16}
            tables["threshold"] = {"heat": HEAT}
        else:
            tables["input"] = {"height_px": 64, "width_px": 48, "card_widths": [0.34, 0.453333]}
            tables |= {part: dict(values) for part, values in self.learnt.items()}
        tables["metrics"] = dict(self.metrics)
        return tables


def ship(work: pathlib.Path, out: pathlib.Path, scenes: int, seed: int) -> dict[str, float]:
    """Export both networks with their cards; the figures measured on held-out scenes.

    `scenes` is the number of scenes for the temperatures; a quarter as many of every kind of scene
    calibrate the cards read, a twelfth as many are measured.
    """
    locator = export.averaged(Locator(), work / "locator")
    classifier = export.averaged(Classifier(), work / "classifier")
    shelf = _Shelf(out, work, seed, {"locator": locator, "classifier": classifier})
    shelf.write_networks()
    data = calibrate.collect(locator, classifier, scenes, SEED)
    shelf.learnt["temperature"] = dict(calibrate.temperatures(data))
    shelf.learnt["threshold"] = {"accept": ACCEPT, "photo": ACCEPT, "joker": ACCEPT}
    shelf.write_cards()
    cases = measure.scenes(CardDetector.open(out), max(2, scenes // 4), SEED)
    readings = measure.judged(cases)
    lines = calibrate.lines(readings, warm=True)
    honest = [dataclasses.replace(r, p=_line(lines, r.kind).apply(r.p, r.heat)) for r in readings]
    limits = calibrate.thresholds(honest, measure.wanted(cases))
    shelf.learnt["threshold"] = {"accept": ACCEPT, **limits}
    shelf.learnt["photo_certainty"] = dict(lines)
    shelf.learnt["certainty"] = dict(calibrate.lines(readings, warm=False))
    shelf.write_cards()
    figures = calibrate.summary(data)
    checked = measure.scenes(CardDetector.open(out), max(2, scenes // 12), CHECK)
    figures |= measure.rates(checked, limits)
    figures["calibration_error"] = measure.calibration(checked)
    shelf.metrics = {f"synthetic_{k}": v for k, v in figures.items()}
    shelf.write_cards()
    return figures


def _line(lines: dict[str, float], kind: str) -> Line:
    return Line(*(lines[f"{kind}_{part}"] for part in ("slope", "shift", "warmth")))
