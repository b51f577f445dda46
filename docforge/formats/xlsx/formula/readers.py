"""Whether formulas of the workbook read a cell, and whether as a number. Knows no caller's item."""

from __future__ import annotations

from enum import IntEnum

from docforge.formats.xlsx.areas import AreaIndex, size
from docforge.formats.xlsx.formula.corners import Corner
from docforge.formats.xlsx.formula.references import Reference
from docforge.formats.xlsx.formula.resolve import read_areas_of
from docforge.formats.xlsx.formula.structured import read_specifier
from docforge.formats.xlsx.refs import MAX_COLUMN, MAX_ROW, Area, Cell
from docforge.formats.xlsx.sheet import Formula
from docforge.formats.xlsx.workbook import SheetEntry, Workbook


class Use(IntEnum):
    """How a formula takes a cell, the strongest of several."""

    NONE = 0
    TEXT = 1  # joined, compared with a text, measured, looked up
    OPEN = 2  # passed on or tested; a number may be wanted
    NUMBER = 3  # calculated with


_ARITHMETIC = frozenset("+-*/^%")
_COMPARISONS = frozenset({"=", "<>", "<", ">", "<=", ">="})
_TEXT_FUNCTIONS = frozenset({
    "ASC", "CHAR", "CLEAN", "CODE", "CONCAT", "CONCATENATE", "COUNTA", "COUNTBLANK", "DBCS", "EXACT", "FIND",
    "FINDB", "HYPERLINK", "INDIRECT", "ISBLANK", "ISTEXT", "LEFT", "LEFTB", "LEN", "LENB", "LOWER", "MID",
    "MIDB", "PHONETIC", "PROPER", "REPLACE", "REPT", "RIGHT", "RIGHTB", "SEARCH", "SUBSTITUTE", "T", "TEXTJOIN",
    "TRIM", "UNICODE", "UPPER",
})  # fmt: skip
_LOOKUPS = frozenset({"HLOOKUP", "LOOKUP", "MATCH", "VLOOKUP", "XLOOKUP", "XMATCH"})
_NUMBER_FUNCTIONS = frozenset({
    "ABS", "AVERAGE", "AVERAGEA", "CEILING", "COUNT", "EDATE", "EOMONTH", "EVEN", "EXP", "FIXED", "FLOOR", "FV",
    "INT", "LARGE", "LN", "LOG", "LOG10", "MAX", "MEDIAN", "MIN", "MOD", "MROUND", "NETWORKDAYS", "NPER", "NPV",
    "NUMBERSTRING", "ODD", "PMT", "POWER", "PRODUCT", "PV", "QUOTIENT", "RANK", "RATE", "ROUND", "ROUNDDOWN",
    "ROUNDUP", "SIGN", "SMALL", "SQRT", "STDEV", "SUBTOTAL", "SUM", "SUMPRODUCT", "SUMSQ", "TEXT", "TRUNC",
    "VAR", "WORKDAY", "YEAR", "MONTH", "DAY", "AGGREGATE",
})  # fmt: skip
_SUMMED = {"SUMIF": 2, "AVERAGEIF": 2, "SUMIFS": 0, "AVERAGEIFS": 0, "MAXIFS": 0, "MINIFS": 0}


def use_of(reference: Reference) -> Use:
    """How the formula around a reference takes it, judged by what stands beside it and the call it stands in."""
    beside = {reference.before, reference.after}
    if beside & _ARITHMETIC:
        return Use.NUMBER
    if "&" in beside:
        return Use.TEXT
    if beside & _COMPARISONS:
        return Use.OPEN
    return _use_in_call(reference.function, reference.argument)


def _use_in_call(function: str, argument: int) -> Use:
    if function in _SUMMED:
        return Use.NUMBER if argument == _SUMMED[function] else Use.TEXT
    if function in _NUMBER_FUNCTIONS:
        return Use.NUMBER
    if function in _TEXT_FUNCTIONS or (function in _LOOKUPS and argument == 0):
        return Use.TEXT
    return Use.OPEN


class Readers:
    """Which cells the workbook's formulas read. A sheet's formulas are gone through at the first question about it."""

    def __init__(self, workbook: Workbook) -> None:
        self._workbook = workbook
        self._read: dict[int, AreaIndex[Use]] = {}

    def use(self, entry: SheetEntry, cell: Cell) -> Use:
        """The strongest use that any formula makes of the cell."""
        if entry.index not in self._read:
            self._read[entry.index] = AreaIndex(self._uses(entry).items())
        return max((use for _, use in self._read[entry.index].at(cell)), default=Use.NONE)

    def _uses(self, target: SheetEntry) -> dict[Area, Use]:
        uses: dict[Area, Use] = {}
        for sheet in self._workbook.worksheets:
            if not self._may_read(sheet, target):
                continue
            for formula, whole in self._workbook.computed(sheet).groups():
                for area, use in self._areas(sheet, formula, whole, target):
                    uses[area] = max(use, uses.get(area, Use.NONE))
        return uses

    def _may_read(self, sheet: SheetEntry, target: SheetEntry) -> bool:
        """False only where no formula of `sheet` can name the target: neither its name nor a defined name or table."""
        if not self._workbook.may_compute(sheet):
            return False
        if sheet.index == target.index:
            return True
        data = self._workbook.sheet(sheet).data
        names = [name.name for name in self._workbook.names] + [table.name for table in self._workbook.tables]
        spelled = target.name.replace("'", "''").replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        return any(name.encode() in data for name in (spelled, *names)) or self._reads_spans(data)

    def _reads_spans(self, data: bytes) -> bool:
        """Whether a reference may run over several sheets (`Jan:Dec!B2`), in whose middle the target may lie."""
        sheets = [entry.name.encode() for entry in self._workbook.sheets]
        return any(name + b":" in data or b":" + name in data for name in sheets)

    def _areas(self, sheet: SheetEntry, formula: Formula, whole: Area, target: SheetEntry) -> list[tuple[Area, Use]]:
        reads = read_areas_of(self._workbook, sheet, formula.cell, formula.text)
        return [
            (_swept(read.area, read.by, formula.cell, whole), use_of(read.by))
            for read in reads.areas
            if read.sheet.index == target.index
        ]


def _swept(area: Area, by: Reference, master: Cell, whole: Area) -> Area:
    """All that a shared formula's reference reads as the formula moves over `whole`; `area` for any other formula."""
    if size(whole) == 1:
        return area
    first, last = _corners(by)
    up, down = whole.top - master.row, whole.bottom - master.row
    left, right = whole.left - master.column, whole.right - master.column
    return Area(
        max(area.top + (0 if first.row_fixed else up), 1),
        max(area.left + (0 if first.column_fixed else left), 1),
        min(area.bottom + (0 if last.row_fixed else down), MAX_ROW),
        min(area.right + (0 if last.column_fixed else right), MAX_COLUMN),
    )


def _corners(by: Reference) -> tuple[Corner, Corner]:
    """The corners as written; of a table's own row, corners that move down alone; of anything else, fixed ones."""
    if by.span is not None:
        return by.span.first, by.span.last or by.span.first
    moves = by.kind == "table" and "row" in read_specifier(by.text)[1]
    corner = Corner(0, 0, row_fixed=not moves, column_fixed=True)
    return corner, corner
