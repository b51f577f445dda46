"""Hangul documents (.hwpx; KS X 6101, OWPML) at the level of their XML. Knows no path and no door.

A form is a .hwpx too, so there is no extension for templates. Scripts in a document run by Hangul's own leave alone
are kept as they are; the format knows no documents with macros.
"""

from docforge.formats.base import Format
from docforge.formats.fields import FieldsEngine
from docforge.formats.hwpx.faults import find_faults
from docforge.formats.hwpx.form import HwpxForm
from docforge.formats.hwpx.items import HwpxItems

FORMAT = Format(
    name="hwpx",
    title={"ko": "한글 문서", "en": "Hangul document"},
    document=".hwpx",
    template=None,
    macro_document=None,
    macro_templates=(),
    items=HwpxItems,
    engine=FieldsEngine(HwpxForm, find_faults, addressed=False),
    main_types=("application/hwp+zip", "application/owpml"),
)
