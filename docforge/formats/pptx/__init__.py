"""PowerPoint presentations (ECMA-376-1 part PresentationML), filled by places. Knows no path and no door."""

from docforge.formats.base import Code, Format
from docforge.formats.fields import FieldsEngine
from docforge.formats.pptx.faults import find_faults
from docforge.formats.pptx.form import open_form
from docforge.formats.pptx.items import PptxItems

FORMAT = Format(
    name="pptx",
    title={"ko": "PowerPoint 문서", "en": "PowerPoint presentation"},
    document=".pptx",
    template=".potx",
    macro_document=".pptm",
    macro_templates=(".pptm", ".potm"),
    items=PptxItems,
    engine=FieldsEngine(open_form, find_faults, addressed=False),
    code=Code("prs", "python-pptx", "docforge.formats.pptx.code"),
)
