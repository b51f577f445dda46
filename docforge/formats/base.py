"""What a format must offer. Knows no format."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, Protocol, TypeVar, runtime_checkable

from pydantic import BaseModel, ConfigDict

from docforge.errors import Fault, Notice
from docforge.opc import Package

Role = Literal["template", "document"]
Json = dict[str, Any]
EditArguments = TypeVar("EditArguments", bound="Items", contravariant=True)
Planned = TypeVar("Planned")


class Items(BaseModel):
    """Base of a format's own edit arguments (xlsx: cells, rows, results; others: fields). No type is coerced."""

    model_config = ConfigDict(extra="forbid", strict=True)

    def is_empty(self) -> bool:
        """True where the call gave nothing to write (nothing_to_do)."""
        raise NotImplementedError

    def count(self) -> int:
        """Number of single values, for the limit on one call."""
        raise NotImplementedError

    def sources(self) -> Sequence[str]:
        """Paths of workspace files (pictures) that the items name."""
        return ()


@dataclass(frozen=True, slots=True)
class Reading:
    """What a read tool tells: `places` in document order, each a wire object; `extra` are the format's own keys.

    `extra` is shown on the first page only (xlsx: sheets, tables, names). A value that is a Phrase is told in the
    caller's language.
    """

    places: Sequence[Json]
    extra: Mapping[str, Any] = field(default_factory=dict[str, Any])
    notices: Sequence[Notice] = ()


@dataclass(frozen=True, slots=True)
class Filled:
    """A filled package: its bytes, what was written and what else changed.

    `places` are the addresses written, `replaced` (address, text before) of places that were not empty,
    `changed` part name → why it changed, `identical` the number of parts copied untouched,
    `cleared` the number of cached formula results taken out, `blank` of results that the file now lacks.
    """

    data: bytes
    places: Sequence[str]
    replaced: Sequence[tuple[str, str]]
    changed: Mapping[str, str]
    identical: int
    cleared: int = 0
    blank: int = 0
    notices: Sequence[Notice] = ()


class Engine(Protocol[EditArguments, Planned]):
    """Reads and fills packages of one format."""

    def read(self, package: Package, *, part: str | None = None, origin: Package | None = None) -> Reading:
        """List the places of a template or document, of one sheet, page or slide when `part` names it."""
        ...

    def plan(
        self,
        package: Package,
        items: EditArguments,
        *,
        origin: Package | None,
        sources: Mapping[str, bytes],
        force_calculation: bool,
    ) -> Planned:
        """Check every item against the package; pure. `origin` is the template that the document was made from.

        `sources` are the bytes of the files that the items name, by the path as named; one that is not there is absent.
        Raises Refusal cells_refused / fields_refused with all problems at once.
        """
        ...

    def apply(self, plan: Planned, *, as_document: bool) -> Filled:
        """Write the plan; cannot fail on grounds of content. `as_document` turns a template's content type."""
        ...


@runtime_checkable
class Checking(Protocol):
    """What an engine may offer beside: the faults that only its format knows of a form (SERVE-7)."""

    def check(self, package: Package) -> Iterable[Fault]:
        """What is wrong with a form before anyone fills it; never writes."""
        ...


@dataclass(frozen=True, slots=True)
class Code:
    """How code sees a document of the format: `name` is bound to an object of `library`.

    `module` is what the sandbox loads: it has LIBRARIES and `open_code` (see `docforge.sandbox.worker.Opened`).
    """

    name: str
    library: str
    module: str


@dataclass(frozen=True, slots=True)
class Format(Generic[EditArguments, Planned]):
    """One office format. Extensions are lower case, with their dot; `main_types` the content types of its main part.

    `title` is what people call it; `items` the model of its edit arguments; `code` None where no code can run on it.
    """

    name: str
    title: Mapping[str, str]
    document: str
    template: str | None
    macro_document: str | None
    macro_templates: tuple[str, ...]
    items: type[EditArguments]
    engine: Engine[EditArguments, Planned]
    main_types: tuple[str, ...] = ()
    code: Code | None = None

    @property
    def list_name(self) -> str:
        """The argument of the edit tool that holds the items."""
        return next(iter(self.items.model_fields))

    @property
    def documents(self) -> tuple[str, ...]:
        """Extensions of files that are edited in place."""
        return (self.document, self.macro_document) if self.macro_document else (self.document,)

    @property
    def templates(self) -> tuple[str, ...]:
        """Extensions of files that can be copied and filled."""
        return (self.document, self.template) if self.template else (self.document,)

    @property
    def extensions(self) -> tuple[str, ...]:
        """Every extension of the format."""
        return (*dict.fromkeys((*self.templates, *self.documents, *self.macro_templates)),)
