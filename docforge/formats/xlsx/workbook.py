"""Facts of a whole workbook: sheets, names, tables, date system, strings; each read when asked for, and kept.

Knows no caller's items: everything here depends on the package alone, so it can be kept beside a template.
"""

from __future__ import annotations

import posixpath
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Literal, cast

from docforge.formats.xlsx.computed import ComputedCells
from docforge.formats.xlsx.dialect import normalise
from docforge.formats.xlsx.markup import child, children, is_true, relation_id
from docforge.formats.xlsx.number_formats import NumberFormat
from docforge.formats.xlsx.refs import Area, Cell, read_area
from docforge.formats.xlsx.results import Results
from docforge.formats.xlsx.scan import Worksheet, open_sheet
from docforge.formats.xlsx.serials import MOMENTS, from_serial
from docforge.formats.xlsx.sheet import CellSpan
from docforge.formats.xlsx.strings import SharedStrings
from docforge.formats.xlsx.structure import Structure
from docforge.formats.xlsx.styles import Styles
from docforge.formats.xlsx.xmltext import decode_xstring
from docforge.opc import Element, Package, Relationship, is_signed, parse_xml

_SPAN_SIZE = 400
_LARGE_SHEET = 2**20
State = Literal["visible", "hidden", "veryHidden"]


@dataclass(frozen=True, slots=True)
class SheetEntry:
    """One `<sheet>` (ECMA-376-1 §18.2.19), in the order of the tabs. `worksheet` is False where it has no cells."""

    index: int
    name: str
    state: State
    part: str
    worksheet: bool


@dataclass(frozen=True, slots=True)
class DefinedName:
    """One defined name (§18.2.5). `scope` is the index of its sheet, None for the whole workbook."""

    name: str
    formula: str
    scope: int | None
    hidden: bool


@dataclass(frozen=True, slots=True)
class Table:
    """One ListObject (§18.5.1.2) with its sheet; `area` takes in the header and totals rows it has."""

    name: str
    sheet: SheetEntry
    area: Area
    columns: Sequence[str]
    header: bool
    totals: bool


class Workbook:
    """Lazy facts of one package."""

    def __init__(self, package: Package) -> None:
        self.package = package
        self._sheets: dict[str, Worksheet] = {}
        self._frames: dict[str, Element] = {}
        self._tables: dict[str, tuple[Table, ...]] = {}
        self._computed: dict[str, ComputedCells] = {}
        self._spans: dict[tuple[int, Cell], CellSpan | None] = {}
        self._formats: dict[int, NumberFormat] = {}
        self._structures: dict[str, Structure] = {}
        self.results = Results(package, self._sheets)

    @cached_property
    def part(self) -> str:
        """Name of the workbook part."""
        return self.package.main_part

    @cached_property
    def root(self) -> Element:
        """The workbook part (§18.2.27)."""
        return self.read_root(self.part)

    def read_root(self, part: str) -> Element:
        """The root of any small XML part."""
        return parse_xml(normalise(self.package.read_xml(part)), part)

    @cached_property
    def sheets(self) -> tuple[SheetEntry, ...]:
        """All sheets in tab order, those without cells too."""
        targets = {one.id: one for one in self.package.relationships(self.part)}
        entries: list[SheetEntry] = []
        for index, element in enumerate(children(self.root, "sheets", "sheet")):
            target = targets.get(relation_id(element))
            kind = posixpath.basename(target.type) if target else ""
            part = target.target if target and not target.external else ""
            state = element.get("state", "visible")
            known = cast("State", state if state in {"hidden", "veryHidden"} else "visible")
            entries.append(
                SheetEntry(index, element.get("name", ""), known, part, kind == "worksheet" and self.package.has(part))
            )
        return tuple(entries)

    @property
    def worksheets(self) -> tuple[SheetEntry, ...]:
        return tuple(entry for entry in self.sheets if entry.worksheet)

    def find_sheet(self, name: str) -> tuple[SheetEntry, bool] | None:
        """The sheet of that name, and whether it is spelled so (exactly or in NFC), not only in other letters' case."""
        spelled, composed, folded = self._by_name
        wanted = unicodedata.normalize("NFC", name)
        if entry := spelled.get(name) or composed.get(wanted):
            return entry, True
        entry = folded.get(wanted.casefold())
        return (entry, False) if entry else None

    @cached_property
    def _by_name(self) -> tuple[dict[str, SheetEntry], dict[str, SheetEntry], dict[str, SheetEntry]]:
        """Sheets by their name as spelled, in NFC, and without regard to case; the first of equals."""
        spelled = {entry.name: entry for entry in reversed(self.sheets)}
        composed = {unicodedata.normalize("NFC", name): entry for name, entry in spelled.items()}
        return spelled, composed, {name.casefold(): entry for name, entry in composed.items()}

    @cached_property
    def date1904(self) -> bool:
        """Whether serial dates count from 1904 (§18.2.28)."""
        return is_true(child(self.root, "workbookPr"), "date1904")

    @cached_property
    def manual(self) -> bool:
        """Whether the workbook calculates only when told (§18.2.2)."""
        calculation = child(self.root, "calcPr")
        return calculation is not None and calculation.get("calcMode") == "manual"

    @cached_property
    def signed(self) -> bool:
        """Whether the package carries a digital signature (ECMA-376-2 §10)."""
        return is_signed(self.package)

    @cached_property
    def names(self) -> tuple[DefinedName, ...]:
        """Defined names in the order of the part."""
        return tuple(
            DefinedName(
                element.get("name", ""),
                element.text or "",
                int(scope) if (scope := element.get("localSheetId", "")).isdecimal() else None,
                is_true(element, "hidden"),
            )
            for element in children(self.root, "definedNames", "definedName")
        )

    @cached_property
    def _names(self) -> dict[tuple[int | None, str], DefinedName]:
        return {(name.scope, name.name.casefold()): name for name in self.names}

    def find_name(self, name: str, sheet: SheetEntry | None) -> DefinedName | None:
        """The name as `sheet` sees it: its own first, then the workbook's."""
        folded = name.casefold()
        own = self._names.get((sheet.index, folded)) if sheet else None
        return own or self._names.get((None, folded))

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """The ListObjects of all sheets, sheet by sheet."""
        return tuple(table for entry in self.worksheets for table in self.tables_of(entry))

    def tables_of(self, entry: SheetEntry) -> tuple[Table, ...]:
        """The ListObjects of one sheet."""
        if entry.part not in self._tables:
            found = [_read_table(self.read_root(one.target), entry) for one in self.related("table", entry)]
            self._tables[entry.part] = tuple(table for table in found if table is not None)
        return self._tables[entry.part]

    def related(self, kind: str, entry: SheetEntry | None = None) -> list[Relationship]:
        """Relationships of a kind (`table`, `styles`) to parts that exist, of the workbook's part or of a sheet's."""
        found = self.package.relationships(entry.part if entry else self.part)
        kinds = [one for one in found if posixpath.basename(one.type) == kind and not one.external]
        return [one for one in kinds if self.package.has(one.target)]

    @cached_property
    def strings(self) -> SharedStrings:
        """The shared strings; none where the workbook has no such part."""
        parts = self.related("sharedStrings")
        if not parts:
            return SharedStrings(b"<sst/>", "")
        return SharedStrings(self.package.read_xml(parts[0].target), parts[0].target)

    @cached_property
    def styles(self) -> Styles:
        """The cell formats as they were read; nothing is ever appended to these."""
        return self.read_styles()

    def read_styles(self) -> Styles:
        """The cell formats anew, for one that appends."""
        parts = self.related("styles")
        return Styles(self.package.read_xml(parts[0].target) if parts else None)

    def number_format(self, style: int) -> NumberFormat:
        """The number format of a style, read once."""
        if style not in self._formats:
            self._formats[style] = self.styles.number_format(style)
        return self._formats[style]

    def moment(self, style: int, number: float) -> str | None:
        """ISO 8601 text of a number that cells of this style show as a date or time; None where they do not."""
        kind = self.number_format(style).kind
        return from_serial(number, kind, date1904=self.date1904) if kind in MOMENTS else None

    @property
    def size(self) -> int:
        """About how many bytes it holds by now: the file, the parts read, the cells asked for, sheets packed anew."""
        opened = sum(len(sheet.data) for sheet in list(self._sheets.values()))
        return self.package.held + opened + _SPAN_SIZE * len(self._spans) + self.results.size

    def put_away(self) -> None:
        """Let go of large sheets, which are opened anew when asked for; what is known of them is kept."""
        self.package.put_away()
        for part in [part for part, sheet in list(self._sheets.items()) if len(sheet.data) >= _LARGE_SHEET]:
            self._sheets.pop(part, None)
            self._computed.pop(part, None)

    @property
    def opened(self) -> Mapping[str, Worksheet]:
        """The worksheets that were opened so far, by part name."""
        return self._sheets

    def sheet(self, entry: SheetEntry) -> Worksheet:
        """The cells of a worksheet."""
        sheet = self._sheets.get(entry.part)
        if sheet is None:
            sheet = self._sheets[entry.part] = open_sheet(self.package.read_xml(entry.part))
        return sheet

    def may_compute(self, entry: SheetEntry) -> bool:
        """False only where no cell of the sheet has a formula; a large sheet need not be opened to say so."""
        return self.results.may_compute(entry.part)

    def find(self, entry: SheetEntry, cell: Cell) -> CellSpan | None:
        """The cell's element; asked for many times over while a fill is checked, so the answer is kept."""
        place = (entry.index, cell)
        if place not in self._spans:
            self._spans[place] = self.sheet(entry).find(cell)
        return self._spans[place]

    def computed(self, entry: SheetEntry) -> ComputedCells:
        """Which cells of a worksheet are computed."""
        computed = self._computed.get(entry.part)
        if computed is None:
            computed = self._computed[entry.part] = ComputedCells(self.sheet(entry), partial(self.find, entry))
        return computed

    def structure(self, entry: SheetEntry) -> Structure:
        """Merges, headers, protection of a worksheet."""
        if entry.part not in self._structures:
            self._structures[entry.part] = Structure(self, entry)
        return self._structures[entry.part]

    def frame(self, entry: SheetEntry) -> Element:
        """A worksheet without its rows: what stands before and after `<sheetData>` (§18.3.1.99)."""
        if entry.part not in self._frames:
            sheet = self.sheet(entry)
            self._frames[entry.part] = parse_xml(sheet.head + sheet.tail, entry.part)
        return self._frames[entry.part]


def _read_table(root: Element, entry: SheetEntry) -> Table | None:
    area = read_area(root.get("ref", ""))
    if area is None:
        return None
    columns = [decode_xstring(column.get("name", "")) for column in children(root, "tableColumns", "tableColumn")]
    return Table(
        root.get("displayName") or root.get("name", ""),
        entry,
        area,
        columns,
        header=root.get("headerRowCount", "1") != "0",
        totals=root.get("totalsRowCount", "0") != "0",
    )
