"""Particles of Korean sentences."""

import pytest

from docforge.errors import Phrase, Problem, Refusal, with_particle


@pytest.mark.proves("DOOR-6")
@pytest.mark.parametrize(
    ("word", "pair", "expected"),
    [
        ("한빛", "을/를", "한빛을"),
        ("견적서", "을/를", "견적서를"),
        ("quotes/한빛.xlsx", "이/가", "quotes/한빛.xlsx가"),
        ("서울", "으로/로", "서울로"),
        ("부산", "으로/로", "부산으로"),
        ("B4", "은/는", "B4는"),
        ("B3", "은/는", "B3은"),
        ("「품목」", "과/와", "「품목」과"),
        ("", "을/를", "를"),
    ],
)
def test_a_particle_follows_the_final_consonant_of_the_word_before_it(word: str, pair: str, expected: str) -> None:
    assert with_particle(word, pair) == expected


@pytest.mark.proves("DOOR-6")
def test_a_refusal_speaks_both_languages_with_its_facts() -> None:
    refusal = Refusal("template_not_found", template="양식/견적.xltx")
    assert refusal.to_dict("ko")["message"] == "양식 양식/견적.xltx가 없습니다. 아무것도 만들지 않았습니다."
    assert refusal.to_dict("en")["message"] == "There is no template 양식/견적.xltx. Nothing was made."


@pytest.mark.proves("DOOR-6")
def test_a_phrase_inside_a_sentence_is_said_in_the_language_of_the_sentence() -> None:
    problem = Problem("formula_cell", "견적서!E10", {"label": "공급가액", "then": Phrase("fill_inputs")})
    assert problem.to_dict("ko")["message"] == "공급가액은 수식입니다. inputs에 입력하세요."
    assert problem.to_dict("en")["message"] == "공급가액 is computed. Fill the cells it reads."
