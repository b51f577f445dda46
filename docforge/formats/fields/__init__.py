"""What formats filled by places share: the items, the places, their checks, tables and pictures. Knows no format."""

from docforge.formats.fields.engine import FieldsEngine, Form, Written
from docforge.formats.fields.items import FieldItem, FieldItems
from docforge.formats.fields.part import XmlPart
from docforge.formats.fields.pictures import Picture
from docforge.formats.fields.place import Filling, Place, Span

__all__ = [
    "FieldItem",
    "FieldItems",
    "FieldsEngine",
    "Filling",
    "Form",
    "Picture",
    "Place",
    "Span",
    "Written",
    "XmlPart",
]
