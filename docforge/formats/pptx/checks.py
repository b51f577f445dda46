"""What a presentation has against fillings that passed the common checks, and what it has to tell. Never writes.

Knows no package.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from docforge.errors import Notice, Problem
from docforge.formats.fields import Filling
from docforge.formats.fields.addresses import fold
from docforge.formats.pptx.chart_write import find_obstacle, plan_chart
from docforge.formats.pptx.charts import Chart
from docforge.formats.pptx.pictures import tell_picture
from docforge.formats.pptx.spans import span_of_placeholder
from docforge.formats.pptx.targets import ChartTarget, CopiesTarget, PictureTarget, slides_of
from docforge.formats.typed import ValueProblem
from docforge.formats.values import check_characters, check_number


def check_fillings(fillings: Sequence[Filling]) -> Iterator[Problem | Notice]:
    """Every problem and notice, in the order of the fillings."""
    for filling in fillings:
        target = filling.place.target
        match target:
            case PictureTarget():
                told = tell_picture(filling, target)
                yield from [told] if told else []
            case ChartTarget():
                yield from _check_chart(filling, target.chart)
            case CopiesTarget():
                yield from _check_copies(filling, target, fillings)
                if len(filling.rows) > 1 and target.slide.notes:
                    yield Notice("notes_left_out", {"at": filling.place.at})
            case _:
                continue


# ── charts ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _check_chart(filling: Filling, chart: Chart) -> Iterator[Problem]:
    """All series, of one length, that the workbook has room for."""
    at, given, names = filling.item.at, filling.series, tuple(filling.place.columns)
    if len(given) != len(chart.series):
        facts = {"count": len(chart.series), "given": len(given), "names": ", ".join(names)}
        yield Problem("chart_series", at=at, facts=facts, allowed=names)
        return
    problems = [*_check_lengths(filling, chart), *_check_texts(filling)]
    yield from problems
    if not problems:
        yield from _check_cells(filling, chart)


def _check_lengths(filling: Filling, chart: Chart) -> Iterator[Problem]:
    told = filling.item.categories
    wanted = len(chart.categories) if told is None else len(told)
    lengths = {one.name: len(one.values) for one in filling.series}
    if told is None and not any(one.categories for one in chart.series):
        wanted = max(lengths.values(), default=0)
    wrong = {name: length for name, length in lengths.items() if length != wanted}
    if wrong or not wanted:
        counted = ", ".join(f"{name} {length}" for name, length in (wrong or lengths).items())
        yield Problem("chart_lengths", at=filling.item.at, facts={"wanted": wanted, "lengths": counted})


def _check_texts(filling: Filling) -> Iterator[Problem]:
    names = [fold(one.name) for one in filling.series]
    if len(set(names)) < len(names):
        yield Problem("chart_names", at=filling.item.at)
    for text in (*(one.name for one in filling.series), *(filling.item.categories or ())):
        try:
            check_characters(text)
        except ValueProblem as fault:
            yield replace(fault.problem, at=filling.item.at)
    for value in (value for one in filling.series for value in one.values if value is not None):
        try:
            check_number(value)
        except ValueProblem as fault:
            yield replace(fault.problem, at=filling.item.at)


def _check_cells(filling: Filling, chart: Chart) -> Iterator[Problem]:
    try:
        fill = plan_chart(chart, filling.series, filling.item.categories)
    except ValueProblem as fault:
        yield replace(fault.problem, at=filling.item.at)
        return
    obstacle = find_obstacle(fill)
    if obstacle:
        yield Problem("chart_blocked", at=filling.item.at, facts={"cell": obstacle})


# ── copies of a slide ─────────────────────────────────────────────────────────────────────────────────────────────────


def _check_copies(filling: Filling, target: CopiesTarget, fillings: Sequence[Filling]) -> Iterator[Problem]:
    """Another item for the same `{{x}}`, or for a text that holds one which the rows fill; links to what goes."""
    others = [one for one in fillings if one is not filling]
    if not filling.rows:
        yield from _check_removal(filling, target, others)
        return
    given = {name for row in target.values(filling.rows) for name in row}
    spans = [span_of_placeholder(one.part, one.found) for one in target.occurrences if fold(one.found.name) in given]
    for other in others:
        if any(span.overlaps(taken) for span in spans for taken in other.place.spans):
            yield Problem("overlaps", at=filling.item.at, facts={"other": other.item.at})


def _check_removal(filling: Filling, target: CopiesTarget, others: Sequence[Filling]) -> Iterator[Problem]:
    """A slide goes on demand alone, and only where nothing is written to it and no slide leads to it."""
    if not filling.item.drop_unused:
        yield Problem("no_rows", at=filling.item.at)
        return
    for other in others:
        if target.slide in slides_of([other]):
            yield Problem("overlaps", at=filling.item.at, facts={"other": other.item.at})
    if target.linked:
        yield Problem("slide_linked", at=filling.item.at, facts={"by": ", ".join(target.linked)})
