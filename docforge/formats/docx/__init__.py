"""Word documents (ECMA-376-1 part WordprocessingML), filled by places. Knows no path and no door."""

from pydantic import ConfigDict

from docforge.formats.base import Code, Format
from docforge.formats.docx.faults import find_faults
from docforge.formats.docx.form import WordForm
from docforge.formats.fields import FieldItems, FieldsEngine


class DocxItems(FieldItems):
    """The arguments of edit_docx that are Word's own."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"fields": [{"at": "label:고객사명", "value": "하늘상사"}]}]}
    )


FORMAT = Format(
    name="docx",
    title={"ko": "Word 문서", "en": "Word document"},
    document=".docx",
    template=".dotx",
    macro_document=".docm",
    macro_templates=(".docm", ".dotm"),
    items=DocxItems,
    engine=FieldsEngine(WordForm, find_faults),
    code=Code("doc", "python-docx", "docforge.formats.docx.code"),
)
