"""The bound shape of a refusal, as a caller may rely on it. Knows no tool."""

from __future__ import annotations

import re
from typing import Any

Json = dict[str, Any]
_HANGUL = re.compile("[가-힣]")
_ENGLISH = re.compile(r"\b[A-Za-z]{2,} [a-z_]{2,}\b")
REFUSAL = {"code", "status", "message", "next"}
BESIDE = {"problems", "guide", "guides"}
NEXT = {"say", "call", "same_but", "needs", "choices"}
PROBLEM = {"at", "code", "message", "inputs", "allowed", "nearest", "use"}
CHOICE = {"means", "call", "same_but", "needs", "result"}


def assert_refusal(body: Json, language: str) -> None:
    """The keys of a refusal and of all in it, nothing empty, each sentence in the language asked for."""
    assert body.keys() >= REFUSAL
    assert body.keys() <= REFUSAL | BESIDE
    assert isinstance(body["status"], int)
    _assert_said(body["message"], language)
    _assert_next(body["next"], language)
    if "problems" in body:
        assert body["problems"]
    for problem in body.get("problems", []):
        assert problem.keys() >= {"code", "message"}
        assert problem.keys() <= PROBLEM
        assert all(value not in (None, "", []) for value in problem.values())
        _assert_said(problem["message"], language)


def _assert_next(step: Json, language: str) -> None:
    assert step.keys() <= NEXT
    assert not {"call", "same_but"} <= step.keys()
    _assert_said(step["say"], language)
    for change in (step, *step.get("choices", [])):
        if "call" in change:
            assert change["call"].keys() == {"tool", "arguments"}
    for choice in step.get("choices", []):
        assert choice.keys() <= CHOICE
        assert len(choice.keys() & {"call", "same_but", "result"}) == 1
        _assert_said(choice["means"], language)
    for key in NEXT & step.keys():
        assert step[key] not in (None, "", [], {})


def _assert_said(sentence: str, language: str) -> None:
    """Korean has Hangul; English has words of its own, and Hangul only where it quotes the caller's or the form's."""
    assert sentence == sentence.strip() != ""
    assert "{" not in sentence
    assert (_HANGUL if language == "ko" else _ENGLISH).search(sentence), sentence


def holds(whole: Any, part: Any) -> bool:
    """Whether `whole` has all that `part` names, at the same places, equal; of a list, the first items."""
    if isinstance(part, dict):
        return isinstance(whole, dict) and all(k in whole and holds(whole[k], v) for k, v in part.items())
    if isinstance(part, list) and any(isinstance(item, dict) for item in part):
        return len(whole) >= len(part) and all(holds(w, p) for w, p in zip(whole, part, strict=False))
    return whole == part
