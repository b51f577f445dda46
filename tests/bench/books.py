"""The workbooks that are measured: the small quote, and made ones with a large sheet beside the form or in it."""

from __future__ import annotations

import io
import json
import random
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import xlsxwriter

ROOT = Path(__file__).resolve().parents[2]
COLUMNS = 20


@dataclass(frozen=True, slots=True)
class Subject:
    """One measured fill: a workbook, the cells to write, and how many times a plain copy it may cost."""

    name: str
    data: bytes
    cells: list[dict[str, Any]]
    copies: float
    openpyxl: float | None = None  # how many times faster than openpyxl's load and save

    @property
    def largest_part(self) -> int:
        """Bytes of the largest sheet's XML."""
        with zipfile.ZipFile(io.BytesIO(self.data)) as archive:
            return max(entry.file_size for entry in archive.infolist() if "/worksheets/" in entry.filename)


def quote() -> Subject:
    """The quote form of fixtures/ with ten cells."""
    told = json.loads((ROOT / "fixtures/xlsx/quote.expected.json").read_text(encoding="utf-8"))
    cells = [*told["call"]["cells"], {"sheet": "견적서", "cell": "A11", "value": "백업"}][:10]
    return Subject("small quote, 10 cells", (ROOT / "fixtures/xlsx/quote.xltx").read_bytes(), cells, 10, 20)


def form_cells() -> list[dict[str, Any]]:
    return [{"sheet": "form", "cell": f"B{row}", "value": f"value {row}"} for row in range(2, 12)]


def _book(rows: int, formulas: int) -> bytes:
    """A form of ten places beside a sheet of `rows` × 20 cells, and a sheet of `formulas` computed cells.

    Amounts and names as they come in ledgers: numbers in sequence would pack ten times as well as any real sheet.
    """
    chance = random.Random(rows)
    kept = io.BytesIO()
    with xlsxwriter.Workbook(kept, {"in_memory": True}) as book:
        form = book.add_worksheet("form")
        for row in range(1, 11):
            form.write(row, 0, f"label {row}")
        data = book.add_worksheet("data")
        for row in range(rows):
            for column in range(COLUMNS):
                if column % 5 == 4:
                    data.write_string(row, column, f"품목 {chance.randrange(5_000)}")
                else:
                    data.write_number(row, column, round(chance.random() * 1e6, 2))
        if formulas:
            sums = book.add_worksheet("sums")
            for row in range(formulas):
                sums.write_formula(row, 0, f"=form!B2&{row}", value=row)
    return kept.getvalue()


def subjects(rows: int) -> list[Subject]:
    """All that is measured; `rows` is the length of the large sheet (50,000 in a full run)."""
    beside, computed = _book(rows, 0), _book(10, rows * 2)
    inside = [{"sheet": "data", "cell": f"A{rows // 2}", "value": 7}]
    return [
        quote(),
        Subject(f"form beside {rows:,} × {COLUMNS}", beside, form_cells(), 15, 200),
        Subject(f"{rows * 2:,} results to clear", computed, form_cells(), 40),
        Subject(f"one cell in {rows:,} × {COLUMNS}", beside, inside, 30),
    ]
