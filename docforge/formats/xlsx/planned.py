"""What a plan hands to the writer: decided values at decided cells. Knows no rule and no XML."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from docforge.errors import Notice
from docforge.formats.xlsx.refs import Cell
from docforge.formats.xlsx.results import Results
from docforge.formats.xlsx.scan import Worksheet
from docforge.opc import Package


@dataclass(frozen=True, slots=True)
class CellValue:
    """A value as a cell stores it (ECMA-376-1 §18.3.1.4): dates and times are serial numbers already.

    `format_code` is the number format that the cell must show it by, where its own style does not do.
    """

    kind: Literal["blank", "text", "number", "boolean"]
    text: str = ""
    number: int | float = 0
    format_code: str | None = None


@dataclass(frozen=True, slots=True)
class Write:
    """One cell to write; `style` is the index in cellXfs to set, None keeps the cell's own."""

    cell: Cell
    value: CellValue
    style: int | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything checked. `writes` by sheet part name; `sheets` all worksheet parts (their results are cleared).

    `parts` are whole parts that change besides sheets (styles, workbook) with the bytes to write, `why` names the
    reason of each. `places` are the addresses of the writes, `replaced` what was there. `opened` are sheets that the
    checks have opened already, by part name; any other is opened by the writer. `results` are what is known of the
    cached results of the package, None where the writer has to find out.
    """

    package: Package
    writes: Mapping[str, Sequence[Write]]
    sheets: Sequence[str]
    places: Sequence[str]
    replaced: Sequence[tuple[str, str]]
    parts: Mapping[str, bytes] = field(default_factory=dict[str, bytes])
    why: Mapping[str, str] = field(default_factory=dict[str, str])
    notices: Sequence[Notice] = ()
    opened: Mapping[str, Worksheet] = field(default_factory=dict[str, Worksheet], compare=False, repr=False)
    results: Results | None = field(default=None, compare=False, repr=False)
