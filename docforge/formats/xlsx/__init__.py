"""Excel workbooks (ECMA-376-1 part SpreadsheetML) at the level of bytes. Knows no path and no door."""

from docforge.formats.base import Format
from docforge.formats.xlsx.engine import XlsxEngine
from docforge.formats.xlsx.items import XlsxItems

FORMAT = Format(
    name="xlsx",
    title={"ko": "Excel 문서", "en": "Excel workbook"},
    document=".xlsx",
    template=".xltx",
    macro_document=".xlsm",
    macro_templates=(".xlsm", ".xltm"),
    items=XlsxItems,
    engine=XlsxEngine(),
)
