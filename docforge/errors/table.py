"""The one table of refusals, problems of items, notices and meanings of choices. Data only; knows nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypedDict

Fixer = Literal["caller", "user", "operator", "docforge"]


class Text(TypedDict):
    """One sentence in both languages, with the same facts in braces; `{path:을/를}` picks the particle."""

    ko: str
    en: str


@dataclass(frozen=True, slots=True)
class Row:
    """One kind of refusal: HTTP status (RFC 9110), who can fix it, what it says and what to do next."""

    status: int
    fixer: Fixer
    says: Text
    next: Text


def _t(ko: str, en: str) -> Text:
    return {"ko": ko, "en": en}


REFUSALS: dict[str, Row] = {
    # ── the call itself ───────────────────────────────────────────────────────────────────────────────────────────────
    "bad_arguments": Row(422, "caller",
        _t("{tool}의 인자가 맞지 않습니다. 아무것도 실행하지 않았습니다.", "The arguments do not fit {tool}. Nothing was run."),
        _t("적힌 인자만 고쳐 다시 부르세요.", "Correct only those and call again.")),
    "nothing_to_do": Row(422, "caller",
        _t("{tool}에 쓸 내용이 없습니다.", "{tool} was given nothing to write."),
        _t("채울 내용을 주거나, 그대로 복사하려면 copy_file을 부르세요.",
           "Give what to write, or call copy_file for a plain copy.")),
    "not_found": Row(404, "caller",
        _t("{what:이/가} 없습니다.", "{what} was not found."),
        _t("이름을 확인해 다시 부르세요.", "Check the name and call again.")),
    "not_allowed": Row(403, "operator",
        _t("이 호출에는 권한이 없습니다.", "This call is not allowed."),
        _t("관리자에게 권한을 요청하세요.", "Ask the operator for the right to do it.")),
    "sign_in": Row(401, "user",
        _t("인증이 필요합니다.", "Sign in first."),
        _t("Authorization: Bearer 머리말에 API 키를 담아 다시 부르세요.",
           "Call again with the API key in the header Authorization: Bearer.")),
    "guide_needed": Row(428, "caller",
        _t("안내를 먼저 받아야 합니다. 아무것도 실행하지 않았습니다.", "The guide comes first. Nothing was run."),
        _t("함께 온 안내를 읽고, 받은 guide 값으로 다시 부르세요.",
           "Read the guide that came with this and call again with its handle as guide.")),
    "bad_request": Row(400, "caller",
        _t("요청을 읽을 수 없습니다: {why}", "The request cannot be read: {why}"),
        _t("고쳐서 다시 보내세요.", "Mend it and send it again.")),
    "wrong_method": Row(405, "caller",
        _t("이 주소는 {method} 방식을 받지 않습니다.", "This address does not take {method}."),
        _t("/docs에서 받는 방식을 확인하세요.", "See /docs for what it takes.")),
    "wrong_host": Row(421, "operator",
        _t("이 서비스가 아는 주소로 온 요청이 아닙니다.", "The request names a host that this service does not answer to."),
        _t("관리자에게 DOCFORGE_ALLOWED_HOSTS 또는 DOCFORGE_PUBLIC_URL에 이 주소를 더해 달라고 하세요.",
           "Ask the operator to add it to DOCFORGE_ALLOWED_HOSTS or DOCFORGE_PUBLIC_URL.")),
    "wrong_origin": Row(403, "operator",
        _t("다른 웹 페이지에서 온 요청은 받지 않습니다.", "Requests from other web pages are not taken."),
        _t("이 서비스의 페이지에서, 또는 브라우저 밖에서 부르세요.",
           "Call from a page of this service, or from outside a browser.")),
    "key_needed": Row(500, "operator",
        _t("키가 없어 {host}에서 열지 않았습니다.", "The service does not listen on {host} without a key."),
        _t("DOCFORGE_API_KEY를 정하거나 127.0.0.1에서 여세요.", "Set DOCFORGE_API_KEY, or listen on 127.0.0.1.")),
    # ── paths and the four-way matrix ─────────────────────────────────────────────────────────────────────────────────
    "bad_path": Row(422, "caller",
        _t("{argument} 경로를 쓸 수 없습니다: {rule}", "The path in {argument} cannot be used: {rule}"),
        _t("작업 폴더 안의 상대 경로를 주세요. 예: quotes/한빛.xlsx",
           "Give a path relative to the workspace, such as quotes/hanbit.xlsx.")),
    "no_target": Row(404, "caller",
        _t("{path:이/가} 없습니다. 아무것도 만들지 않았습니다.", "{path} does not exist. Nothing was made."),
        _t("어느 문서 또는 어느 양식인지 골라 다시 부르세요. {create}", "Say which document or which template is meant. {create}")),
    "target_exists": Row(409, "caller",
        _t("{path:이/가} 이미 있습니다: {about}. 바꾼 것은 없습니다.",
           "{path} is there already: {about}. Nothing was changed."),
        _t("어느 쪽인가요?", "Which is meant?")),
    "is_a_template": Row(409, "caller",
        _t("{path:은/는} 양식이라 고치지 않습니다.", "{path} is a template and is never edited."),
        _t("양식은 template에, 새 문서는 path에 주세요.", "Give it as template, and a new document as path.")),
    "template_not_found": Row(404, "caller",
        _t("양식 {template:이/가} 없습니다. 아무것도 만들지 않았습니다.",
           "There is no template {template}. Nothing was made."),
        _t("있는 양식의 이름으로 다시 부르세요.", "Call again with the name of one that exists.")),
    "wrong_format": Row(415, "caller",
        _t("{path:은/는} {tool} 도구가 받는 형식이 아닙니다. 받는 확장자: {accepts}",
           "{path} is not of a format that {tool} takes: {accepts}"),
        _t("형식에 맞는 도구나 경로로 다시 부르세요.", "Use the tool of that format, or a path of this one.")),
    "macro_template": Row(415, "caller",
        _t("{path}에는 매크로가 있어 양식으로 쓸 수 없습니다.", "{path} carries macros and cannot be used as a template."),
        _t("copy_file로 매크로 문서 이름에 복사한 뒤, template 없이 그 사본을 고치세요.",
           "Copy it to a macro document name with copy_file, then edit the copy without template.")),
    "renamed": Row(415, "user",
        _t("{path:은/는} 이름과 달리 {actual} 파일입니다.", "{path} is, in spite of its name, {actual}."),
        _t("{remedy}", "{remedy}")),
    "version_changed": Row(409, "caller",
        _t("{path:이/가} 그 사이 바뀌었습니다(지금 {now}). 바꾼 것은 없습니다.",
           "{path} has changed since (now {now}). Nothing was changed."),
        _t("다시 읽고, 새 version으로 부르세요.", "Read it again and call with the new version.")),
    "busy": Row(503, "operator",
        _t("{path}에 다른 작업이 진행 중입니다.", "Another call is at work on {path}."),
        _t("잠시 뒤 같은 호출을 다시 하세요.", "Repeat the same call in a moment.")),
    # ── files that are not what they say ──────────────────────────────────────────────────────────────────────────────
    "encrypted": Row(415, "user",
        _t("{path}에 암호가 걸려 있습니다.", "{path} is protected by a password."),
        _t("Office에서 암호를 풀어 저장한 파일을 올려 주세요.", "Upload a copy saved without the password.")),
    "not_a_document": Row(415, "user",
        _t("{path:은/는} 열 수 있는 문서가 아닙니다: {why}", "{path} is not a document that can be opened: {why}"),
        _t("원래 프로그램에서 다시 저장한 파일을 올려 주세요.", "Upload it again, saved by its own program.")),
    "strict_format": Row(415, "user",
        _t("{path:은/는} ISO Strict 형식이라 다룰 수 없습니다.", "{path} is saved as ISO Strict, which is not supported."),
        _t("보통 형식(예: Excel 통합 문서)으로 다시 저장해 올려 주세요.",
           "Save it in the ordinary format (such as Excel Workbook) and upload that.")),
    "hostile_file": Row(415, "user",
        _t("{path:은/는} 안전하지 않아 열지 않았습니다: {why}", "{path} was not opened because it is unsafe: {why}"),
        _t("원래 프로그램에서 새로 저장한 파일을 쓰세요.", "Use a copy freshly saved by its own program.")),
    "too_large": Row(413, "user",
        _t("{path:이/가} 너무 큽니다: {why}", "{path} is too large: {why}"),
        _t("더 작은 파일을 쓰거나 관리자에게 한도를 올려 달라고 하세요.",
           "Use a smaller file or ask the operator to raise the limit.")),
    # ── items ─────────────────────────────────────────────────────────────────────────────────────────────────────────
    "cells_refused": Row(422, "caller",
        _t("셀 {total}개 가운데 {wrong}개를 채울 수 없습니다. 아무것도 쓰지 않았습니다.",
           "{wrong} of {total} cells cannot be filled. Nothing was written."),
        _t("적힌 셀만 고치고 나머지는 그대로 두어 다시 부르세요.",
           "Call again with these cells corrected and the others as they were.")),
    "fields_refused": Row(422, "caller",
        _t("자리 {total}개 가운데 {wrong}개를 채울 수 없습니다. 아무것도 쓰지 않았습니다.",
           "{wrong} of {total} places cannot be filled. Nothing was written."),
        _t("적힌 자리만 고치고 나머지는 그대로 두어 다시 부르세요.",
           "Call again with these corrected and the others as they were.")),
    "rows_refused": Row(422, "caller",
        _t("품목 행을 채울 수 없습니다. 아무것도 쓰지 않았습니다.", "The rows cannot be filled. Nothing was written."),
        _t("적힌 행만 고쳐 다시 부르세요.", "Call again with these rows corrected.")),
    # ── limits and faults of the house ────────────────────────────────────────────────────────────────────────────────
    "limit_reached": Row(429, "operator",
        _t("한도에 닿았습니다: {limit}", "A limit was reached: {limit}"),
        _t("{wait}초 뒤에 같은 호출을 다시 하세요.", "Repeat the same call after {wait} seconds.")),
    "engine_missing": Row(501, "operator",
        _t("{engine:이/가} 설치되어 있지 않습니다.", "{engine} is not installed."),
        _t("관리자에게 설치를 요청하세요. docforge doctor가 무엇이 없는지 보여 줍니다.",
           "Ask the operator to install it; docforge doctor shows what is missing.")),
    "internal": Row(500, "docforge",
        _t("DocForge 안에서 잘못이 났습니다(요청 {request_id}). 문서는 그대로입니다.",
           "Something went wrong inside DocForge (request {request_id}). The document is as it was."),
        _t("같은 호출을 한 번 더 해 보고, 되풀이되면 요청 번호를 관리자에게 알려 주세요.",
           "Repeat the same call once; if it happens again, tell the operator the request number.")),
}

PROBLEMS: dict[str, Text] = {
    # ── arguments ─────────────────────────────────────────────────────────────────────────────────────────────────────
    "missing_argument": _t("{at:이/가} 필요합니다. {decides}", "{at} is required. {decides}"),
    "unknown_argument": _t("{at:은/는} 이 도구의 인자가 아닙니다. {hint}", "{at} is not an argument of this tool. {hint}"),
    "wrong_type": _t("{at:은/는} {wanted} 값이어야 합니다.", "{at} must be {wanted}."),
    "bad_value": _t("{at} 값을 쓸 수 없습니다: {why}", "{at} cannot take this value: {why}"),
    "too_many": _t("{at:이/가} {given}개입니다. 한 번에 {limit}개까지 됩니다.", "{at} holds {given}; one call takes {limit}."),
    # ── places ────────────────────────────────────────────────────────────────────────────────────────────────────────
    "formula_cell": _t("{label:은/는} 수식으로 계산됩니다. {then}", "{label} is computed. {then}"),
    "merged_cell": _t("병합 범위 {range}의 일부입니다.", "Part of {range}."),
    "header_cell": _t("{of}의 머리글입니다.", "A header of {of}."),
    "label_cell": _t("양식의 이름표 {label:이/가} 있는 셀입니다. 덮어쓰려면 overwrite: true.",
                     "Holds the form's label {label}. To write over it: overwrite: true."),
    "locked_cell": _t("보호된 시트의 잠긴 셀입니다. 그래도 쓰려면 overwrite: true.",
                      "A locked cell of a protected sheet. To write anyway: overwrite: true."),
    "hidden_sheet": _t("숨은 시트입니다. 이름을 정확히 적어야 채웁니다.", "A hidden sheet; it is filled only by its exact name."),
    "not_in_list": _t("{value:은/는} 목록에 없습니다.", "{value} is not in the list."),
    "breaks_rule": _t("규칙에 어긋납니다: {rule}", "Breaks the rule: {rule}"),
    "leading_equals": _t("값 목록은 수식을 쓰지 않습니다. 글자로 쓰려면 format: text.",
                         "A list of cells writes no formulas. As text: format: text."),
    "looks_like_number": _t("수식이 읽는 셀에 글자 {value:이/가} 왔습니다. 숫자로 주세요.",
                            "A formula reads this cell and {value} is text; give the number."),
    "percent_meant": _t("백분율 셀입니다. {share} 또는 format: percent와 함께 {value:을/를} 주세요. 그 숫자 그대로라면 format: number.",
                        "A percent cell: give {share}, or {value} with format: percent, or format: number if it is meant."),
    "bad_date": _t("날짜로 읽을 수 없습니다: {why}", "Not a date: {why}"),
    "bad_number": _t("숫자로 쓸 수 없습니다: {why}", "Not a number that can be stored: {why}"),
    "bad_character": _t("쓸 수 없는 문자 {character:이/가} 있습니다.", "Holds {character}, which cannot be stored."),
    "bad_format": _t("{format:은/는} 아는 서식이 아닙니다.", "{format} is not a known format."),
    "too_long": _t("{length}자입니다. 한 셀은 {limit}자까지입니다.", "{length} characters; a cell holds {limit}."),
    "no_sheet": _t("시트 {sheet:이/가} 없습니다.", "There is no sheet {sheet}."),
    "not_a_worksheet": _t("{sheet:은/는} 셀이 없는 시트입니다.", "{sheet} is a sheet without cells."),
    "out_of_sheet": _t("{cell:은/는} 시트 밖입니다. A1부터 XFD1048576까지입니다.", "{cell} is outside the sheet, A1 to XFD1048576."),
    "bad_address": _t("{cell:은/는} 셀 주소가 아닙니다. 예: B3", "{cell} is not a cell address such as B3."),
    "same_place_twice": _t("같은 셀에 값이 둘입니다.", "The same cell has two values."),
    "overlaps": _t("{other:과/와} 겹칩니다.", "Overlaps {other}."),
    "ambiguous": _t("여럿이 맞습니다. 하나를 고르세요.", "Several fit; name one."),
    "no_place": _t("그런 자리가 없습니다.", "There is no such place."),
    "calculated": _t("프로그램이 계산하는 자리입니다.", "Its own program computes this."),
    "locked": _t("잠긴 자리입니다.", "This place is locked."),
    "no_room": _t("{given}줄인데 {room}줄까지 들어갑니다.", "{given} rows were given; there is room for {room}."),
    "blocked": _t("{by} 때문에 옮길 수 없습니다.", "{by} is in the way."),
    "not_supported": _t("아직 다루지 못합니다: {why}", "Not supported yet: {why}"),
}

NOTICES: dict[str, Text] = {
    "blank_results": _t("수식 결과 {count}개는 Excel이나 LibreOffice에서 열 때 계산됩니다. 계산하지 않는 뷰어에서는 비어 보입니다.",
                        "{count} formula results are computed when Excel or LibreOffice opens the file; viewers that do not calculate show them blank."),
    "manual_calculation": _t("이 문서는 수동 계산이어서 열 때 한 번 계산하도록 했습니다.",
                             "This book calculates by hand only; it was set to calculate once at opening."),
    "holds_older": _t("사용자는 아직 이전 판({version})을 가지고 있습니다. 새 판을 주려면 attach: true.",
                      "The user still holds an earlier version ({version}); attach: true hands over the new one."),
    "already_done": _t("같은 호출이 {when}에 이미 끝났습니다. 이번에는 아무것도 하지 않았습니다.",
                       "The same call was done at {when}; nothing was done this time."),
    "style_added": _t("{format} 서식이 없어 스타일 하나를 더했습니다.", "No style showed {format}, so one was added."),
    "rule_not_checked": _t("{at}의 입력 규칙은 계산할 수 없어 확인하지 못했습니다: {why}",
                           "The rule of {at} could not be evaluated and was not checked: {why}"),
    "rule_warns": _t("{at}: {value:은/는} 양식이 권하는 값이 아닙니다.", "{at}: {value} is not among the values that the form suggests."),
    "hidden_filled": _t("{sheet:은/는} 숨은 시트입니다.", "{sheet} is a hidden sheet."),
    "maybe_label": _t("{at}에 있던 글자 {before:을/를} 덮었습니다.", "{at} held the text {before}."),
    "no_wrap": _t("{at}의 셀은 줄 바꿈 표시가 꺼져 있어 한 줄로 보입니다.", "{at} does not wrap, so its lines show as one."),
    "locked_filled": _t("{at:은/는} 보호된 시트의 잠긴 셀입니다.", "{at} is a locked cell of a protected sheet."),
    "signature_void": _t("디지털 서명이 있던 문서입니다. 바뀐 뒤에는 서명이 맞지 않습니다.",
                         "The document was digitally signed; the signature no longer holds."),
    "changed_outside": _t("이 문서는 DocForge 밖에서도 바뀌었습니다.", "The document was also changed outside DocForge."),
}

MEANINGS: dict[str, Text] = {
    "go_on": _t("있는 문서를 이어서 고친다", "Go on with the document that is there"),
    "start_again": _t("양식에서 새 파일로 다시 시작한다", "Start again from the template, in a new file"),
    "take_result": _t("같은 호출이 {when}에 이미 끝났다. 그 결과를 쓴다", "This same call was done at {when}; take its result"),
    "use_document": _t("문서 {path:을/를} 고친다", "Edit the document {path}"),
    "use_template": _t("양식 {template}에서 새로 만든다", "Make it from the template {template}"),
    "create_new": _t("빈 문서에서 만든다", "Make a new, empty document"),
    "attach_true": _t("사용자에게 파일을 카드로 건넨다", "Hand the file to the user as a card"),
    "attach_false": _t("건네지 않고 중간 파일로 둔다", "Keep it as an intermediate file"),
    "copy_instead": _t("채우지 않고 그대로 복사한다", "Copy it as it is, without filling"),
    "copy_macro": _t("매크로 문서로 복사한다. 그다음 사본을 template 없이 고친다",
                     "Copy it to a macro document; then edit the copy without template"),
    "other_tool": _t("{tool} 도구를 쓴다", "Use {tool}"),
    "read_again": _t("다시 읽는다", "Read it again"),
}

PHRASES: dict[str, Text] = {
    # ── what to do about a formula cell ───────────────────────────────────────────────────────────────────────────────
    "fill_inputs": _t("읽는 셀을 채우세요.", "Fill the cells it reads."),
    "first_inputs": _t("읽는 셀을 채우세요(처음 {count}곳만 적었습니다).", "Fill the cells it reads (the first {count} are listed)."),
    "dynamic_inputs": _t("{functions} 함수로 읽을 셀을 그때그때 정하므로 일부는 적지 못했습니다.",
                         "It chooses cells dynamically by {functions}, so not all can be listed."),
    "no_inputs": _t("채울 입력 셀이 없습니다.", "It reads no cell."),
    # ── what has a header ─────────────────────────────────────────────────────────────────────────────────────────────
    "table": _t("표 {name}", "table {name}"),
    "filter": _t("자동 필터 {range}", "the filter {range}"),
    "pivot": _t("피벗 테이블 {name}", "pivot table {name}"),
    "totals": _t("표 {name} 요약 행", "the totals row of table {name}"),
    # ── what an argument decides ──────────────────────────────────────────────────────────────────────────────────────
    "decides_attach": _t("true: 사용자에게 파일을 카드로 건넵니다. false: 건네지 않고 중간 파일로 둡니다.",
                         "true: the file is handed to the user as a card; false: it stays an intermediate file."),
    "decides_path": _t("고칠 문서, template이 있으면 새로 만들 파일입니다.",
                       "The document to edit; with template, the file to make."),
    "decides_source": _t("복사할 파일입니다.", "The file to copy."),
    "decides_names": _t("안내를 받을 도구의 이름입니다.", "The tools whose guides are wanted."),
    "decides_cell": _t("값을 쓸 셀의 주소입니다. 예: B3", "The cell to fill, such as B3."),
    "decides_sheet": _t("값을 쓸 시트의 이름입니다.", "The sheet to fill."),
    "decides_value": _t("쓸 값입니다. 글자, 숫자, true/false, 비우려면 null.",
                        "The value to write: text, number, true or false; null clears."),
    "decides_at": _t("값을 쓸 자리입니다. 읽기 도구가 준 그대로 적습니다.", "The place to fill, as the read tool gives it."),
    # ── where an unknown argument belongs ─────────────────────────────────────────────────────────────────────────────
    "taken_by": _t("{tools} 도구의 인자입니다.", "{tools} takes it."),
    "takes": _t("받는 인자: {arguments}", "It takes {arguments}."),
    # ── types of arguments ────────────────────────────────────────────────────────────────────────────────────────────
    "a_boolean": _t("true 또는 false", "true or false"),
    "a_string": _t("글자", "text"),
    "an_integer": _t("정수", "a whole number"),
    "a_number": _t("숫자", "a number"),
    "a_list": _t("목록", "a list"),
    "an_object": _t("객체", "an object"),
    "one_of": _t("{allowed} 가운데 하나인", "one of {allowed}"),
    "either": _t("{first} 또는 {second}", "{first} or {second}"),
    "scalar": _t("글자, 숫자, true/false, null 가운데 하나인", "text, a number, true, false or null"),
    # ── limits of arguments ───────────────────────────────────────────────────────────────────────────────────────────
    "at_least": _t("{limit} 이상이어야 합니다", "it must be at least {limit}"),
    "at_most": _t("{limit} 이하여야 합니다", "it must be at most {limit}"),
    "longer": _t("{limit}개 이상이어야 합니다", "it must hold at least {limit}"),
    "shorter": _t("{limit}개 이하여야 합니다", "it must hold at most {limit}"),
    "not_so": _t("{told}", "{told}"),
    "no_such_cursor": _t("이 결과의 다음 쪽을 가리키지 않습니다", "it points to no further page of this result"),
    "no_such_tool": _t("그런 도구가 없습니다", "there is no such tool"),
    # ── what lies at a path ───────────────────────────────────────────────────────────────────────────────────────────
    "about_file": _t("{origin}, {state}, {handed}", "{origin}, {state}, {handed}"),
    "about_stranger": _t("DocForge로 만든 기록이 없는 파일", "a file that DocForge has no record of"),
    "made_from": _t("{when} {who:이/가} {template}에서 만듦", "made from {template} by {who} {when}"),
    "made": _t("{when} {who:이/가} 만듦", "made by {who} {when}"),
    "same_caller": _t("같은 호출자", "the same caller"),
    "filled_state": _t("자리 {count}개 채움", "{count} places filled"),
    "template_state": _t("아직 양식 그대로", "still as the template was"),
    "handed_state": _t("사용자에게 건넴", "handed to the user"),
    "kept_state": _t("아직 건네지 않음", "not handed over"),
    "today_at": _t("오늘 {time}에", "at {time} today"),
    "on_date": _t("{date} {time}에", "on {date} at {time}"),
    # ── where to start from nothing ───────────────────────────────────────────────────────────────────────────────────
    "start_with": _t("빈 문서에서 시작하려면 {tool:을/를} 쓰세요.", "To start from nothing use {tool}."),
    "start_by_copy": _t("있는 파일의 사본에서 시작하려면 copy_file을 쓰세요.", "To start from a copy of a file use copy_file."),
    # ── files under a wrong name ──────────────────────────────────────────────────────────────────────────────────────
    "macro_kind": _t("매크로가 든 {title}", "a macro-enabled {title}"),
    "plain_kind": _t("{title}", "a {title}"),
    "upload_named": _t("원래 확장자로 다시 올려 주세요.", "Upload it again under its own extension."),
    "copy_named": _t("copy_file로 매크로 문서 이름에 복사한 뒤 그 사본을 고치세요.",
                     "Copy it to a macro document name with copy_file, then edit the copy."),
    # ── after a sentence of what to do ────────────────────────────────────────────────────────────────────────────────
    "with_difference": _t("이 차이만 바꿔 같은 호출을 다시 보내세요.", "Send your call again with this difference."),
    # ── requests that cannot be read ──────────────────────────────────────────────────────────────────────────────────
    "not_json": _t("JSON이 아닙니다", "it is not JSON"),
    "not_object": _t("JSON 객체가 아닙니다", "it is not a JSON object"),
    "body_over": _t("요청 본문이 {limit}바이트를 넘습니다", "the body is over {limit} bytes"),
    "the_request": _t("요청", "the request"),
}
