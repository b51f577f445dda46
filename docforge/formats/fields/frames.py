"""How a picture goes into a frame that stays as it is: what is cut off, what margin is left. Knows no document."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from docforge.errors import Notice

Fit = Literal["keep", "contain", "cover"]
Size = tuple[float, float]
_SEEN = 0.03


@dataclass(frozen=True, slots=True)
class Crop:
    """What is cut off at each side, in parts of the picture's width or height; below 0 a margin is left instead."""

    left: float = 0
    top: float = 0
    right: float = 0
    bottom: float = 0


def fit_picture(picture: Size, frame: Size, fit: Fit | None, crop: Crop) -> Crop:
    """The crop that a picture gets in a frame; both sizes are (width, height), each in a unit of its own.

    `keep` (and None) leaves the crop of the frame; `contain` shows the whole picture with margins, `cover` fills the
    frame with its middle; neither changes its proportions.
    """
    if fit in (None, "keep") or not (_has_area(picture) and _has_area(frame)):
        return crop
    wider = (picture[0] / picture[1]) / (frame[0] / frame[1])
    if fit == "cover":
        return _sides((1 - 1 / wider) / 2) if wider > 1 else _ends((1 - wider) / 2)
    return _ends((1 - wider) / 2) if wider > 1 else _sides((1 - 1 / wider) / 2)


def stretch(picture: Size, frame: Size, crop: Crop) -> float:
    """By how much the frame makes the picture wider than it is: 1 not at all, 2 twice as wide, 0.5 twice as high."""
    shown = picture[0] * (1 - crop.left - crop.right), picture[1] * (1 - crop.top - crop.bottom)
    if not (_has_area(shown) and _has_area(frame)):
        return 1
    return (frame[0] / frame[1]) / (shown[0] / shown[1])


def tell_stretch(at: str, picture: Size, frame: Size, crop: Crop) -> Notice | None:
    """The notice that the picture at a place is out of proportion, where a person sees it."""
    factor = stretch(picture, frame, crop)
    return Notice("picture_stretched", {"at": at}) if max(factor, 1 / factor) > 1 + _SEEN else None


def _has_area(size: Size) -> bool:
    return size[0] > 0 and size[1] > 0


def _sides(part: float) -> Crop:
    return Crop(left=part, right=part)


def _ends(part: float) -> Crop:
    return Crop(top=part, bottom=part)
