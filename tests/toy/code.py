"""How code sees a toy document: `form` is the tree of its form, `parts` what else it may write."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from typing import Any

from lxml import etree

LIBRARIES: tuple[str, ...] = ()
FORM = "toy/form.xml"


class Opened:
    def __init__(self, data: bytes) -> None:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            self._before = archive.read(FORM)
        self._form = etree.fromstring(self._before)
        self.names: Mapping[str, Any] = {"form": self._form, "parts": {}, "gone": []}

    def changes(self) -> tuple[Mapping[str, bytes], Sequence[str]]:
        now = etree.tostring(self._form, encoding="UTF-8", xml_declaration=True)
        same = etree.tostring(etree.fromstring(self._before), encoding="UTF-8", xml_declaration=True)
        form = {} if now == same else {FORM: now}
        return {**form, **self.names["parts"]}, self.names["gone"]


def open_code(data: bytes) -> Opened:
    return Opened(data)
