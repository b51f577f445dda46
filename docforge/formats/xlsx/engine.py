"""Excel's side of the contract that every format keeps: read, plan, apply. Knows no rule of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from docforge.errors import Fault
from docforge.formats.base import Filled, Reading
from docforge.formats.xlsx import plan as planning
from docforge.formats.xlsx import read as reading
from docforge.formats.xlsx import write as writing
from docforge.formats.xlsx.faults import find_faults
from docforge.formats.xlsx.items import XlsxItems
from docforge.formats.xlsx.planned import Plan
from docforge.opc import Package


class XlsxEngine:
    """See `docforge.formats.base.Engine`."""

    def read(self, package: Package, *, part: str | None = None, origin: Package | None = None) -> Reading:
        return reading.read(package, part=part, origin=origin)

    def plan(
        self,
        package: Package,
        items: XlsxItems,
        *,
        origin: Package | None,
        sources: Mapping[str, bytes],  # noqa: ARG002  no cell holds a file
        force_calculation: bool,
    ) -> Plan:
        return planning.plan(package, items, origin=origin, force_calculation=force_calculation)

    def apply(self, plan: Plan, *, as_document: bool) -> Filled:
        return writing.apply(plan, as_document=as_document)

    def check(self, package: Package) -> Iterator[Fault]:
        """See `docforge.formats.base.Checking`."""
        return find_faults(package)
