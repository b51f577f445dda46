"""The table of refusals, problems, notices and meanings: whole in both languages, and all of it used."""

from __future__ import annotations

import re
from string import Formatter

import pytest

from docforge.errors import FAULTS, MEANINGS, NOTICES, PHRASES, PROBLEMS, REFUSALS, Text
from tests.house.tree import exceptions, strings

TEXTS: dict[str, Text] = {
    **{f"refusal {code} says": row.says for code, row in REFUSALS.items()},
    **{f"refusal {code} next": row.next for code, row in REFUSALS.items()},
    **{f"problem {code}": text for code, text in PROBLEMS.items()},
    **{f"notice {code}": text for code, text in NOTICES.items()},
    **{f"fault {code} says": row.says for code, row in FAULTS.items()},
    **{f"fault {code} todo": row.todo for code, row in FAULTS.items()},
    **{f"meaning {code}": text for code, text in MEANINGS.items()},
    **{f"phrase {code}": text for code, text in PHRASES.items()},
}
CODES = [*REFUSALS, *PROBLEMS, *NOTICES, *FAULTS, *MEANINGS]


def facts(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


@pytest.mark.proves("DOOR-6")
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_sentence_stands_in_both_languages_with_the_same_facts(text: Text) -> None:
    assert text["ko"].strip()
    assert text["en"].strip()
    assert facts(text["ko"]) == facts(text["en"])


@pytest.mark.proves("DOOR-6")
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_sentence_is_written_in_the_language_it_stands_for(text: Text) -> None:
    assert not re.search("[가-힣]", text["en"])
    assert re.search("[가-힣]", text["ko"]) or re.fullmatch(r"(\{[^}]*\}\W*)+", text["ko"])


@pytest.mark.proves("DOOR-6")
@pytest.mark.parametrize("code", REFUSALS)
def test_a_refusal_has_a_status_that_fits_who_can_fix_it(code: str) -> None:
    row = REFUSALS[code]
    assert 400 <= row.status < 600
    assert row.fixer in {"caller", "user", "operator", "docforge"}
    assert (row.fixer == "caller") <= (row.status < 500)


def test_no_code_means_two_things() -> None:
    assert len(CODES) == len(set(CODES))


def _is_used(code: str, used: set[str]) -> bool:
    """Named as a whole, or for a phrase by the beginning that code joins to a name (`decides_`)."""
    return code in used or (code in PHRASES and f"{code.split('_', maxsplit=1)[0]}_" in used)


def test_every_code_is_used_but_those_named() -> None:
    used = strings("docforge")
    unused = {code for code in [*CODES, *PHRASES] if not _is_used(code, used)}
    assert unused == set(exceptions()["unused_codes"])
