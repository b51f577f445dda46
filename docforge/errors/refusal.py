"""A refusal: a call that was not carried out, why, and what to do next. Knows no door; the words are in `table`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, cast

from docforge.call import Language
from docforge.errors.particles import Sentence
from docforge.errors.table import FAULTS, MEANINGS, NOTICES, PHRASES, PROBLEMS, REFUSALS, Row, Text

Json = dict[str, Any]
_UNKNOWN = {"ko": "파일", "en": "the file"}


@dataclass(frozen=True, slots=True)
class Phrase:
    """A fact that is itself words, said in the language of the sentence around it.

    `code` is a row of PHRASES, or of PROBLEMS where a problem is part of a larger one.
    """

    code: str
    facts: Json = field(default_factory=dict[str, Any])

    def text(self, language: Language) -> str:
        return say(PHRASES.get(self.code) or PROBLEMS[self.code], language, self.facts)


def say(text: Text, language: Language, facts: Mapping[str, Any]) -> str:
    """The sentence in `language` with its facts; Korean particles follow the facts."""
    told = {key: _in_language(fact, language) for key, fact in facts.items()}
    return Sentence(_UNKNOWN[language]).vformat(text[language], (), told).strip()


def _in_language(fact: Any, language: Language) -> Any:
    """A fact that is itself words, in the language of its sentence; `title` of a format has both."""
    if isinstance(fact, Phrase):
        return fact.text(language)
    return cast("Mapping[str, Any]", fact).get(language, fact) if isinstance(fact, Mapping) else fact


@dataclass(frozen=True, slots=True)
class Notice:
    """Something the caller should know of a call that was carried out. `code` is a row of NOTICES."""

    code: str
    facts: Json = field(default_factory=dict[str, Any])

    def text(self, language: Language) -> str:
        return say(NOTICES[self.code], language, self.facts)


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a form, found before anyone fills it. `code` is a row of FAULTS; `at` the place, if one."""

    code: str
    at: str = ""
    facts: Json = field(default_factory=dict[str, Any])

    @property
    def severity(self) -> str:
        return FAULTS[self.code].severity

    def to_dict(self, language: Language) -> Json:
        row = FAULTS[self.code]
        told = {"message": say(row.says, language, self.facts), "todo": say(row.todo, language, {})}
        return {"code": self.code, "severity": self.severity, **({"at": self.at} if self.at else {}), **told}


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault of one item. `code` is a row of PROBLEMS; `at` its address; the rest as in the wire samples.

    `code` may also be a row of REFUSALS, where a call would have met more than one of them.
    """

    code: str
    at: str = ""
    facts: Json = field(default_factory=dict[str, Any])
    inputs: tuple[str, ...] = ()
    allowed: tuple[Any, ...] = ()
    nearest: Any = None
    use: Any = None

    def to_dict(self, language: Language) -> Json:
        row = PROBLEMS[self.code] if self.code in PROBLEMS else REFUSALS[self.code].says
        told = say(row, language, {"at": self.at or '""', "use": self.use, **self.facts})  # a name may be empty
        more: Json = {"inputs": list(self.inputs), "allowed": list(self.allowed)}
        more |= {"nearest": self.nearest, "use": self.use}
        shown = {key: value for key, value in more.items() if value not in (None, "", [])}
        return {"at": self.at, "code": self.code, "message": told, **shown}


@dataclass(frozen=True, slots=True)
class Change:
    """The next call: the caller's own with `same_but` applied (None removes), or `tool` with whole `arguments`."""

    same_but: Json = field(default_factory=dict[str, Any])
    tool: str | None = None
    arguments: Json | None = None

    def to_dict(self) -> Json:
        if self.arguments is not None:
            return {"call": {"tool": self.tool, "arguments": self.arguments}}
        return {"same_but": self.same_but}


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several ways on. `means` is a row of MEANINGS; `result` is what an earlier, equal call gave."""

    means: str
    change: Change | None = None
    facts: Json = field(default_factory=dict[str, Any])
    result: Json | None = None
    needs: tuple[str, ...] = ()

    def to_dict(self, language: Language) -> Json:
        body: Json = {"means": say(MEANINGS[self.means], language, self.facts)}
        if self.change is not None:
            body |= self.change.to_dict()
        if self.result is not None:
            body["result"] = self.result
        if self.needs:
            body["needs"] = list(self.needs)
        return body


class Refusal(Exception):  # noqa: N818  the product's own word
    """Raised anywhere below the doors. `code` is a row of REFUSALS; facts fill its sentences.

    `change` is the next call where there is one; `needs` names what only the caller can decide; `choices` the ways on.
    `extra` are keys that travel beside the refusal (the guide and its handle).
    """

    def __init__(
        self,
        code: str,
        *,
        problems: Iterable[Problem] = (),
        change: Change | None = None,
        needs: Iterable[str] = (),
        choices: Iterable[Choice] = (),
        extra: Json | None = None,
        **facts: Any,
    ) -> None:
        super().__init__(code)
        self.code, self.facts = code, facts
        self.problems, self.choices = tuple(problems), tuple(choices)
        self.change, self.needs = change, tuple(needs)
        self.extra: Json = extra or {}
        self.language: Language = "ko"

    def __reduce__(self) -> tuple[Any, ...]:
        told = {"problems": self.problems, "change": self.change, "needs": self.needs, "choices": self.choices}
        return _rebuild, (self.code, {**told, "extra": self.extra, **self.facts}, self.language)

    @property
    def row(self) -> Row:
        return REFUSALS[self.code]

    def about(self, **facts: Any) -> Refusal:
        """The same refusal with facts that only a higher floor knows (the path, say); known facts stay."""
        self.facts = {**facts, **self.facts}
        return self

    def as_problems(self) -> tuple[Problem, ...]:
        """This refusal as faults beside others of the same call: its own problems, else itself."""
        return self.problems or (Problem(self.code, at=str(self.facts.get("argument", "path")), facts=self.facts),)

    def with_changes(self, spell: Any) -> Refusal:
        """The same refusal with each Change run through `spell(Change) -> Change` (the registry writes calls out)."""
        self.change = spell(self.change) if self.change else None
        self.choices = tuple(replace(c, change=spell(c.change)) if c.change else c for c in self.choices)
        return self

    def to_dict(self, language: Language | None = None) -> Json:
        """{code, status, message, problems?, next: {say, call? | same_but?, needs?, choices?}}, in one language."""
        spoken = language or self.language
        body: Json = {"code": self.code, "status": self.row.status, "message": say(self.row.says, spoken, self.facts)}
        if self.problems:
            body["problems"] = [problem.to_dict(spoken) for problem in self.problems]
        body["next"] = self._next(spoken)
        return body | self.extra

    def _next(self, language: Language) -> Json:
        body: Json = {"say": say(self.row.next, language, self.facts)}
        if any(change is not None and change.same_but for change in (self.change, *(c.change for c in self.choices))):
            body["say"] += " " + PHRASES["with_difference"][language]
        if self.change is not None:
            body |= self.change.to_dict()
        if self.needs:
            body["needs"] = list(self.needs)
        if self.choices:
            body["choices"] = [choice.to_dict(language) for choice in self.choices]
        return body

    def __str__(self) -> str:
        body = self.to_dict()
        return f"{self.code}: {body['message']} {body['next']['say']}"


def _rebuild(code: str, told: Json, language: Language) -> Refusal:
    refusal = Refusal(code, **told)
    refusal.language = language
    return refusal
