"""The fixed table of media types by extension. Knows no content, and not the system's own table."""

from __future__ import annotations

_OPEN = "application/vnd.openxmlformats-officedocument"
MEDIA_TYPES = {
    "xlsx": f"{_OPEN}.spreadsheetml.sheet",
    "xltx": f"{_OPEN}.spreadsheetml.template",
    "xlsm": "application/vnd.ms-excel.sheet.macroEnabled.12",
    "xltm": "application/vnd.ms-excel.template.macroEnabled.12",
    "docx": f"{_OPEN}.wordprocessingml.document",
    "dotx": f"{_OPEN}.wordprocessingml.template",
    "docm": "application/vnd.ms-word.document.macroEnabled.12",
    "dotm": "application/vnd.ms-word.template.macroEnabled.12",
    "pptx": f"{_OPEN}.presentationml.presentation",
    "potx": f"{_OPEN}.presentationml.template",
    "pptm": "application/vnd.ms-powerpoint.presentation.macroEnabled.12",
    "potm": "application/vnd.ms-powerpoint.template.macroEnabled.12",
    "hwpx": "application/hwp+zip",
    "pdf": "application/pdf",
    "png": "image/png",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "csv": "text/csv; charset=utf-8",
}
UNKNOWN = "application/octet-stream"


def media_type(path: str) -> str:
    """The media type of a file by its extension, in any letter case; octet-stream where the table has none."""
    return MEDIA_TYPES.get(path.rpartition(".")[2].lower(), UNKNOWN)
