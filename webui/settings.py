"""What the pages need to know about their station."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from webui.bench import Bench
from webui.roles import LINKED, Role
from webui.store import StoreError


@dataclass(frozen=True, slots=True)
class Keys:
    """The signing secret and the secret link key of every role that has one."""

    secret: str
    links: Mapping[Role, str]

    @classmethod
    def fresh(cls) -> Keys:
        """Return new random keys."""
        return cls(secrets.token_urlsafe(32), {role: secrets.token_urlsafe(16) for role in LINKED})

    @classmethod
    def load(cls, path: Path) -> Keys:
        """Return the keys of a file that only its owner can read; it is made where absent.

        Raises:
            StoreError: the file cannot be read, or is not a key file.
        """
        try:
            raw = json.loads(path.read_text("utf-8"))
            return cls(str(raw["secret"]), {role: str(raw["links"][role]) for role in LINKED})
        except FileNotFoundError:
            return cls._make(path)
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise StoreError(
                f"{path}: not a key file ({error}); delete it to get new links"
            ) from error

    @classmethod
    def _make(cls, path: Path) -> Keys:
        keys = cls.fresh()
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            json.dump({"secret": keys.secret, "links": dict(keys.links)}, out, indent=1)
        return keys


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of the pages.

    ``evidence`` is the folder of the pictures named by their hash; ``delay`` (s) holds back all
    that is public; ``streams`` caps the live connections; ``hosts`` are host names accepted
    besides addresses, ``localhost`` and ``*.local``; ``picture`` gives the newest camera picture
    as JPEG bytes, or None; ``bench`` sets the station up; pictures are kept for ``keep_days``;
    ``neighbours`` are addresses of other stations whose tables the wall shows too.
    """

    keys: Keys = field(default_factory=Keys.fresh)
    evidence: Path | None = None
    language: str = "zh"
    streams: int = 240
    delay: float = 0.0
    hosts: tuple[str, ...] = ()
    name: str = ""
    picture: Callable[[], bytes | None] | None = None
    bench: Bench | None = None
    keep_days: int = 30
    neighbours: tuple[str, ...] = ()
