"""What the processor is good at: 8-bit networks pay only where it multiplies 8-bit numbers at once.

Measured with the networks that are shipped: half the time with such instructions (x86 VNNI, Arm dot
product), no gain or a loss without. Without them x86 would also round differently.
"""

from __future__ import annotations

import functools
from pathlib import Path

CPUINFO = Path("/proc/cpuinfo")
QUICK = frozenset({"avx512_vnni", "avx_vnni", "asimddp"})
"""Processor flags, each of which means 8-bit dot products."""


@functools.cache
def multiplies_bytes(cpuinfo: Path = CPUINFO) -> bool:
    """Return whether 8-bit networks run faster than others here; False where it cannot be told."""
    try:
        lines = cpuinfo.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return False
    heads = ("flags", "Features")
    return any(QUICK & set(line.split()) for line in lines if line.startswith(heads))


def chosen(folder: Path, name: str) -> Path:
    """Return the network of a folder to use: the 8-bit one where there is one and it pays."""
    small = folder / f"{name}-int8.onnx"
    return small if small.exists() and multiplies_bytes() else folder / f"{name}.onnx"
