"""Worksheet parts in the spellings that producers use, each with what it says: a strategy for differential tests."""

from __future__ import annotations

from dataclasses import dataclass, field
from xml.sax.saxutils import escape

from hypothesis import strategies as st

from docforge.formats.xlsx.refs import Cell, column_name

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


@dataclass(frozen=True)
class Truth:
    """One cell as it was meant: style, type, text of the value, formula text."""

    style: int | None
    kind: str
    raw: str
    formula: str | None


@dataclass(frozen=True)
class Spelled:
    data: bytes
    truth: dict[Cell, Truth]
    rows: tuple[int, ...]
    styles: dict[int, int] = field(default_factory=dict[int, int])


@dataclass(frozen=True)
class Spelling:
    """How one part is spelled. Everything off is what Excel writes."""

    prefix: str
    encoding: str
    newline: str
    quote: str
    bare_rows: bool
    bare_cells: bool
    shuffled: bool
    comments: bool
    cdata: bool
    self_closing: bool
    spaces: bool
    dimension: bool


spellings = st.builds(
    Spelling,
    prefix=st.sampled_from(["", "", "x:", "ns0:"]),
    encoding=st.sampled_from(["utf-8", "utf-8", "utf-8-sig", "utf-16", "utf-16-le", "euc-kr"]),
    newline=st.sampled_from(["", "", "\n", "\r\n"]),
    quote=st.sampled_from(['"', '"', "'"]),
    bare_rows=st.booleans(),
    bare_cells=st.booleans(),
    shuffled=st.booleans(),
    comments=st.booleans(),
    cdata=st.booleans(),
    self_closing=st.booleans(),
    spaces=st.booleans(),
    dimension=st.booleans(),
)
EXCEL = Spelling("", "utf-8", "", '"', False, False, False, False, False, True, False, True)

_TEXT = st.text(st.sampled_from("가나 ab<&>\"'_x0041\n5=c/"), max_size=9)
_NUMBER = st.sampled_from(["0", "12", "-3.5", "1E+20", "46357"])
_FORMULA = st.sampled_from(["A1+1", "SUM(A1:B2)", 'IF(A1<2,"<c>","&")', "시트!B3*2"])
cells = st.one_of(
    st.builds(Truth, st.sampled_from([None, 0, 7]), st.just("n"), st.one_of(st.just(""), _NUMBER), st.none()),
    st.builds(Truth, st.sampled_from([None, 3]), st.just("n"), st.one_of(st.just(""), _NUMBER), _FORMULA),
    st.builds(Truth, st.sampled_from([None, 3]), st.just("str"), _TEXT, _FORMULA),
    st.builds(Truth, st.sampled_from([None, 12]), st.just("inlineStr"), _TEXT, st.none()),
    st.builds(Truth, st.none(), st.just("s"), st.sampled_from(["0", "41"]), st.none()),
    st.builds(Truth, st.just(2), st.just("b"), st.sampled_from(["0", "1"]), st.none()),
)
grids = st.dictionaries(
    st.integers(1, 9),
    st.dictionaries(st.integers(1, 30), cells, max_size=5),
    max_size=5,
)


@st.composite
def spelled(draw: st.DrawFn, how: st.SearchStrategy[Spelling] = spellings) -> Spelled:
    """A part and its truth. Positions are left out only where they follow from the one before."""
    spelling, grid = draw(how), draw(grids)
    styles = {row: 5 for row in grid if draw(st.booleans())}
    data = _Writer(spelling).write(grid, styles)
    truth = {Cell(r, c): cell for r, row in grid.items() for c, cell in row.items()}
    return Spelled(data, truth, tuple(sorted(grid)), styles)


class _Writer:
    def __init__(self, spelling: Spelling) -> None:
        self.how, self.p = spelling, spelling.prefix

    def write(self, grid: dict[int, dict[int, Truth]], styles: dict[int, int]) -> bytes:
        how = self.how
        name = f"xmlns:{self.p[:-1]}" if self.p else "xmlns"
        declared = (
            "" if how.encoding == "utf-16-le" else f" encoding={how.quote}{how.encoding[:6].strip('-')}{how.quote}"
        )
        lines = [f"<?xml version={how.quote}1.0{how.quote}{declared if how.encoding != 'utf-8-sig' else ''}?>"]
        lines.append(f"<{self.p}worksheet {name}={how.quote}{MAIN}{how.quote}>")
        if how.comments:
            lines.append("<!-- <sheetData><row r='1'><c r='A1'/></row></sheetData> -->")
        if how.dimension:
            lines.append(f"<{self.p}dimension ref={how.quote}A1:AD9{how.quote}/>")
        lines.append(self.body(grid, styles))
        lines += [f"<{self.p}pageMargins left={how.quote}0.7{how.quote}/>", f"</{self.p}worksheet>"]
        return how.newline.join(lines).encode(how.encoding)

    def body(self, grid: dict[int, dict[int, Truth]], styles: dict[int, int]) -> str:
        if not grid and self.how.self_closing:
            return f"<{self.p}sheetData/>"
        parts, before = list[str](), 0
        for number in sorted(grid):
            parts.append(self.row(number, grid[number], styles.get(number), follows=number == before + 1))
            before = number
        inside = self.how.newline.join(parts)
        return f"<{self.p}sheetData>{inside}</{self.p}sheetData>"

    def row(self, number: int, cells: dict[int, Truth], style: int | None, *, follows: bool) -> str:
        given = [] if self.how.bare_rows and follows else [("r", str(number))]
        given += [("s", str(style)), ("customFormat", "1")] if style is not None else []
        if not cells and self.how.self_closing:
            return self.tag("row", given, empty=True)
        parts, before = list[str](), 0
        for column in sorted(cells):
            bare = self.how.bare_cells and column == before + 1
            parts.append(self.cell(None if bare else f"{column_name(column)}{number}", cells[column]))
            before = column
        gap = self.how.newline + ("<!-- c r='Z9' -->" if self.how.comments else "")
        return f"{self.tag('row', given)}{gap.join(parts)}</{self.p}row>"

    def cell(self, address: str | None, cell: Truth) -> str:
        given = [] if address is None else [("r", address)]
        given += [] if cell.style is None else [("s", str(cell.style))]
        given += [] if cell.kind == "n" else [("t", cell.kind)]
        if cell.formula is None and cell.raw == "" and cell.kind == "n" and self.how.self_closing:
            return self.tag("c", given, empty=True)
        return f"{self.tag('c', given)}{self.content(cell)}</{self.p}c>"

    def content(self, cell: Truth) -> str:
        p = self.p
        if cell.kind == "inlineStr":
            return f'<{p}is><{p}t xml:space="preserve">{self.text(cell.raw)}</{p}t></{p}is>'
        formula = "" if cell.formula is None else f"<{p}f>{self.text(cell.formula)}</{p}f>"
        return formula + (f"<{p}v>{self.text(cell.raw)}</{p}v>" if cell.raw else "")

    def text(self, text: str) -> str:
        plain = text.replace("_x0041_", "_x005F_x0041_")
        return f"<![CDATA[{plain}]]>" if self.how.cdata else escape(plain)

    def tag(self, name: str, given: list[tuple[str, str]], *, empty: bool = False) -> str:
        spelled = [f" {key}={self.how.quote}{value}{self.how.quote}" for key, value in given]
        ordered = reversed(spelled) if self.how.shuffled else spelled
        space = " " if self.how.spaces else ""
        return f"<{self.p}{name}{''.join(ordered)}{space}{'/' if empty else ''}>"
