"""The tool that checks a form before anyone fills it. Knows no format by name."""

from __future__ import annotations

from collections import Counter
from pathlib import PurePosixPath
from typing import Annotated, Any

from pydantic import Field

from docforge.call import Call, Language
from docforge.drafting.checking import Checked, check_form
from docforge.drafting.names import format_of, suffix_of
from docforge.errors import Fault, Refusal
from docforge.formats import load_formats
from docforge.formats.base import Format
from docforge.formats.samples import schema_of
from docforge.tools.documents import READING
from docforge.tools.pages import CHARACTERS
from docforge.tools.spelling import compact
from docforge.tools.tool import Arguments, Json, Result, Tool, tool
from docforge.workspace import Workspace

NAME = "check_template"
_ROOM = CHARACTERS // 3  # for the schema, and as much for the sample


class CheckArguments(Arguments):
    path: Annotated[str, Field(description="form")]


class CheckedForm(Result):
    """Places by kind, a schema of the values, an edit call with sample data that passes, and what is wrong."""

    path: str
    format: str
    role: str
    version: str
    places: Json
    schema_: Annotated[Json, Field(serialization_alias="schema")]
    sample: Json | None = None
    faults: list[Json] = Field(default_factory=list[Json])

    found: list[Fault] = Field(default_factory=list[Fault], exclude=True)

    def to_dict(self, language: Language) -> Json:
        body = super().to_dict(language)
        told = {"schema": body.pop("schema_"), **({"sample": body.pop("sample")} if "sample" in body else {})}
        return {**body, **told, "faults": [fault.to_dict(language) for fault in self.found]}


def make_check(known: frozenset[str]) -> Tool:
    """The tool; `known` are the names of the tools that a refusal may point to."""

    @tool(NAME, refuses=READING, slow=True, example={"path": "templates/quote.xltx"})
    def check_template(call: Call, workspace: Workspace, arguments: CheckArguments) -> CheckedForm:
        """Check a form before it is used: places, JSON Schema, a sample call, faults and what to do."""
        path = workspace.path(arguments.path)
        fmt = format_of(suffix_of(path))
        if fmt is None:
            accepts = [suffix for one in load_formats().values() for suffix in one.extensions]
            raise Refusal("wrong_format", path=path, tool=NAME, accepts=", ".join(accepts), needs=["path"])
        checked = check_form(workspace, fmt, path, tool=NAME, known=known, language=call.language)
        return _tell(workspace, fmt, checked)

    return check_template


def _tell(workspace: Workspace, fmt: Format[Any, Any], checked: Checked) -> CheckedForm:
    kinds = Counter(str(place["kind"]) for place in checked.places)
    shown = _fitting(checked)
    counted = {"total": len(checked.places), "kinds": dict(kinds)}
    return CheckedForm(
        path=checked.stored.path,
        format=fmt.name,
        role=checked.role,
        version=checked.stored.version,
        places=counted | ({"shown": len(shown)} if len(shown) < len(checked.places) else {}),
        schema_=schema_of(shown),
        sample=_sample(workspace, fmt, checked),
        found=list(checked.faults),
    )


def _fitting(checked: Checked) -> list[Json]:
    """The first places whose part of the schema fits one answer."""
    room, shown = _ROOM, list[Json]()
    for place in checked.places:
        room -= len(compact(schema_of([place])["properties"]))
        if room < 0 and shown:
            break
        shown.append(place)
    return shown


def _sample(workspace: Workspace, fmt: Format[Any, Any], checked: Checked) -> Json | None:
    """The whole call that fills a copy of the form, or the file itself where it can be no template."""
    room, items = _ROOM, list[Json]()
    for item in checked.sample:
        room -= len(compact(item)) + 1
        if room >= 0:
            items.append(item)
    path, suffix = checked.stored.path, suffix_of(checked.stored.path)
    has_macros = any(fault.code == "has_macros" for fault in checked.faults)
    if suffix in fmt.templates and not has_macros:
        copy = workspace.free_path(f"samples/{PurePosixPath(path).stem}{fmt.document}")
        where: Json = {"template": path, "path": copy}
    elif suffix in fmt.documents:
        where = {"path": path}
    else:
        return None
    return (
        {"tool": f"edit_{fmt.name}", "arguments": {**where, "attach": False, fmt.list_name: items}} if items else None
    )
