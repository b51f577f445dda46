"""Finds rows and cells in the bytes of a worksheet part: fast where bytes can be trusted, else exactly.

Knows no workbook: a shared string stays an index.
"""

from docforge.formats.xlsx.scan.exact import check_well_formed
from docforge.formats.xlsx.scan.rows import Content, RowSpan
from docforge.formats.xlsx.scan.worksheet import Worksheet, open_exactly, open_sheet

__all__ = ["Content", "RowSpan", "Worksheet", "check_well_formed", "open_exactly", "open_sheet"]
