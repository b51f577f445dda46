"""Asks Excel to calculate a workbook when it opens (ECMA-376-1 §18.2.2). Knows no sheet."""

from __future__ import annotations

import re

_CALC = rb"<%scalcPr(?=[\s/>])[^<>]*>"
_FULL = re.compile(rb"""(\sfullCalcOnLoad\s*=\s*)(?:"[^"]*"|'[^']*')""")
# §18.2.27: calcPr comes after these, the nearest last
_BEFORE = (b"definedNames", b"externalReferences", b"functionGroups", b"sheets")


def with_full_calculation(data: bytes) -> bytes:
    """The workbook part (UTF-8) with fullCalcOnLoad set; the same bytes when it is set already.

    Manual calculation stays as it is: the flag makes Excel compute once at opening.
    """
    root = re.search(rb"<(?:([A-Za-z_][\w.-]*):)?workbook[\s>]", data)
    prefix = root[1] + b":" if root and root[1] else b""
    found = re.search(_CALC % re.escape(prefix), data)
    if found is None:
        return _insert(data, prefix)
    tag = found[0]
    if _FULL.search(tag):
        changed = _FULL.sub(rb'\1"1"', tag)
    else:
        end = len(tag) - (2 if tag.endswith(b"/>") else 1)
        changed = tag[:end].rstrip() + b' fullCalcOnLoad="1"' + tag[end:]
    return data[: found.start()] + changed + data[found.end() :]


def _insert(data: bytes, prefix: bytes) -> bytes:
    element = b'<%scalcPr fullCalcOnLoad="1"/>' % prefix
    for name in _BEFORE:
        tag = re.escape(prefix + name)
        found = re.search(rb"</%s\s*>|<%s(?:\s[^<>]*)?/>" % (tag, tag), data)
        if found is not None:
            return data[: found.end()] + element + data[found.end() :]
    return data
