#!/usr/bin/env bash
# Runs `dipai recognise` on one picture as a 64-bit Arm program, on the processors of the Raspberry Pi
# 4 (cortex-a72) and 5 (cortex-a76), emulated. What is run is what a Pi would install: Debian's Python
# for arm64 and the aarch64 wheels of the packages in pyproject.toml.
#
# usage: tests/nightly/aarch64.sh PICTURE [FOLDER]     (FOLDER keeps the downloads, default .cache/arm)
# needs: apt-get, dpkg-deb, pip, qemu-user-static
set -euo pipefail
here=$(cd "$(dirname "$0")/../.." && pwd)
picture=$(realpath "$1")
folder=$(realpath -m "${2:-$here/.cache/arm}")
root=$folder/root
python=${PYTHON:-python3}
# Newer ones look the processor up in /sys, where an emulated Arm finds an x86 and crashes.
ort=1.26.0
mkdir -p "$folder/lists/partial" "$folder/archives/partial" "$root"
: > "$folder/status"

apt=(apt-get -qq -o APT::Architecture=arm64 -o APT::Architectures::=arm64
     -o Dir::State::lists="$folder/lists" -o Dir::State::status="$folder/status"
     -o Dir::Cache="$folder" -o Dir::Cache::archives="$folder/archives" -o APT::Sandbox::User=root
     -o APT::Install-Recommends=false -o Debug::NoLocking=1)
if [ ! -e "$root/usr/bin/python3.11" ]; then
    "${apt[@]}" update
    "${apt[@]}" -y --download-only install python3.11 libstdc++6 libgomp1
    for package in "$folder"/archives/*.deb; do dpkg-deb -x "$package" "$root"; done
fi
if [ ! -e "$folder/wheels/done" ]; then
    "$python" -m pip install -q --target "$folder/wheels" --only-binary=:all: --no-deps \
        --implementation cp --python-version 3.11 --abi cp311 --abi abi3 --abi none \
        --platform manylinux_2_28_aarch64 --platform manylinux_2_27_aarch64 \
        --platform manylinux_2_17_aarch64 --platform manylinux2014_aarch64 --platform any \
        numpy opencv-python-headless "onnxruntime==$ort" flatbuffers protobuf packaging
    touch "$folder/wheels/done"
fi
for cpu in cortex-a72 cortex-a76; do
    echo "== $cpu"
    qemu-aarch64-static -cpu "$cpu" -L "$root" -E PYTHONHOME="$root/usr" -E OMP_NUM_THREADS=1 \
        -E PYTHONPATH="$folder/wheels:$here" -E PYTHONDONTWRITEBYTECODE=1 \
        "$root/usr/bin/python3.11" -c "
import platform, sys, time
import cv2, numpy, onnxruntime
from pathlib import Path
from vision.classify import Classifier
from vision.detector import CardDetector
from vision.locate import Locator
from vision.model import MODEL_FOLDER, Network
from vision.pictures import read_picture
print(platform.machine(), 'Python', platform.python_version(), 'numpy', numpy.__version__,
      'opencv', cv2.__version__, 'onnxruntime', onnxruntime.__version__)
picture = read_picture(Path(sys.argv[1]))
for kind in ('', '-int8'):
    start = time.monotonic()
    locator = Locator(Network(MODEL_FOLDER / f'locator{kind}.onnx'))
    classifier = Classifier(Network(MODEL_FOLDER / f'classifier{kind}.onnx'))
    readings = CardDetector(locator, classifier).read_photo(picture)
    cards = ' '.join(f'{reading.card} {reading.p:.4f}' for reading in readings)
    print('networks', kind or 'fp32', 'read', cards, 'emulated in',
          round(time.monotonic() - start), 's')
" "$picture"
done
