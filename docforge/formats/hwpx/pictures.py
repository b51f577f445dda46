"""Pictures of a Hangul document: what names them, and another in their place. Knows no address.

A picture is a frame (sz, curSz), a crop (imgClip) of the whole (imgDim), and the id of an item of the manifest.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from docforge.formats.fields import Picture
from docforge.formats.hwpx.contents import name_in_metatag
from docforge.formats.hwpx.markup import child
from docforge.formats.hwpx.tables import number_of
from docforge.opc import Element

_ORIGINAL = re.compile(r"원본 그림의 이름:\s*(\S[^\r\n]*)")
_UNITS_A_PIXEL = 75  # HWPUNIT, 1/7200 inch, at 96 dots an inch
_SIDES = ("left", "right", "top", "bottom")
Fit = Literal["keep", "contain", "cover"]


@dataclass(slots=True, eq=False)
class PictureFrame:
    """One hp:pic."""

    element: Element

    @property
    def _image(self) -> Element | None:
        return child(self.element, "img")

    @property
    def item(self) -> str:
        """The id of the manifest's item that it shows."""
        return self._image.get("binaryItemIDRef", "") if self._image is not None else ""

    @property
    def name(self) -> str:
        """Its own name, else the id of the item that it shows."""
        return name_in_metatag(self.element) or self.item

    @property
    def original(self) -> str:
        """The name of the file that it was put in from, which Hangul notes."""
        comment = child(self.element, "shapeComment")
        found = _ORIGINAL.search(comment.text or "") if comment is not None else None
        return found[1].strip() if found else ""

    def show(self, item: str, picture: Picture, fit: Fit | None, alt: str | None) -> None:
        """Show another item in the same frame. The crop stays the same share of the picture, except to `cover`."""
        if self._image is not None:
            self._image.set("binaryItemIDRef", item)
        if fit == "contain":
            self._shrink(picture)
        self._crop(picture, fit)
        comment = child(self.element, "shapeComment")
        if comment is not None:
            comment.text = alt or ""

    def _crop(self, picture: Picture, fit: Fit | None) -> None:
        width, height = picture.width * _UNITS_A_PIXEL, picture.height * _UNITS_A_PIXEL
        whole, clip = child(self.element, "imgDim"), child(self.element, "imgClip")
        before = (number_of(whole, "dimwidth", 0), number_of(whole, "dimheight", 0))
        if whole is not None:
            whole.set("dimwidth", str(width))
            whole.set("dimheight", str(height))
        if clip is None:
            return
        edges = dict.fromkeys(_SIDES, 0) | {"right": width, "bottom": height}
        if fit in {None, "keep"} and all(before):
            shares = {"left": width / before[0], "right": width / before[0]}
            shares |= {"top": height / before[1], "bottom": height / before[1]}
            edges = {side: round(number_of(clip, side, edges[side]) * shares[side]) for side in _SIDES}
        elif fit == "cover":
            edges = self._covering(width, height)
        for side, edge in edges.items():
            clip.set(side, str(edge))

    def _covering(self, width: int, height: int) -> dict[str, int]:
        """The middle of the picture in the proportions of the frame."""
        across, down = self._size
        wide, high = min(width, height * across // down), min(height, width * down // across)
        left, top = (width - wide) // 2, (height - high) // 2
        return {"left": left, "right": left + wide, "top": top, "bottom": top + high}

    def _shrink(self, picture: Picture) -> None:
        """Make the frame as large as the picture becomes within it."""
        across, down = self._size
        wide = min(across, down * picture.width // picture.height)
        high = min(down, across * picture.height // picture.width)
        for name in ("sz", "curSz"):
            size = child(self.element, name)
            if size is not None:
                size.set("width", str(wide))
                size.set("height", str(high))
        self._scale(wide / across, high / down)

    def _scale(self, across: float, down: float) -> None:
        for matrix in self.element.iterfind("{*}renderingInfo/{*}scaMatrix"):
            for name, share in (("e1", across), ("e5", down)):
                matrix.set(name, f"{float(matrix.get(name, '1')) * share:.6f}")

    @property
    def _size(self) -> tuple[int, int]:
        """Width and height of the frame; Hangul writes 0 for a frame as large as the original."""
        sizes = [child(self.element, name) for name in ("sz", "curSz", "orgSz")]
        found = ((number_of(size, "width", 0), number_of(size, "height", 0)) for size in sizes)
        return next((size for size in found if all(one > 0 for one in size)), (1, 1))
