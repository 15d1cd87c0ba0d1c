"""Networks on disk: an `.onnx` file beside its card, a `.toml` that says what it is."""

from __future__ import annotations

import hashlib
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from vision.errors import VisionError

MODEL_FOLDER = Path(__file__).resolve().parent.parent / "models"
"""Where the networks that come with the program lie."""


class Network:
    """One network, run by onnxruntime on the CPU."""

    def __init__(self, path: Path, threads: int = 1) -> None:
        """Open a network and its card.

        Raises:
            VisionError: a file is missing or damaged, or network and card do not belong together.
        """
        self.path = path
        try:
            data = path.read_bytes()
        except OSError as error:
            raise VisionError(f"{path}: cannot read the network ({error.strerror})") from error
        self.card = load_card(path.with_suffix(".toml"))
        digest = hashlib.sha256(data).hexdigest()
        if self.card.get("sha256") != digest:
            raise VisionError(
                f"{path}: sha256 {digest[:12]}… is not the one in {path.stem}.toml; "
                "fetch network and card again, together"
            )
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        try:
            self._session = onnxruntime.InferenceSession(
                data, options, providers=["CPUExecutionProvider"]
            )
        except _RUNTIME_ERRORS as error:
            reason = str(error).splitlines()[0]
            raise VisionError(f"{path}: not a network that can be run ({reason})") from error
        self._input = self._session.get_inputs()[0].name

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the names of what the network answers."""
        return tuple(entry.name for entry in self._session.get_outputs())

    def run(self, batch: NDArray[np.float32], *outputs: str) -> list[NDArray[np.float32]]:
        """Return the named outputs for one batch."""
        try:
            return list(self._session.run(list(outputs), {self._input: batch}))
        except _RUNTIME_ERRORS as error:
            reason = str(error).splitlines()[0]
            raise VisionError(f"{self.path}: the network fails ({reason})") from error

    def number(self, *keys: str, default: float) -> float:
        """Return a number of the card, found by section and name."""
        value: Any = self.card
        for key in keys:
            value = value.get(key) if isinstance(value, dict) else None
        if value is None:
            return default
        if not isinstance(value, int | float):
            name = self.path.with_suffix(".toml")
            raise VisionError(f"{name}: {'.'.join(keys)} must be a number, not {value!r}")
        return float(value)


_RUNTIME_ERRORS = (
    RuntimeError,
    ValueError,
    onnxruntime.capi.onnxruntime_pybind11_state.Fail,
    onnxruntime.capi.onnxruntime_pybind11_state.InvalidArgument,
    onnxruntime.capi.onnxruntime_pybind11_state.InvalidProtobuf,
    onnxruntime.capi.onnxruntime_pybind11_state.InvalidGraph,
    onnxruntime.capi.onnxruntime_pybind11_state.RuntimeException,
)


def load_card(path: Path) -> dict[str, Any]:
    """Return what the card of a network says.

    Raises:
        VisionError: it is missing or not TOML.
    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise VisionError(f"{path}: cannot read the network's card ({error})") from error
