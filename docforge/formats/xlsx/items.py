"""What edit_xlsx takes: a list of cells with typed values. Knows no workbook."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema

from docforge.formats.base import Items

Value = Annotated[
    str | bool | int | float | None,
    WithJsonSchema(
        {
            "type": ["string", "integer", "number", "boolean", "null"],
            "description": "string = text, number = number, null clears",
        }
    ),
]
FORMATS = "date, time, datetime, duration, percent, currency[:KRW], text, hangul_amount, #,##0…; dates as YYYY-MM-DD"


class CellItem(BaseModel):
    """One cell and the value to write into it."""

    model_config = ConfigDict(extra="forbid", strict=True)

    sheet: str
    cell: Annotated[str, Field(description="A1 address")]
    value: Value
    format: Annotated[str | None, Field(description=FORMATS)] = None
    overwrite: Annotated[bool, Field(description="write over a label or a locked cell")] = False


class XlsxItems(Items):
    """The arguments of edit_xlsx that are Excel's own."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"cells": [{"sheet": "견적서", "cell": "B4", "value": "(주)한빛스틸"}]}]}
    )

    cells: list[CellItem] = Field(default_factory=list[CellItem])

    def is_empty(self) -> bool:
        return not self.cells

    def count(self) -> int:
        return len(self.cells)
