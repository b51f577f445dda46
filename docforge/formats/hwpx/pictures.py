"""Pictures of a Hangul document: what names them, and another in their place. Knows no address.

A picture is a frame (sz, curSz), a crop (imgClip) of the whole (imgDim), and the id of an item of the manifest.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from docforge.errors import Notice
from docforge.formats.fields import Picture
from docforge.formats.fields.frames import Crop, Fit, fit_picture, tell_stretch
from docforge.formats.hwpx.contents import name_in_metatag
from docforge.formats.hwpx.markup import child
from docforge.formats.hwpx.tables import number_of
from docforge.opc import Element

_ORIGINAL = re.compile(r"원본 그림의 이름:\s*(\S[^\r\n]*)")
_UNITS_A_PIXEL = 75  # HWPUNIT, 1/7200 inch, at 96 dots an inch


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

    def tell_stretch(self, at: str, picture: Picture, fit: Fit | None) -> Notice | None:
        """The notice that the frame stretches the picture, where it does; to `contain` it, the frame itself shrinks."""
        return None if fit == "contain" else tell_stretch(at, _size_of(picture), self._size, self._fit(picture, fit))

    def _fit(self, picture: Picture, fit: Fit | None) -> Crop:
        """What of the picture is cut off, in shares of it."""
        return Crop() if fit == "contain" else fit_picture(_size_of(picture), self._size, fit, self._cut)

    @property
    def _cut(self) -> Crop:
        """What is cut off now; nothing where the whole has no size."""
        whole, clip = child(self.element, "imgDim"), child(self.element, "imgClip")
        width, height = number_of(whole, "dimwidth", 0), number_of(whole, "dimheight", 0)
        if clip is None or not (width and height):
            return Crop()
        left, right = (number_of(clip, side, edge) / width for side, edge in (("left", 0), ("right", width)))
        top, bottom = (number_of(clip, side, edge) / height for side, edge in (("top", 0), ("bottom", height)))
        return Crop(left=left, top=top, right=1 - right, bottom=1 - bottom)

    def _crop(self, picture: Picture, fit: Fit | None) -> None:
        crop, (width, height) = self._fit(picture, fit), (size * _UNITS_A_PIXEL for size in _size_of(picture))
        edges = {"left": width * crop.left, "right": width * (1 - crop.right)}
        edges |= {"top": height * crop.top, "bottom": height * (1 - crop.bottom)}
        _put(child(self.element, "imgDim"), {"dimwidth": width, "dimheight": height})
        _put(child(self.element, "imgClip"), edges)

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


def _size_of(picture: Picture) -> tuple[int, int]:
    return picture.width, picture.height


def _put(element: Element | None, numbers: Mapping[str, float]) -> None:
    """Set whole numbers as attributes, where there is such an element."""
    if element is not None:
        for name, number in numbers.items():
            element.set(name, str(round(number)))
