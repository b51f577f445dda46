"""Charts. Knows no value."""

from docforge.errors import Phrase
from docforge.formats.fields import Place


def chart_place(at: str) -> Place:
    """A chart."""
    return Place(at, "calculated", fault="calculated", why_not=Phrase("pptx_object"))
