"""Small Word documents of a test's own, and the way of filling and reading them without a door."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape

from docforge.errors import Refusal
from docforge.formats.base import Filled, Reading
from docforge.formats.docx import FORMAT, DocxItems
from docforge.opc import Package

MAIN = "word/document.xml"
STORE = "{11111111-2222-3333-4444-555555555555}"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_NAMESPACES = " ".join(
    f'xmlns:{prefix}="{name}"'
    for prefix, name in {
        "w": "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
        "w14": "http://schemas.microsoft.com/office/word/2010/wordml",
        "w15": "http://schemas.microsoft.com/office/word/2012/wordml",
        "r": _OFFICE,
        "wp": "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing",
        "mc": "http://schemas.openxmlformats.org/markup-compatibility/2006",
        "v": "urn:schemas-microsoft-com:vml",
        "wps": "http://schemas.microsoft.com/office/word/2010/wordprocessingShape",
    }.items()
)
_PROLOG = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n'
_ROOTS = {"header": "hdr", "footer": "ftr"}


def docx(
    body: str,
    *,
    kind: str = "document.main+xml",
    settings: str = "",
    store: str = "",
    parts: Mapping[str, str] | None = None,
    related: Mapping[str, str] | None = None,
    office: str = _OFFICE,
    **stories: str,
) -> bytes:
    """A document with `body`; `stories` are header, footer, footnotes, endnotes; `parts` stand beside.

    `related` says by the name of a part (below `word/`, or from the root with `/`) of what kind it is to whom: a kind
    (`styles`) of the body, a whole type of the package.
    """
    rels, made = list[str](), dict[str, str]()
    types = [_override(MAIN, kind if "/" in kind else f"{_TYPE}.{kind}")]
    for name, inner in {**stories, "settings": settings}.items():
        part = f"word/{name}.xml"
        made[part] = _root(_ROOTS.get(name, name), inner)
        rels.append(_relationship(len(rels) + 1, f"{office}/{name}", f"{name}.xml"))
        types.append(_override(part, f"{_TYPE}.{name}+xml"))
    if store:
        made["customXml/item1.xml"] = store
        made["customXml/itemProps1.xml"] = (
            f'<ds:datastoreItem xmlns:ds="http://schemas.openxmlformats.org/officeDocument/2006/customXml"'
            f' ds:itemID="{STORE}"/>'
        )
        rels.append(_relationship(len(rels) + 1, f"{office}/customXml", "../customXml/item1.xml"))
    whole = [_relationship(1, f"{office}/officeDocument", MAIN)]
    for target, told in (related or {}).items():
        to, kind_of = (whole, told) if ":" in told else (rels, f"{office}/{told}")
        to.append(_relationship(len(to) + 1, kind_of, target))
    return zipped(
        {
            "[Content_Types].xml": _types(types),
            "_rels/.rels": _relationships(whole),
            MAIN: _root("document", f"<w:body>{body}<w:sectPr/></w:body>"),
            "word/_rels/document.xml.rels": _relationships(rels),
            **made,
            **(parts or {}),
        }
    )


def zipped(parts: Mapping[str, str | bytes]) -> bytes:
    """The parts as a package, in this order."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return held.getvalue()


def _root(name: str, inner: str) -> str:
    return f'{_PROLOG}<w:{name} {_NAMESPACES} mc:Ignorable="w14 w15">{inner}</w:{name}>'


def _override(part: str, content_type: str) -> str:
    return f'<Override PartName="/{part}" ContentType="{content_type}"/>'


def _relationship(number: int, kind: str, target: str) -> str:
    return f'<Relationship Id="rId{number}" Type="{kind}" Target="{target}"/>'


def _relationships(rels: Sequence[str]) -> str:
    return f'{_PROLOG}<Relationships xmlns="{_PACKAGE}/relationships">{"".join(rels)}</Relationships>'


def _types(overrides: Sequence[str]) -> str:
    return (
        f'{_PROLOG}<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>{"".join(overrides)}</Types>'
    )


# ── pieces ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def p(*inner: str, properties: str = "") -> str:
    return f"<w:p>{f'<w:pPr>{properties}</w:pPr>' if properties else ''}{''.join(inner)}</w:p>"


def r(text: str, look: str = "") -> str:
    shown = f"<w:rPr>{look}</w:rPr>" if look else ""
    return f'<w:r>{shown}<w:t xml:space="preserve">{escape(text)}</w:t></w:r>'


def sdt(properties: str, content: str) -> str:
    return f"<w:sdt><w:sdtPr>{properties}</w:sdtPr><w:sdtContent>{content}</w:sdtContent></w:sdt>"


def cell(text: str = "", properties: str = "", inner: str = "") -> str:
    """A cell, right-aligned, whose paragraph mark is bold and of 14 points."""
    mark = '<w:jc w:val="right"/><w:rPr><w:b/><w:sz w:val="28"/></w:rPr>'
    content = inner or p(r(text) if text else "", properties=mark)
    return f'<w:tc><w:tcPr><w:tcW w:w="2000" w:type="dxa"/>{properties}</w:tcPr>{content}</w:tc>'


def table(*rows: Sequence[str]) -> str:
    grid = "<w:gridCol/>" * max(map(len, rows))
    inner = "".join(f"<w:tr>{''.join(row)}</w:tr>" for row in rows)
    return f"<w:tbl><w:tblPr/><w:tblGrid>{grid}</w:tblGrid>{inner}</w:tbl>"


def field(code: Sequence[str], result: str = "", *, data: str = "", look: str = "<w:i/>") -> str:
    """A complex field; each piece of `code` is a run of its own."""
    form = f"<w:ffData>{data}</w:ffData>" if data else ""
    instruction = "".join(f'<w:r><w:instrText xml:space="preserve">{piece}</w:instrText></w:r>' for piece in code)
    return (
        f'<w:r><w:fldChar w:fldCharType="begin">{form}</w:fldChar></w:r>{instruction}'
        f'<w:r><w:fldChar w:fldCharType="separate"/></w:r>{r(result, look) if result else ""}'
        '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )


def text_box(inner: str) -> str:
    """A run with a text box in its two forms."""
    content = f"<w:txbxContent>{inner}</w:txbxContent>"
    choice = f'<mc:Choice Requires="wps"><wps:txbx>{content}</wps:txbx></mc:Choice>'
    fallback = f"<mc:Fallback><w:pict><v:textbox>{content}</v:textbox></w:pict></mc:Fallback>"
    return f"<w:r><mc:AlternateContent>{choice}{fallback}</mc:AlternateContent></w:r>"


def binding(path: str, store: str = STORE) -> str:
    return f'<w:dataBinding w:prefixMappings="xmlns:n=\'urn:q\'" w:xpath="{path}" w:storeItemID="{store}"/>'


# ── filling ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def fill(
    data: bytes, *items: Mapping[str, Any], as_document: bool = False, sources: Mapping[str, bytes] | None = None
) -> Filled:
    """Fill as the edit tool does, the document being its own form."""
    package = Package.open(data)
    given = DocxItems.model_validate({"fields": list(items)})
    plan = FORMAT.engine.plan(package, given, origin=package, sources=sources or {}, force_calculation=False)
    return FORMAT.engine.apply(plan, as_document=as_document)


def put(data: bytes, **values: Any) -> str:
    """Fill places by address (`__` stands for `:`) and give the body's XML."""
    return part(fill(data, *({"at": at.replace("__", ":"), "value": value} for at, value in values.items())).data)


def refuse(data: bytes, *items: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The problems of a call that must be refused, as the wire tells them."""
    try:
        fill(data, *items)
    except Refusal as refusal:
        return refusal.to_dict("en")["problems"]
    raise AssertionError("filled")


def read(data: bytes) -> Reading:
    return FORMAT.engine.read(Package.open(data))


def places(data: bytes) -> dict[str, dict[str, Any]]:
    """The listed places by address."""
    return {place["at"]: dict(place) for place in read(data).places}


def part(data: bytes, name: str = MAIN) -> str:
    return zipfile.ZipFile(io.BytesIO(data)).read(name).decode()
