"""Relationships of parts (ECMA-376-2, 9.3): from a .rels part to names of parts and outside addresses.

Knows no type of relationship by meaning.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import quote, unquote

from docforge.opc.markup import parse_xml

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_SAFE_IN_NAMES = "/!$&'()*+,;=:@-._~[]"


@dataclass(frozen=True, slots=True)
class Relationship:
    """One relationship: `target` is a part name without leading slash, or the address as written when `external`."""

    id: str
    type: str
    target: str
    external: bool

    @property
    def kind(self) -> str:
        """Last segment of the type in lower case ("worksheet"): the same in transitional and strict files."""
        return self.type.rpartition("/")[2].lower()


def rels_name(source: str) -> str:
    """Name of the .rels part of a part, of the package itself for ""."""
    folder, slash, leaf = source.rpartition("/")
    return f"{folder}{slash}_rels/{leaf}.rels"


def source_name(rels: str) -> str | None:
    """Name of the part whose relationships a .rels part holds ("" for the package); None where it is no .rels part."""
    folder, _, leaf = rels.rpartition("/")
    base, _, last = folder.rpartition("/")
    if last.lower() != "_rels" or not leaf.lower().endswith(".rels"):
        return None
    return (f"{base}/" if base else "") + leaf[: -len(".rels")]


def parse_relationships(
    data: bytes, source: str, rels: str, spelled: Callable[[str], str | None]
) -> tuple[Relationship, ...]:
    """Relationships in the order of the part. `spelled(name)` gives a part's name as in the archive, None if absent."""
    found: list[Relationship] = []
    for element in parse_xml(data, rels).iter("{*}Relationship"):
        target = element.get("Target", "").strip()
        external = element.get("TargetMode", "").lower() == "external" or _SCHEME.match(target) is not None
        if not external:
            target = _part_of(target, source, spelled)
        found.append(Relationship(element.get("Id", ""), element.get("Type", "").strip(), target, external))
    return tuple(found)


def _part_of(target: str, source: str, spelled: Callable[[str], str | None]) -> str:
    """The part that a target means, as the archive spells it; else as resolved, so that it can be shown."""
    if target.startswith("#"):
        return target
    name = resolve(target.partition("#")[0], source)
    return spelled(name) or spelled(unquote(name)) or spelled(quote(unquote(name), safe=_SAFE_IN_NAMES)) or name


def resolve(target: str, source: str) -> str:
    """Part name that `target` gives seen from `source` (RFC 3986, 5.2.4); a way above the root ends at the root."""
    path = target.replace("\\", "/")
    steps = [] if path.startswith("/") else source.split("/")[:-1]
    for step in path.split("/"):
        if step == "..":
            del steps[-1:]
        elif step not in {"", "."}:
            steps.append(step)
    return "/".join(steps)
