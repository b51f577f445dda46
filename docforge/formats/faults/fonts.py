"""Fonts that a reader of the document may not have. Knows no document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from docforge.errors import Fault
from docforge.opc import Element

# Fonts that come with Windows or Office, by the names under which documents hold them.
_LATIN = (
    "Aptos", "Aptos Display", "Aptos Narrow", "Arial", "Arial Black", "Arial Narrow", "Arial Unicode MS",
    "Bahnschrift", "Book Antiqua", "Bookman Old Style", "Calibri", "Calibri Light", "Cambria", "Cambria Math",
    "Candara", "Century", "Century Gothic", "Comic Sans MS", "Consolas", "Constantia", "Corbel", "Courier",
    "Courier New", "Ebrima", "Franklin Gothic Book", "Franklin Gothic Demi", "Franklin Gothic Medium", "Garamond",
    "Georgia", "Gill Sans MT", "Helvetica", "Impact", "Lucida Console", "Lucida Sans Unicode", "Lucida Sans",
    "Microsoft Sans Serif", "MS Sans Serif", "MS Serif", "MS Reference Sans Serif", "Palatino Linotype", "Rockwell",
    "Segoe UI", "Segoe UI Black", "Segoe UI Emoji", "Segoe UI Light", "Segoe UI Semibold", "Segoe UI Symbol", "Sitka",
    "Sylfaen", "Symbol", "Tahoma", "Times", "Times New Roman", "Trebuchet MS", "Tw Cen MT", "Verdana", "Webdings",
    "Arial Rounded MT Bold", "Baskerville Old Face", "Bell MT", "Berlin Sans FB", "Bodoni MT", "Bradley Hand ITC",
    "Britannic Bold", "Brush Script MT", "Calisto MT", "Centaur", "Cooper Black", "Copperplate Gothic Bold",
    "Copperplate Gothic Light", "Footlight MT Light", "Gabriola", "Goudy Old Style", "High Tower Text",
    "Lucida Bright", "Lucida Calligraphy", "Lucida Handwriting", "MV Boli", "Papyrus", "Perpetua", "Stencil",
    "Wide Latin", "Wingdings", "Wingdings 2", "Wingdings 3", "Marlett", "Mangal", "Angsana New", "Cordia New", "Tunga",
)  # fmt: skip
_KOREAN = (
    "맑은 고딕", "Malgun Gothic", "Malgun Gothic Semilight", "맑은 고딕 Semilight", "바탕", "Batang", "바탕체",
    "BatangChe", "굴림", "Gulim", "굴림체", "GulimChe", "돋움", "Dotum", "돋움체", "DotumChe", "궁서", "Gungsuh",
    "궁서체", "GungsuhChe", "새굴림", "New Gulim",
)  # fmt: skip
_EAST_ASIAN = (
    "DengXian", "DengXian Light", "等线 Light", "FangSong", "KaiTi", "Meiryo",
    "Meiryo UI", "Microsoft JhengHei", "Microsoft YaHei", "MingLiU",
    "MS Gothic", "MS Mincho", "MS PGothic", "MS PMincho", "MS UI Gothic", "NSimSun", "PMingLiU", "SimHei", "SimSun",
    "Yu Gothic", "Yu Mincho", "游ゴシック", "游明朝", "宋体", "黑体", "等线", "新細明體", "ＭＳ ゴシック", "ＭＳ 明朝",
    "ＭＳ Ｐゴシック", "ＭＳ Ｐ明朝", "メイリオ",
)  # fmt: skip
# Fonts that come with Hangul alone.
HANGUL_FONTS = (
    "함초롬바탕", "함초롬돋움", "HCR Batang", "HCR Dotum", "한컴바탕", "한컴돋움", "한컴 고딕", "한컴 윤고딕 230",
    "한컴 윤고딕 240", "한컴 윤고딕 250", "한컴 윤체 L", "한컴 윤체 M", "한컴산뜻돋움", "한양신명조", "한양중고딕",
    "한양견명조", "한양견고딕", "한양그래픽", "휴먼명조", "휴먼고딕", "휴먼옛체", "휴먼엑스포", "휴먼편지체",
    "HY신명조", "HY중고딕", "HY견고딕", "HY견명조", "HY그래픽", "HY헤드라인M", "HY궁서", "HY울릉도M", "HY울릉도B",
    "명조", "고딕", "신명조", "신명 중명조", "신명 중고딕", "신명 신명조", "신명 태명조", "한글풀체", "산세리프",
    "시스템", "신명 견명조", "신명 견고딕", "한컴 윤고딕 720", "한컴 윤고딕 740", "한컴 윤고딕 760", "HCI Poppy",
    "HCI Tulip", "HCI Hollyhock", "HCI Morning Glory", "HCI Acacia", "HCI Bellflower",
)  # fmt: skip
_COMMON = frozenset(name.casefold() for name in (*_LATIN, *_KOREAN, *_EAST_ASIAN))


def find_theme_fonts(root: Element) -> Iterator[str]:
    """The fonts of a theme for Latin and East Asian text (ECMA-376-1 §20.1.4.1.16), not those for each script."""
    for scheme in root.iterfind("{*}themeElements/{*}fontScheme/*"):
        yield from (
            font.get("typeface", "") for font in scheme.iterfind("*") if str(font.tag).endswith(("}latin", "}ea"))
        )


def find_missing_fonts(
    used: Iterable[str], *, embedded: Iterable[str] = (), known: Iterable[str] = ()
) -> Iterator[Fault]:
    """A fault for each font that is neither embedded nor common; `known` are common to this format's readers.

    Names that stand for a theme's font (`+mn-lt`) name none.
    """
    have = _COMMON | {name.casefold() for name in (*embedded, *known)}
    for name in dict.fromkeys(one.strip().removeprefix("@") for one in used):
        if name and not name.startswith("+") and name.casefold() not in have:
            yield Fault("missing_font", facts={"font": name})
