"""Reads and fills documents by places: resolve all, check all, write all or none, read back (PLACE-1, PLACE-2).

What a format adds is a Form. Knows no format.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from docforge.errors import Fault, Notice, Problem, Refusal
from docforge.formats.base import Filled, Reading
from docforge.formats.fields.addresses import number_first
from docforge.formats.fields.checks import check_items, shorten, tell_tags
from docforge.formats.fields.faults import find_place_faults
from docforge.formats.fields.items import FieldItems
from docforge.formats.fields.labels import Labels
from docforge.formats.fields.lineage import keep_names
from docforge.formats.fields.place import Filling, Place
from docforge.opc import Package, is_signed


@dataclass(frozen=True, slots=True)
class Written:
    """What a form wrote: parts by name with their bytes, parts to take out, what the caller should know."""

    parts: Mapping[str, bytes]
    drop: frozenset[str] = frozenset()
    notices: Sequence[Notice] = ()


class Form(Protocol):
    """A document of one format, opened to be read or filled once. Its trees are its own, so a call may change them."""

    @property
    def places(self) -> Sequence[Place]:
        """Every place that has an address, in document order, those that are not listed too."""
        ...

    @property
    def notices(self) -> Sequence[Notice]:
        """What a reader should know: protection, tracked changes, a signature."""
        ...

    def in_part(self, place: Place, part: str) -> bool:
        """Whether the place is on the page, slide or section that `part` names."""
        ...

    def extra(self) -> Mapping[str, Any]:
        """Keys of the format's own beside the places of a reading."""
        ...

    def check(self, fillings: Sequence[Filling]) -> Iterable[Problem | Notice]:
        """What the format itself has against fillings that passed the common checks, and what it has to tell."""
        ...

    def write(self, fillings: Sequence[Filling]) -> Written:
        """Write every filling; cannot fail on grounds of content."""
        ...

    def holds(self, filling: Filling) -> bool:
        """Asked of the document that was written, opened anew: whether the filling stands at its place."""
        ...


FindFaults = Callable[[Package, Any], Iterable[Fault]]


@dataclass(frozen=True, slots=True)
class FieldsPlan:
    """Everything checked: the package, its form as opened for the checks, what goes where, and what to tell."""

    package: Package
    form: Form
    fillings: Sequence[Filling]
    notices: Sequence[Notice] = field(default_factory=tuple[Notice, ...])


class FieldsEngine:
    """See `docforge.formats.base.Engine`; `open_form` opens a package of the format.

    `find_faults` tells what only the format knows to be wrong with a form (SERVE-7). `addressed`: its forms ask for
    addresses when values are read back.
    """

    def __init__(
        self, open_form: Callable[[Package], Form], find_faults: FindFaults | None = None, *, addressed: bool = True
    ) -> None:
        self.open_form, self._find_faults, self._addressed = open_form, find_faults, addressed

    def _open(self, package: Package, known: Form | None = None) -> Form:
        """The form, each of its places with an address that means it alone; cells are called as in the form `known`."""
        form = self.open_form(package)
        number_first(form.places)
        if known is not None:
            keep_names(form.places, known.places)
        return form

    def read(self, package: Package, *, part: str | None = None, origin: Package | None = None) -> Reading:
        form = self._open(package, self._open(origin) if origin is not None else None)
        listed = [place for place in form.places if place.listed]
        if part is not None:
            listed = [place for place in listed if form.in_part(place, part)]
            if not listed:
                raise Refusal("not_found", what=part, needs=["part"])
        notices = [*form.notices, *([Notice("signed")] if is_signed(package) else [])]
        return Reading([place.to_dict() for place in listed], form.extra(), notices)

    def plan(
        self,
        package: Package,
        items: FieldItems,
        *,
        origin: Package | None,
        sources: Mapping[str, bytes],
        **_: Any,
    ) -> FieldsPlan:
        known = self._open(origin) if origin is not None and origin is not package else None
        form = self._open(package, known)
        labels = Labels((known or form).places) if origin is not None else None
        checked = check_items(items.fields, form.places, sources, labels)
        found = list(form.check(checked.fillings))
        problems = [*checked.problems, *(one for one in found if isinstance(one, Problem))]
        if problems:
            raise _refusal(items, problems)
        told = [one for one in found if isinstance(one, Notice)]
        return FieldsPlan(package, form, checked.fillings, [*checked.notices, *told, *tell_tags(form.places, checked)])

    def apply(self, plan: FieldsPlan, *, as_document: bool) -> Filled:
        """Raises RuntimeError when a value does not read back at its place."""
        written = plan.form.write(plan.fillings)
        parts, why = dict(written.parts), dict.fromkeys((*written.parts, *written.drop), "filled")
        if as_document:
            types = _as_document(plan.package, parts)
            parts |= types
            why |= dict.fromkeys(types, "template_to_document")
        data = plan.package.save(parts, drop=written.drop)
        self._read_back(data, plan.fillings)
        signed = [Notice("signature_void")] if is_signed(plan.package) else []
        return Filled(
            data=data,
            places=[one.place.at for one in plan.fillings],
            replaced=[(one.place.at, shorten(one.place.now)) for one in plan.fillings if one.place.now],
            changed=why,
            identical=sum(name not in parts and name not in written.drop for name in plan.package.names),
            notices=[*plan.notices, *written.notices, *signed],
        )

    def check(self, package: Package) -> Iterator[Fault]:
        """See `docforge.formats.base.Checking`."""
        form = self.open_form(package)
        yield from find_place_faults(form.places)
        yield from self._find_faults(package, form) if self._find_faults else ()

    def _read_back(self, data: bytes, fillings: Sequence[Filling]) -> None:
        package = Package.open(data)
        form = self._open(package) if self._addressed else self.open_form(package)
        missing = [filling.place.kind for filling in fillings if not form.holds(filling)]
        if missing:
            raise RuntimeError(f"{len(missing)} values do not read back: {missing[:5]}")


def _as_document(package: Package, parts: Mapping[str, bytes]) -> Mapping[str, bytes]:
    """The content types of a document, on top of what the form changed in them."""
    types = package.as_document()
    if not types or not any(name in parts for name in types):
        return types
    return Package.open(package.save(parts)).as_document()


def _refusal(items: FieldItems, problems: Sequence[Problem]) -> Refusal:
    """All problems in the order of the items, each once."""
    order = {item.at: number for number, item in reversed(list(enumerate(items.fields)))}
    once = dict[tuple[Any, ...], Problem]()
    for one in sorted(problems, key=lambda problem: order.get(problem.at, 0)):
        once.setdefault((one.code, one.at, str(one.facts)), one)
    return Refusal("fields_refused", problems=once.values(), total=len(items.fields), wrong=len(_places_of(problems)))


def _places_of(problems: Iterable[Problem]) -> set[str]:
    return {problem.at for problem in problems}
