"""What a fork server has ready before it forks: modules, encodings, library data. Knows no job.

A sealed process can import nothing more, so all that edit code may reasonably ask for is here.
"""

from __future__ import annotations

import importlib
import pkgutil
import time
import warnings
import zoneinfo
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from docforge.sandbox.memory import FILES

_MODULES = (
    "re json math cmath decimal fractions statistics random datetime calendar time zoneinfo copy itertools functools"
    " collections collections.abc string textwrap unicodedata base64 hashlib uuid html html.parser csv io zipfile zlib"
    " operator enum dataclasses typing bisect heapq pprint locale struct binascii difflib keyword numbers contextlib"
    " types warnings traceback linecache xml.etree.ElementTree secrets hmac array abc urllib.parse inspect tempfile"
    " pathlib logging shutil os sys ast gc queue weakref reprlib graphlib email.utils mimetypes lxml.etree lxml.html"
    " lxml.builder lxml.objectify"
)
_ENCODINGS = (
    "utf_8 utf_8_sig utf_16 utf_16_le utf_16_be utf_32 ascii latin_1 cp437 cp949 euc_kr cp1252 idna punycode"
    " raw_unicode_escape unicode_escape"
)
_PICTURES = ("Png", "Jpeg", "Gif", "Bmp", "Tiff", "WebP")
_ZONES = ("Asia/Seoul", "UTC", "Asia/Tokyo", "America/New_York", "Europe/London")

KEPT: list[Any] = []  # zones, so that a sealed process need not read their files


def preload(bindings: Sequence[str], extra: Sequence[str] = ()) -> None:
    """Import all; `bindings` are modules with `open_code`, whose LIBRARIES are taken in whole."""
    for name in (*_MODULES.split(), *extra, *(f"encodings.{each}" for each in _ENCODINGS.split())):
        importlib.import_module(name)
    for name in bindings:
        binding: Any = importlib.import_module(name)
        for library in binding.LIBRARIES:
            _import_whole(library)
            FILES.load_library(library)
        if hasattr(binding, "prepare"):
            binding.prepare()
    _load_pictures()
    time.tzset()
    time.localtime()  # libc reads the zone now
    KEPT.extend(zoneinfo.ZoneInfo(name) for name in _ZONES if name in zoneinfo.available_timezones())
    warnings.simplefilter("ignore")


def _import_whole(library: str) -> None:
    package: Any = importlib.import_module(library)
    for found in pkgutil.walk_packages(package.__path__, f"{library}."):
        with suppress(ImportError):  # a part of the library whose own dependencies are not installed
            importlib.import_module(found.name)


def _load_pictures() -> None:
    image: Any = importlib.import_module("PIL.Image")
    for kind in _PICTURES:
        importlib.import_module(f"PIL.{kind}ImagePlugin")
    image.preinit()
