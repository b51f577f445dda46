"""What edit_pptx takes: places of slides with what goes into each. Knows no presentation."""

from pydantic import ConfigDict

from docforge.formats.fields import FieldItems


class PptxItems(FieldItems):
    """The arguments of edit_pptx that are PowerPoint's own."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"fields": [{"at": "S1/ph:title", "value": "2027년 사업 제안"}]}]}
    )
