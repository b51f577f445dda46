"""What of a part an element or an occurrence covers, so that two items for the same text are noticed. Never writes.

Knows no address.
"""

from __future__ import annotations

from docforge.formats.fields import Span, XmlPart
from docforge.formats.pptx.placeholders import Placeholder
from docforge.opc import Element


def span_of(part: XmlPart, element: Element) -> Span:
    """All of an element: from itself to behind the last node within."""
    start = part.order[element]
    return Span(part.name, (start, 0), (start + sum(1 for _ in element.iter()), 0))


def span_of_placeholder(part: XmlPart, found: Placeholder) -> Span:
    """The characters of one `{{x}}`."""
    (first, start), (last, stop) = found.start, found.stop
    return Span(part.name, (part.order[first], start), (part.order[last], stop))
