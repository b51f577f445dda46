"""What edit_hwpx takes: the items of every format with places, with an example of its own. Knows no document."""

from __future__ import annotations

from pydantic import ConfigDict

from docforge.formats.fields import FieldItems


class HwpxItems(FieldItems):
    """The arguments of edit_hwpx that are Hangul's own."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"fields": [{"at": "field:신청인", "value": "(주)한빛스틸"}]}]}
    )
