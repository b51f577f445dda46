"""What edit_docx, edit_pptx and edit_hwpx take: a list of places with what goes into each. Knows no document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema

from docforge.formats.base import Items

_SCALAR = {"type": ["string", "integer", "number", "boolean", "null"]}
Scalar = str | bool | int | float | None
Value = Annotated[Scalar, WithJsonSchema(_SCALAR)]
FORMATS = "currency:KRW, hangul_amount, date:long, business_number, pattern such as yyyy. M. d.…"
ROWS = "line items: [[…]] or [{column: value}]"


class Image(BaseModel):
    """A picture of the workspace, and how it goes into the frame."""

    model_config = ConfigDict(extra="forbid", strict=True)

    source: Annotated[str, Field(description="path of a PNG or JPEG")]
    fit: Literal["keep", "contain", "cover"] | None = None
    alt: str | None = None


class Series(BaseModel):
    """One series of a chart."""

    model_config = ConfigDict(extra="forbid", strict=True)

    name: str
    values: list[int | float | None]


class FieldItem(BaseModel):
    """One place and what goes into it: exactly one of value, rows, image and series."""

    model_config = ConfigDict(extra="forbid", strict=True)

    at: Annotated[str, Field(description="place as the read tool gives it")]
    value: Value = None
    rows: Annotated[
        list[list[Scalar]] | list[dict[str, Scalar]] | None,
        WithJsonSchema({"type": "array", "items": {"type": ["array", "object"]}, "description": ROWS}),
    ] = None
    image: Image | None = None
    series: list[Series] | None = None
    categories: list[str] | None = None
    format: Annotated[str | None, Field(description=FORMATS)] = None
    expect: Annotated[str | None, Field(description="what the place must hold now")] = None
    overwrite: Annotated[bool, Field(description="write over a label")] = False
    drop_unused: bool = False

    @property
    def gives(self) -> tuple[str, ...]:
        """Which of value, rows, image and series the item has; a null given is a value that clears."""
        return tuple(name for name in ("value", "rows", "image", "series") if name in self.model_fields_set)


class FieldItems(Items):
    """The arguments of an edit tool whose places have addresses."""

    fields: list[FieldItem] = Field(default_factory=list[FieldItem])

    def is_empty(self) -> bool:
        return not self.fields

    def count(self) -> int:
        return sum(sum(map(len, item.rows)) if item.rows else 1 for item in self.fields)

    def sources(self) -> Sequence[str]:
        return tuple(dict.fromkeys(item.image.source for item in self.fields if item.image is not None))
