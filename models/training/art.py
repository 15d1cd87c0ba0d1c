"""Printed card designs from public packages, fetched into a cache folder and rendered to pictures.

Nothing of it is stored in the repository. `models/LICENSES.md` names every source and licence.
"""

from __future__ import annotations

import os
import pathlib
import subprocess

import cv2
import numpy as np

CARD_WIDTH = 200
CARDS = [
    r + s for s in "SHDC" for r in ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K")
]
CARDS += ["SJ", "BJ"]

NPM = (
    "@heruka_urgyen/react-playing-cards@0.5.0",
    "svg-cards@4.0.2",
)
DEBIAN_12 = ("gnome-cards-data", "kdegames-card-data-kf5")
DEBIAN_13 = ("texlive-games",)


BLANK_JOKERS = ("jeux_v3", "jeux_v5")
"""Designs whose jokers carry nothing in their corners: there is no index to learn."""


def cache_root() -> pathlib.Path:
    """Folder of fetched and rendered art: `DIPAI_ART` or `.cache/art` in the checkout."""
    default = pathlib.Path(__file__).parents[2] / ".cache" / "art"
    return pathlib.Path(os.environ.get("DIPAI_ART", default))


def fetch() -> None:
    """Download and unpack every package that is not in the cache yet (needs npm and apt)."""
    folder = cache_root() / "packages"
    folder.mkdir(parents=True, exist_ok=True)
    for spec in NPM:
        stem = spec.rsplit("@", 1)[0].lstrip("@").replace("/", "-")
        if not list(folder.glob(f"{stem}-*.tgz")):
            subprocess.run(["npm", "pack", "--silent", spec], cwd=folder, check=True)
        target = folder / stem
        if not target.exists():
            target.mkdir()
            archive = next(folder.glob(f"{stem}-*.tgz"))
            subprocess.run(["tar", "-xzf", archive, "-C", target], check=True)
    options = _trixie_options(folder)
    for names, extra in ((DEBIAN_12, []), (DEBIAN_13, options)):
        for name in names:
            if (folder / name).exists():
                continue
            if not list(folder.glob(f"{name}_*.deb")):
                if extra:
                    subprocess.run(["apt-get", *extra, "update"], check=True)
                subprocess.run(["apt-get", *extra, "download", name], cwd=folder, check=True)
            package = next(folder.glob(f"{name}_*.deb"))
            subprocess.run(["dpkg-deb", "-x", package, folder / name], check=True)


def _trixie_options(folder: pathlib.Path) -> list[str]:
    """Options for a private apt directory with the Debian 13 package lists."""
    private = folder / "apt13"
    for part in ("lists/partial", "cache/archives/partial"):
        (private / part).mkdir(parents=True, exist_ok=True)
    system = pathlib.Path("/etc/apt/sources.list.d/debian.sources")
    if system.exists():
        (private / "t.sources").write_text(
            system.read_text("utf-8").replace("bookworm", "trixie"), "utf-8"
        )
    return [
        *("-o", f"Dir::Etc::sourcelist={private}/t.sources", "-o", "Dir::Etc::sourceparts=-"),
        *("-o", f"Dir::State::lists={private}/lists", "-o", f"Dir::Cache={private}/cache"),
    ]


def _svg(path: pathlib.Path, out: pathlib.Path, width: int, element: str | None = None) -> None:
    command = ["rsvg-convert", "-w", str(width), "--background-color=white", "-o", str(out)]
    command += ["-i", element] if element else []
    subprocess.run([*command, str(path)], check=True, capture_output=True)


def _render_jeux(variant: str, out: pathlib.Path) -> None:
    root = next(cache_root().glob("packages/texlive-games/**/tex/latex/jeuxcartes"))
    ranks = dict(zip("JQK", "VDR", strict=True)) | {"T": "10"}
    suits = {"C": "T", "H": "C", "D": "K", "S": "P"}
    for card in CARDS:
        code = {"SJ": "JN", "BJ": "JR"}.get(card) or ranks.get(card[0], card[0]) + suits[card[1]]
        page = root / f"CaJ-PokeR{variant}-{code}.pdf"
        if page.exists():
            width = ["-png", "-singlefile", "-scale-to-x", "400", "-scale-to-y", "-1"]
            subprocess.run(["pdftoppm", *width, page, out / card], check=True)


def _render_meuk(folder: str, out: pathlib.Path) -> None:
    root = cache_root() / "packages/heruka_urgyen-react-playing-cards/package/src/images" / folder
    for card in CARDS[:52]:
        for name in (card, card.upper(), card.replace("T", "10"), card[0] + card[1].lower()):
            if (root / f"{name}.svg").exists():
                _svg(root / f"{name}.svg", out / f"{card}.png", 400)
                break


def _render_svgcards(out: pathlib.Path) -> None:
    root = cache_root() / "packages/svg-cards/package"
    suits = {"S": "spade", "H": "heart", "D": "diamond", "C": "club"}
    ranks = {"J": "jack", "Q": "queen", "K": "king", "A": "1", "T": "10"}
    for card in CARDS:
        name = {"SJ": "joker_black", "BJ": "joker_red"}.get(card)
        name = name or f"{suits[card[1]]}_{ranks.get(card[0], card[0])}"
        for found in root.glob(f"png/2x/{name}*.png"):
            cv2.imwrite(str(out / f"{card}.png"), _on_white(found))
            break


def _on_white(path: pathlib.Path) -> np.ndarray:
    image = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if image.ndim == 3 and image.shape[2] == 4:
        alpha = image[:, :, 3:].astype(np.float32) / 255
        image = (image[:, :, :3] * alpha + 255 * (1 - alpha)).astype(np.uint8)
    return image if image.ndim == 3 else cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)


def _render_gnome(name: str, out: pathlib.Path) -> None:
    path = next((cache_root() / "packages/gnome-cards-data").glob(f"**/{name}.svgz"))
    sheet = out / "sheet.png"
    _svg(path, sheet, 13 * 312)
    image = cv2.imread(str(sheet))
    high, wide = image.shape[0] / 5, image.shape[1] / 13
    for row, suit in enumerate("CDHS"):
        for column in range(13):
            card = CARDS[column][0] + suit
            cut = image[
                round(row * high) : round((row + 1) * high),
                round(column * wide) : round((column + 1) * wide),
            ]
            cv2.imwrite(str(out / f"{card}.png"), cut)
    for column, card in enumerate(("SJ", "BJ")):
        cut = image[round(4 * high) :, round(column * wide) : round((column + 1) * wide)]
        cv2.imwrite(str(out / f"{card}.png"), cut)
    sheet.unlink()


def _render_kde(name: str, out: pathlib.Path) -> None:
    path = next((cache_root() / "packages/kdegames-card-data-kf5").glob(f"**/{name}.svgz"))
    suits = {"S": "spade", "H": "heart", "D": "diamond", "C": "club"}
    ranks = {"J": "jack", "Q": "queen", "K": "king", "A": "1", "T": "10"}
    for card in CARDS:
        name = {"SJ": "black_joker", "BJ": "red_joker"}.get(card)
        name = name or f"{ranks.get(card[0], card[0])}_{suits[card[1]]}"
        _svg(path, out / f"{card}.png", 400, name)


def render(name: str) -> pathlib.Path:
    """Render the cards of one design to `decks/<name>/<card>.png` in the cache; the folder."""
    out = cache_root() / "decks" / name
    if (out / "done").exists():
        return out
    out.mkdir(parents=True, exist_ok=True)
    kind, _, rest = name.partition("_")
    if kind == "jeux":
        _render_jeux(rest, out)
    elif kind == "meuk":
        _render_meuk({"2color": "2color", "big": "2color-bf", "4color": "4color"}[rest], out)
    elif kind == "svgcards":
        _render_svgcards(out)
    elif kind == "gnome":
        _render_gnome(rest, out)
    elif kind == "kde":
        _render_kde(rest, out)
    else:
        raise ValueError(f"unknown card design {name!r}")
    (out / "done").write_text("", "utf-8")
    return out


def load(name: str) -> dict[str, np.ndarray]:
    """Cards of one rendered design, RGB uint8, `CARD_WIDTH` px wide, margins cut off."""
    folder = render(name)
    cards = {}
    for card in CARDS[:52] if name in BLANK_JOKERS else CARDS:
        path = folder / f"{card}.png"
        if path.exists():
            image = cv2.cvtColor(cv2.imread(str(path)), cv2.COLOR_BGR2RGB)
            height = round(CARD_WIDTH * min(1.56, max(1.36, image.shape[0] / image.shape[1])))
            cards[card] = cv2.resize(image, (CARD_WIDTH, height), interpolation=cv2.INTER_AREA)
    return cards
