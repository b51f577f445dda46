"""What a package says of itself: its title, and whom it names."""

from __future__ import annotations

import pytest

from docforge.opc import Package, find_people, read_title
from tests.opc.packages import Parts, docx, hwpx, pack

RELATIONS = "http://schemas.openxmlformats.org"
CORE = f"{RELATIONS}/package/2006/relationships/metadata/core-properties"
APP = f"{RELATIONS}/officeDocument/2006/relationships/extended-properties"
DC = 'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:cp="urn:cp"'
OPF = 'xmlns:opf="http://www.idpf.org/2007/opf/"'


def word(core: str, app: str = "<Properties/>") -> Package:
    office = f"{RELATIONS}/officeDocument/2006/relationships/officeDocument"
    links = ((office, "word/document.xml"), (CORE, "core.xml"), (APP, "app.xml"))
    tags = "".join(f'<Relationship Id="r{n}" Type="{kind}" Target="{part}"/>' for n, (kind, part) in enumerate(links))
    related = f'<Relationships xmlns="{RELATIONS}/package/2006/relationships">{tags}</Relationships>'.encode()
    return Package.open(pack({**docx(), "_rels/.rels": related, "core.xml": core.encode(), "app.xml": app.encode()}))


def hangul(metadata: str) -> Package:
    container = '<container><rootfiles><rootfile full-path="Contents/content.hpf"/></rootfiles></container>'
    manifest = f"<opf:package {OPF}><opf:metadata>{metadata}</opf:metadata></opf:package>"
    parts: Parts = {"META-INF/container.xml": container.encode(), "Contents/content.hpf": manifest.encode()}
    return Package.open(pack({**hwpx(), **parts}))


@pytest.mark.proves("SERVE-10")
def test_the_title_is_that_of_the_properties_or_of_the_manifest() -> None:
    assert read_title(word(f"<p {DC}><dc:title> 견적서 </dc:title></p>")) == "견적서"
    assert read_title(word("<broken")) == read_title(Package.open(pack(docx()))) == ""
    assert read_title(hangul("<opf:title>신청서</opf:title>")) == "신청서"
    assert read_title(hangul("<opf:title/>")) == ""


@pytest.mark.proves("SERVE-7")
def test_properties_that_name_people_are_found_and_programs_are_nobody() -> None:
    core = f"<p {DC}><dc:creator>홍길동</dc:creator><cp:lastModifiedBy> </cp:lastModifiedBy></p>"
    app = "<Properties><Company>(주)한빛</Company><Application>Word</Application></Properties>"
    assert find_people(word(core, app)) == ("creator", "Company")
    assert find_people(word(f"<p {DC}><dc:creator>python-docx</dc:creator></p>")) == ()
    named = '<opf:meta name="creator" content="text">홍길동</opf:meta><opf:meta name="subject">견적</opf:meta>'
    assert find_people(hangul(f'{named}<opf:meta name="lastsaveby" content="text"/>')) == ("creator",)
