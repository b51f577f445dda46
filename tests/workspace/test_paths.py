"""Which paths a caller may name."""

import itertools
import unicodedata

import pytest

from docforge.errors import PHRASES, Refusal
from docforge.workspace.paths import broken_rule, is_below, nearest, numbered, safe_path

REFUSED = [
    ("", "path_empty"),
    ("/etc/passwd", "path_plain"),
    ("//server/share/a.xlsx", "path_plain"),
    ("~/a.xlsx", "path_plain"),
    ("~$견적서.xlsx", "path_plain"),
    ("C:/a.xlsx", "path_plain"),
    ("c:a.xlsx", "path_plain"),
    ("a.xlsx:stream", "path_plain"),
    ("..\\a.xlsx", "path_plain"),
    ("a\\..\\b.xlsx", "path_plain"),
    ("a?.xlsx", "path_plain"),
    ("a*.xlsx", "path_plain"),
    ('"a".xlsx', "path_plain"),
    ("<a>.xlsx", "path_plain"),
    ("a|b.xlsx", "path_plain"),
    ("../a.xlsx", "path_dots"),
    ("a/../../b.xlsx", "path_dots"),
    ("a/..", "path_dots"),
    (".", "path_dots"),
    ("./a.xlsx", "path_dots"),
    ("a//b.xlsx", "path_dots"),
    ("quotes/", "path_dots"),
    ("．．/a.xlsx", "path_dots"),
    ("．．／a.xlsx", "path_dots"),
    ("a/‥/b.xlsx", "path_dots"),
    ("a/…/b.xlsx", "path_dots"),
    ("／etc/a.xlsx", "path_dots"),
    ("a＼b.xlsx", "path_dots"),
    ("℀.xlsx", "path_dots"),
    (".docforge/secret", "path_hidden"),
    ("a/.ssh/id", "path_hidden"),
    ("．docforge/secret", "path_hidden"),
    ("a/~b.xlsx", "path_hidden"),
    ("a\0.xlsx", "path_unseen"),
    ("a\n.xlsx", "path_unseen"),
    ("a\x7f.xlsx", "path_unseen"),
    ("a\u202excod.exe", "path_unseen"),
    ("a\u2066b.xlsx", "path_unseen"),
    ("a\u200b.xlsx", "path_unseen"),
    ("a\u200d.xlsx", "path_unseen"),
    ("\ufeffa.xlsx", "path_unseen"),
    ("a\u3164.xlsx", "path_unseen"),
    ("a\uffa0.xlsx", "path_unseen"),
    ("a\ufe0f.xlsx", "path_unseen"),
    ("a\u034f.xlsx", "path_unseen"),
    ("a\u2028.xlsx", "path_unseen"),
    ("a\ud800.xlsx", "path_unseen"),
    ("a\ue000.xlsx", "path_unseen"),
    ("..%2fa.xlsx", "path_encoded"),
    ("%2E%2E/a.xlsx", "path_encoded"),
    ("a%5cb.xlsx", "path_encoded"),
    ("a%00.xlsx", "path_encoded"),
    ("con.xlsx", "path_device"),
    ("NUL", "path_device"),
    ("a/Com1.tar.xlsx", "path_device"),
    ("lpt9 .xlsx", "path_device"),
    ("COM¹.xlsx", "path_device"),
    ("ＣＯＮ.xlsx", "path_device"),
    ("conin$.xlsx", "path_device"),
    ("a.xlsx.", "path_ending"),
    ("a.xlsx ", "path_ending"),
    (" a.xlsx", "path_ending"),
    ("quotes /a.xlsx", "path_ending"),
    ("a\u3000/b.xlsx", "path_ending"),
    ("a。/b．", "path_ending"),
    ("가" * 86, "path_long_name"),
    ("a" * 300, "path_long"),
    ("/".join("a" * 17), "path_deep"),
]

TAKEN = [
    "견적서.xlsx",
    "2026/한글 문서 (1).hwpx",
    "a-b_c.d.xlsx",
    "é.pptx",
    "日本/語.docx",
    "100%.docx",
    "50%2.xlsx",
    "견적：최종….xlsx",
    "console.xlsx",
    "com.xlsx",
    "[초안] #1 {a} ^b` & 'c'.xlsx",
    "a..b.xlsx",
    "가" * 85,
    "a" * 255,
    "/".join("a" * 16),
]


@pytest.mark.proves("DOOR-6")
@pytest.mark.parametrize(("text", "rule"), REFUSED)
def test_a_path_that_is_not_plain_is_refused_with_the_rule_it_breaks(text: str, rule: str) -> None:
    assert broken_rule(text) == rule
    with pytest.raises(Refusal) as refused:
        safe_path(text, "template")
    for language in ("ko", "en"):
        message = refused.value.to_dict(language)["message"]
        assert "template" in message
        assert PHRASES[rule][language] in message


@pytest.mark.parametrize("text", TAKEN)
def test_a_plain_path_is_taken_as_it_is(text: str) -> None:
    assert safe_path(text) == unicodedata.normalize("NFC", text)


def test_every_rule_of_a_path_is_reached_by_an_example() -> None:
    by_the_disk = {"path_link", "path_hard_link", "path_not_file", "path_in_file"}
    assert {rule for _, rule in REFUSED} == {name for name in PHRASES if name.startswith("path_")} - by_the_disk


def test_a_name_typed_decomposed_is_the_composed_one() -> None:
    typed = unicodedata.normalize("NFD", "견적/한빛.xlsx")
    assert typed != "견적/한빛.xlsx"
    assert safe_path(typed) == "견적/한빛.xlsx"


@pytest.mark.proves("MATRIX-5")
@pytest.mark.parametrize(
    ("path", "below"),
    [
        ("templates/quote.xltx", True),
        ("templates/sales/quote.xltx", True),
        ("Templates/quote.xltx", True),
        ("양식/견적.xltx", True),
        ("templates", False),
        ("templates2/quote.xltx", False),
        ("quotes/templates/quote.xltx", False),
    ],
)
def test_what_lies_in_a_template_folder_is_known_in_any_letter_case(path: str, below: bool) -> None:
    folders = ["templates", unicodedata.normalize("NFD", "양식") + "/", ""]
    assert is_below(path, folders) is below


def test_numbered_names_stay_within_what_a_name_may_take() -> None:
    long = "가" * 83 + ".xlsx"
    assert list(itertools.islice(numbered("quotes/한빛.xlsx"), 3)) == [
        "quotes/한빛.xlsx",
        "quotes/한빛-2.xlsx",
        "quotes/한빛-3.xlsx",
    ]
    for path in itertools.islice(numbered(long), 12):
        assert broken_rule(path) is None


def test_the_nearest_names_come_first_and_unlike_ones_not_at_all() -> None:
    there = ["quotes/한빛스틸.xlsx", "quotes/대우.xlsx", "2025/한빛.xlsx", "report.xlsx"]
    assert nearest("quotes/한빗.xlsx", there, 3) == ["2025/한빛.xlsx", "quotes/한빛스틸.xlsx"]
