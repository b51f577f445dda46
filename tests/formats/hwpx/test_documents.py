"""Hangul documents as a whole: objects, pictures, tags, the package, the preview, what is refused."""

from __future__ import annotations

import io
import zipfile

import pytest

from tests.formats.hwpx.hangul import (
    MANIFEST,
    PREVIEW,
    SECTION,
    Desk,
    click,
    document,
    para,
    part,
    parts_of,
    picture,
    png,
    run,
    table,
)

FIELD = para(click("a", "안내"))
ITEM = '<opf:item id="image1" href="BinData/image1.png" media-type="image/png" isEmbeded="1"/>'


def objects(inside: str) -> bytes:
    return document(para(f'<hp:run charPrIDRef="0">{inside}</hp:run>'))


@pytest.mark.proves("PLACE-3")
def test_other_entries_keep_their_bytes_and_the_mimetype_stays_first_and_stored(desk: Desk) -> None:
    form = document(FIELD)
    made = desk.fill(form, {"at": "field:a", "value": "하늘"})
    before, after = parts_of(form), parts_of(made)
    assert list(before) == list(after)
    assert {name for name in before if before[name] != after[name]} == {SECTION}
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        first = archive.infolist()[0]
        assert (first.filename, first.compress_type) == ("mimetype", zipfile.ZIP_STORED)


@pytest.mark.proves("HANGUL-2")
def test_the_preview_is_made_anew_where_it_showed_the_form(desk: Desk) -> None:
    form = document(FIELD, table(("가", "나")), preview="안내\r\n<가><나>\r\n\r\n")
    made = desk.fill(form, {"at": "field:a", "value": "하늘"})
    assert part(made, PREVIEW) == "하늘\r\n<가><나>\r\n\r\n"
    other = document(FIELD, preview="다른 문서의 글")
    assert part(desk.fill(other, {"at": "field:a", "value": "하늘"}), PREVIEW) == "다른 문서의 글"


@pytest.mark.proves("HANGUL-2", "PLACE-2")
def test_a_tag_over_runs_takes_the_style_it_begins_in_and_leaves_the_rest(desk: Desk) -> None:
    form = document(para(run("수신 {{고객", 7) + run("명}} 귀하 {{직위}}")), para(run("{{고객명}}")))
    assert desk.read(form)["placeholder:고객명"]["places"] == 2
    made = part(
        desk.fill(form, {"at": "placeholder:고객명", "value": "하늘 & <b>"}, {"at": "placeholder:직위", "value": "장"})
    )
    assert '"7"><hp:t>수신 하늘 &amp; &lt;b&gt;</hp:t></hp:run><hp:run charPrIDRef="0"><hp:t> 귀하 장</hp:t>' in made
    assert "{{" not in made


@pytest.mark.proves("PLACE-2")
def test_a_tag_that_only_asks_in_a_field_is_no_place_and_one_in_a_value_overlaps_it(desk: Desk) -> None:
    assert list(desk.read(document(para(click("a", "{{이름}}"))))) == ["field:a"]
    held = document(para(click("a", "안내").replace("<hp:t>안내</hp:t>", "<hp:t>{{이름}}</hp:t>")))
    problems = desk.refused(held, {"at": "field:a", "value": "1"}, {"at": "placeholder:이름", "value": "2"})
    assert [one["code"] for one in problems.values()] == ["overlaps"]


@pytest.mark.proves("PLACE-1", "PLACE-4")
def test_check_boxes_and_radio_buttons_take_true_and_false(desk: Desk) -> None:
    radio = '<hp:radioBtn caption="{0}" name="{0}" value="{1}" radioGroupName="g" enabled="1" editable="1"/>'
    form = objects(
        '<hp:checkBtn name="c" value="UNCHECKED" enabled="1"/>'
        + radio.format("예", "CHECKED")
        + radio.format("아니오", "UNCHECKED")
    )
    made = part(desk.fill(form, {"at": "form:c", "value": True}, {"at": "form:아니오", "value": True}))
    assert 'name="c" value="CHECKED"' in made
    assert 'name="예" value="UNCHECKED"' in made
    assert 'name="아니오" value="CHECKED"' in made
    assert desk.code(form, {"at": "form:c", "value": "예"}) == "fields_refused"


@pytest.mark.proves("PLACE-4")
def test_two_buttons_of_one_group_are_not_both_chosen(desk: Desk) -> None:
    button = '<hp:radioBtn name="{0}" value="UNCHECKED" radioGroupName="g" enabled="1" editable="1"/>'
    form = objects(button.format("예") + button.format("아니오"))
    problems = desk.refused(form, {"at": "form:예", "value": True}, {"at": "form:아니오", "value": True})
    assert problems["form:아니오"]["code"] == "overlaps"


@pytest.mark.proves("PLACE-1", "PLACE-4")
def test_a_list_takes_its_entries_and_a_text_box_its_text(desk: Desk) -> None:
    entry = '<hp:listItem displayText="{}" value="{}"/>'
    form = objects(
        '<hp:comboBox name="등급" selectedValue="" editEnable="0" editable="1" enabled="1">'
        f"{entry.format('골드', 'G')}</hp:comboBox>"
        '<hp:edit name="번호" multiLine="0" maxLength="4" numOnly="1" editable="1" readOnly="0" enabled="1">'
        "<hp:formCharPr/><hp:text/></hp:edit>"
    )
    assert desk.refused(form, {"at": "form:등급", "value": "은"})["form:등급"]["allowed"] == ["골드"]
    assert desk.refused(form, {"at": "form:번호", "value": "12345"})["form:번호"]["code"] == "too_long"
    assert "digits" in desk.refused(form, {"at": "form:번호", "value": "가"})["form:번호"]["message"]
    made = part(desk.fill(form, {"at": "form:등급", "value": "골드"}, {"at": "form:번호", "value": "1234"}))
    assert 'selectedValue="G"' in made
    assert "<hp:text>1234</hp:text>" in made


@pytest.mark.proves("PLACE-4")
def test_a_form_object_that_is_off_is_refused(desk: Desk) -> None:
    for off in ('enabled="0" editable="1"', 'enabled="1" editable="0"'):
        form = objects(f'<hp:checkBtn name="c" value="UNCHECKED" {off}/>')
        assert desk.refused(form, {"at": "form:c", "value": True})["form:c"]["code"] == "locked"


@pytest.mark.proves("PLACE-2", "PLACE-3")
def test_a_picture_takes_the_place_of_one_and_leaves_another_of_the_same_item(desk: Desk) -> None:
    old, new = png(30, 30), png(20, 10)
    form = document(para(picture()), para(picture()), items=ITEM, extra={"BinData/image1.png": old})
    desk.put("logo.png", new)
    made = desk.fill(form, {"at": "picture:image1[2]", "image": {"source": "logo.png"}})
    parts, text = parts_of(made), part(made)
    assert (parts["BinData/image1.png"], parts["BinData/image2.png"]) == (old, new)
    assert text.index('"image1"') < text.index('"image2"')
    assert '<hp:imgClip left="0" right="750" top="0" bottom="750"/><hp:imgDim dimwidth="1500" dimheight="750"/>' in text
    assert '<opf:item id="image2" href="BinData/image2.png" media-type="image/png" isEmbeded="1"/>' in part(
        made, MANIFEST
    )


@pytest.mark.proves("PLACE-3")
def test_a_picture_that_nothing_shows_any_more_goes_and_its_item_too(desk: Desk) -> None:
    form = document(para(picture()), items=ITEM, extra={"BinData/image1.png": png(30, 30)})
    desk.put("logo.png", png(20, 10))
    made = desk.fill(form, {"at": "picture:image1", "image": {"source": "logo.png", "fit": "contain"}})
    assert "BinData/image1.png" not in parts_of(made)
    assert "image1.png" not in part(made, MANIFEST)
    assert '<hp:curSz width="6000" height="3000"/>' in part(made)


@pytest.mark.proves("PLACE-2")
def test_a_picture_out_of_proportion_is_told_and_covers_its_frame_when_asked(desk: Desk) -> None:
    form = document(para(picture()), items=ITEM, extra={"BinData/image1.png": png(30, 30)})
    desk.put("wide.png", png(40, 10))
    kept = desk.result(form, {"at": "picture:image1", "image": {"source": "wide.png"}})
    assert any("stretches the picture" in warning for warning in kept["warnings"])
    covering = desk.result(form, {"at": "picture:image1", "image": {"source": "wide.png", "fit": "cover"}})
    assert "warnings" not in covering
    text = part((desk.folder / covering["path"]).read_bytes())
    assert '<hp:imgClip left="1125" right="1875" top="0" bottom="750"/>' in text
    assert '<hp:imgDim dimwidth="3000" dimheight="750"/>' in text


@pytest.mark.proves("REJECT-5")
def test_a_package_that_is_encrypted_or_names_entries_with_backslashes_is_refused(desk: Desk) -> None:
    locked = document(FIELD, extra={"META-INF/manifest.xml": b"<manifest><encryption-data/></manifest>"})
    assert desk.code(locked, {"at": "field:a", "value": "1"}) == "encrypted"
    slashed = document(FIELD, extra={"BinData\\image1.png": b"x"})
    assert desk.code(slashed, {"at": "field:a", "value": "1"}) == "hostile_file"


@pytest.mark.proves("REJECT-5")
def test_a_package_without_a_section_or_with_a_broken_one_is_refused(desk: Desk) -> None:
    broken = document(FIELD, extra={SECTION: b"<hs:sec"})
    assert desk.code(broken, {"at": "field:a", "value": "1"}) == "not_a_document"
    empty = document(FIELD, extra={MANIFEST: b"<package/>", SECTION: b""})
    assert desk.code(empty, {"at": "field:a", "value": "1"}) == "not_a_document"


@pytest.mark.proves("PLACE-3")
def test_a_script_stays_and_is_told_of_where_it_does_something(desk: Desk) -> None:
    item = '<opf:item id="sourcesc" href="Scripts/sourceScripts.js"/>'
    usual = "var Documents = XHwpDocuments;\nfunction OnDocument_New()\n{\n\t//todo : \n}\n".encode("utf-16")
    form = document(FIELD, items=item, extra={"Scripts/sourceScripts.js": usual})
    desk.put("templates/form.hwpx", form)
    assert not desk.forge.call("read_hwpx", path="templates/form.hwpx").get("warnings")
    running = usual + 'function OnDocument_Open(){ Run("x"); }'.encode("utf-16-le")
    form = document(FIELD, items=item, extra={"Scripts/sourceScripts.js": running})
    desk.put("templates/form.hwpx", form)
    assert "script" in desk.forge.call("read_hwpx", path="templates/form.hwpx")["warnings"][0]
    assert parts_of(desk.fill(form, {"at": "field:a", "value": "1"}))["Scripts/sourceScripts.js"] == running


@pytest.mark.proves("MATRIX-1", "MATRIX-3", "MATRIX-4")
def test_a_form_in_the_template_folder_is_copied_and_the_copy_edited_later(desk: Desk) -> None:
    form = document(FIELD)
    desk.put("templates/form.hwpx", form)
    first = desk.result(form, {"at": "field:a", "value": "하나"})
    desk.forge.call("edit_hwpx", path=first["path"], attach=False, fields=[{"at": "field:a", "value": "둘"}])
    assert "<hp:t>둘</hp:t>" in part((desk.folder / first["path"]).read_bytes())
    assert (desk.folder / "templates/form.hwpx").read_bytes() == form
