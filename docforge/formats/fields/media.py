"""New pictures of a package: their parts, and the relationships of the parts that show them.

Knows no format. Media that are there already stay as they are: other pages may show them.
"""

from __future__ import annotations

from docforge.formats.fields.additions import Additions
from docforge.formats.fields.pictures import Picture
from docforge.opc import Package

_IMAGE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/image"


class Media(Additions):
    """Collects pictures for one save; `folder` is where the format keeps them (word/media)."""

    def __init__(self, package: Package, folder: str) -> None:
        super().__init__(package)
        self._folder = folder
        self._images: dict[bytes, str] = {}
        self._ids: dict[tuple[str, str], str] = {}

    def attach(self, holder: str, picture: Picture) -> str:
        """The id of a relationship from the part `holder` to a new part with this picture, each made once."""
        image = self._images.get(picture.data) or self._add_picture(picture)
        key = (holder, image)
        if key not in self._ids:
            self._ids[key] = self.relate(holder, _IMAGE, image)
        return self._ids[key]

    def _add_picture(self, picture: Picture) -> str:
        name = self.reserve(f"{self._folder}/image", picture.kind)
        self.add(name, picture.data, picture.media_type)
        self._images[picture.data] = name
        return name
