"""Guides of formats, and the short signed handle that shows a model was given them. Knows no door and no format."""

from __future__ import annotations

import hashlib
import hmac
import string
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from docforge.call import Call, Language
from docforge.formats import load_formats

LENGTH = 12
_DIGITS = string.digits + string.ascii_lowercase
_TIME_DIGITS = 4
_PER_DIGIT = 5  # formats in one base-36 digit
_HERE = Path(__file__).resolve()
FOLDERS = [_HERE.parents[1] / "guides", _HERE.parents[2] / "guides"]  # in the wheel; beside the source


def read_guide(format_name: str, language: Language) -> str:
    """The guide of a format in that language, in the other one where there is none; "" where there is neither."""
    for spoken in (language, "en", "ko"):
        for folder in FOLDERS:
            path = folder / f"{format_name}.{spoken}.md"
            if path.is_file():
                return path.read_text(encoding="utf-8").strip()
    return ""


@cache
def guide_version(format_name: str) -> str:
    """A short hash of the guide in all languages; a handle ends with the guide that it was given for."""
    texts = "\0".join(read_guide(format_name, language) for language in ("ko", "en"))
    return hashlib.sha256(texts.encode()).hexdigest()[:12]


def make_handle(secret: bytes, call: Call, formats: Sequence[str], *, now: float | None = None) -> str:
    """A handle of 12 characters of a-z and 0-9 for these formats, made at `now` (seconds of the epoch) (GUIDE-3)."""
    moment = int(time.time() if now is None else now)
    names = sorted(load_formats())
    mask = sum(1 << names.index(name) for name in formats)
    head = _in_base36(mask, _mask_digits()) + _in_base36(moment, _TIME_DIGITS)
    return head + _tag(secret, call, sorted(formats), moment)


def check_handle(
    secret: bytes, call: Call, format_name: str, handle: str, *, seconds: int, now: float | None = None
) -> bool:
    """True where the handle was made for this caller, format and guide at most `seconds` ago."""
    moment = int(time.time() if now is None else now)
    if len(handle) != LENGTH or not set(handle) <= set(_DIGITS):
        return False
    formats = _formats_of(int(handle[: _mask_digits()], 36))
    made = _made_at(int(handle[_mask_digits() :][:_TIME_DIGITS], 36), moment)
    genuine = hmac.compare_digest(handle, make_handle(secret, call, formats, now=made))
    return genuine and format_name in formats and moment - made <= seconds


def _mask_digits() -> int:
    return -(-len(load_formats()) // _PER_DIGIT)


def _formats_of(mask: int) -> list[str]:
    """The formats of a mask, none where it tells of one that there is not."""
    names = sorted(load_formats())
    return [] if mask >> len(names) else [name for place, name in enumerate(names) if mask >> place & 1]


def _made_at(remainder: int, now: int) -> int:
    """The latest second up to `now` that ends in these digits; the tag covers the whole second."""
    turn = 36**_TIME_DIGITS
    return now - (now - remainder) % turn


def _tag(secret: bytes, call: Call, formats: Sequence[str], moment: int) -> str:
    versions = (f"{name}={guide_version(name)}" for name in formats)
    said = "\0".join((call.tenant, call.caller, str(moment), *versions))
    digest = hmac.digest(secret, said.encode(), "sha256")
    return _in_base36(int.from_bytes(digest, "big"), LENGTH - _TIME_DIGITS - _mask_digits())


def _in_base36(number: int, digits: int) -> str:
    """The last `digits` digits of the number in base 36."""
    text = ""
    for _ in range(digits):
        number, digit = divmod(number, 36)
        text = _DIGITS[digit] + text
    return text
