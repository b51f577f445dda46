"""Checks a form before anyone fills it: its places, sample data that its own checks accept, and its faults (SERVE-7).

Never writes and knows no format by name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from docforge.call import Language
from docforge.drafting.reading import open_file, read_package
from docforge.errors import Fault, Phrase, Problem, Refusal
from docforge.formats.base import Checking, Format, Role
from docforge.formats.faults import few_of_each, find_package_faults
from docforge.formats.samples import Sample, samples_of, with_numbers
from docforge.opc import Package
from docforge.workspace import Stored, Workspace

Json = dict[str, Any]
MANY = 300
_MOST_TRIED, _ROUNDS = 200, 16
_PASSED_OVER = frozenset({"overlaps", "same_place_twice"})  # places within places: one of them takes a value
_OF_THE_VALUE = frozenset({
    "bad_value", "not_in_list", "breaks_rule", "looks_like_number", "percent_meant", "date_meant", "bad_date",
    "bad_number", "too_long", "one_line", "row_refused", "row_too_wide",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Checked:
    """A form that was checked; `sample` are items of its edit tool that pass together."""

    stored: Stored
    role: Role
    places: Sequence[Json]
    sample: Sequence[Json]
    faults: Sequence[Fault]


def check_form(
    workspace: Workspace, fmt: Format[Any, Any], text: str, *, tool: str, known: frozenset[str], language: Language
) -> Checked:
    """The form at `text`, a path as a caller wrote it; refused as it would be for reading."""
    opened = open_file(workspace, fmt, text, tool=tool, known=known)
    reading = read_package(fmt, opened, tool=tool)
    places = with_numbers(reading.places)
    trial = _Trial(fmt, opened.package, list(samples_of(places, language))[:_MOST_TRIED])
    sample = trial.run()
    faults = [*_find_faults(fmt, opened.package, places), *trial.faults]
    return Checked(opened.stored, opened.role, places, sample, few_of_each(faults))


def _find_faults(fmt: Format[Any, Any], package: Package, places: Sequence[Json]) -> list[Fault]:
    engine, found = fmt.engine, list(find_package_faults(package))
    if not places:
        found.append(Fault("nothing_to_fill"))
    if len(places) > MANY:
        found.append(Fault("many_places", facts={"count": len(places)}))
    return [*found, *(engine.check(package) if isinstance(engine, Checking) else ())]


@dataclass
class _Trial:
    """Tries sample values until all that are left pass the checks of an edit together."""

    format: Format[Any, Any]
    package: Package
    samples: Sequence[Sample]
    faults: list[Fault] = field(default_factory=list[Fault])

    def run(self) -> list[Json]:
        waiting = {sample.at: list(sample.items) for sample in self.samples if sample.items}
        for _ in range(_ROUNDS):
            problems = self._plan([items[0] for items in waiting.values()])
            if not problems:
                break
            for at, problem in problems.items():
                self._go_on(waiting, at, problem)
        else:
            return self._without_refused(waiting)
        return [items[0] for items in waiting.values()]

    def _go_on(self, waiting: dict[str, list[Json]], at: str, problem: Problem) -> None:
        """Take the value that the refusal names, else the next; a place that takes none is let go."""
        items = waiting.get(at, [])
        if problem.code not in _OF_THE_VALUE:
            items.clear()
        meant = problem.use if problem.use is not None else problem.nearest
        tried = items[:1]
        del items[:1]
        if tried and "value" in tried[0] and isinstance(meant, (str, int, float)) and tried[0]["value"] != meant:
            items[:] = [{**tried[0], "value": meant}, *(one for one in items if one.get("value") != meant)]
        if not items and waiting.pop(at, None) is not None and problem.code not in _PASSED_OVER:
            self._tell(at, problem)

    def _without_refused(self, waiting: dict[str, list[Json]]) -> list[Json]:
        """What passes where trying took too long: all but the places that are still refused, or nothing."""
        for at, problem in self._plan([items[0] for items in waiting.values()]).items():
            waiting.pop(at, None)
            self._tell(at, problem)
        left = [items[0] for items in waiting.values()]
        return [] if self._plan(left) else left

    def _tell(self, at: str, problem: Problem) -> None:
        facts = {"at": at, "use": problem.use, **problem.facts}
        self.faults.append(Fault("sample_refused", at=at, facts={"why": Phrase(problem.code, facts)}))

    def _plan(self, items: Sequence[Json]) -> dict[str, Problem]:
        """What an edit of a copy would refuse, by place; of a refusal of the whole, every place is refused."""
        if not items:
            return {}
        given = self.format.items.model_validate({self.format.list_name: list(items)})
        try:
            self.format.engine.plan(self.package, given, origin=self.package, sources={}, force_calculation=False)
        except Refusal as refusal:
            told = {problem.at: problem for problem in reversed(refusal.as_problems())}
            known = {sample.at for sample in self.samples}
            whole = next(iter(told.values()))
            return told if told.keys() <= known else dict.fromkeys(known, whole)
        return {}
