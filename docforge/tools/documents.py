"""The read and edit tools, one pair for every format that there is. Knows no format by name."""

from typing import Annotated, Any

from pydantic import BaseModel, Field, create_model

from docforge.call import Call, Language
from docforge.drafting.draft import Drafted, carry_out, check_draft
from docforge.drafting.reading import read_places
from docforge.drafting.report import tell_moment
from docforge.drafting.request import Request, Script
from docforge.errors import Phrase
from docforge.formats.base import Format
from docforge.tools.pages import cut_page
from docforge.tools.tool import Arguments, Json, Result, Tool, tool
from docforge.workspace import Card, Workspace

Known = frozenset[str]
_OPENING = ("bad_path", "wrong_format", "renamed", "encrypted", "not_a_document", "strict_format", "hostile_file")
READING = (*_OPENING, "too_large", "not_found")
EDITING = (
    *_OPENING,
    *("too_large", "no_target", "target_exists", "is_a_template", "template_not_found", "macro_template"),
    *(
        "code_failed",
        "code_unavailable",
        "version_changed",
        "nothing_to_do",
        "cells_refused",
        "fields_refused",
        "rows_refused",
        "busy",
    ),
)
READ = (
    "List the places of {title}, form or document: address, what it holds, label, allowed values. Use it before {edit}."
)
EDIT = (
    "Fill or edit {title}. With template: copies the form to path and fills the copy, one call; the form never "
    "changes. Without: edits path. Read the form with {read} first and use its addresses. "
    "Macro forms: copy_file, then edit without template."
)
ATTACH = "true: hand the file to the user as a card; false: keep it as an intermediate file. No default: decide."


CODE = "Python, `{name}` ({library}) bound; runs after the list. Only for what the list cannot do"


class ReadArguments(Arguments):
    path: Annotated[str, Field(description="template or document")]
    part: str | None = None
    cursor: str | None = None
    limit: Annotated[int | None, Field(ge=1, le=10_000, description="rows a page")] = None


class EditArguments(Arguments):
    path: Annotated[str, Field(description="document to edit; with template, the new file")]
    attach: Annotated[bool, Field(description=ATTACH)]
    template: Annotated[str | None, Field(description="form to copy to path first; path must then be free")] = None
    version: Annotated[str | None, Field(description="version you read; refused if the document has changed since")] = (
        None
    )


class CodeArguments(EditArguments):
    """What an edit tool also takes where code can run on its documents."""

    code: str | None = None
    assets: Annotated[dict[str, str], Field(description="name: path of a file for code")] = Field(
        default_factory=dict[str, str]
    )
    params: Annotated[Json, Field(description="given to code")] = Field(default_factory=dict[str, Any])


class Read(Result):
    """The places of a template or document, one page of them."""

    path: str
    format: str
    role: str
    version: str
    total: int
    shown: int
    next_cursor: str | None = None
    places: list[Json]

    beside: Json = Field(default_factory=dict[str, Any], exclude=True)

    def to_dict(self, language: Any) -> Json:
        body = super().to_dict(language)
        places, warnings = body.pop("places", []), body.pop("warnings", None)
        return {**body, **self.beside, "places": places, **({"warnings": warnings} if warnings else {})}


class CardShown(BaseModel):
    """The offer of the file: a link that expires, or its place in the user's own folder."""

    name: str
    size: int
    url: str | None = None
    expires: str | None = None
    location: str | None = None


class Replaced(BaseModel):
    at: str
    before: str


class Parts(BaseModel):
    """What of the file changed, and how many parts are byte for byte as they were."""

    changed: list[str]
    identical: int


class Results(BaseModel):
    """Formula results that were taken out, to be computed when the file is opened."""

    cleared: int


class Changed(Result):
    """A document that was made or changed."""

    path: str
    action: str
    template: str | None = None
    version: str
    attach: bool
    card: CardShown | None = None
    written: int
    replaced: list[Replaced] = Field(default_factory=list[Replaced])
    parts: Parts | None = None
    results: Results | None = None
    printed: str = ""


def show_card(call: Call, card: Card) -> CardShown:
    """The card as callers see it, its end in the caller's own time zone."""
    expires = tell_moment(call, card.expires) if card.expires else None
    return CardShown(name=card.name, size=card.size, url=card.url, expires=expires, location=card.location)


# ── read ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def make_read(fmt: Format[Any, Any], known: Known) -> Tool:
    """The read tool of a format."""
    name, edit = f"read_{fmt.name}", f"edit_{fmt.name}"
    described = READ.format(title=_title(fmt), edit=edit)

    @tool(name, format=fmt.name, refuses=READING, slow=True, description=described, example={"path": _form(fmt)})
    def read(call: Call, workspace: Workspace, arguments: ReadArguments) -> Read:
        opened = read_places(workspace, fmt, arguments.path, part=arguments.part, tool=name, known=known)
        rows = [_in_language(place, call.language) for place in opened.reading.places]
        beside = opened.reading.extra
        told = sum(len(notice.text(call.language)) for notice in opened.reading.notices)
        page = cut_page(name, rows, cursor=arguments.cursor, limit=arguments.limit, beside=beside, told=told)
        return Read(
            path=opened.stored.path,
            format=fmt.name,
            role=opened.role,
            version=opened.stored.version,
            total=len(rows),
            shown=len(page.rows),
            next_cursor=page.next_cursor,
            places=page.rows,
            beside=page.beside,
            notices=list(opened.reading.notices),
        )

    return read


def _in_language(place: Json, language: Language) -> Json:
    return {key: told.text(language) if isinstance(told, Phrase) else told for key, told in place.items()}


# ── edit ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def make_edit(fmt: Format[Any, Any], known: Known) -> Tool:
    """The edit tool of a format: the arguments that all share, and the format's own items."""
    name, read = f"edit_{fmt.name}", f"read_{fmt.name}"
    model = _edit_model(fmt)

    def request_of(arguments: Any) -> Request:
        return Request(
            tool=name,
            format=fmt,
            path=arguments.path,
            template=arguments.template,
            items=arguments,
            attach=arguments.attach,
            version=arguments.version,
            known=known,
            script=_script(arguments) if fmt.code and arguments.code is not None else None,
        )

    def check(call: Call, workspace: Workspace, arguments: Any) -> None:
        check_draft(call, workspace, request_of(arguments))

    def in_place(arguments: Any) -> bool:
        return arguments.template is None

    described = EDIT.format(title=_title(fmt), read=read)
    example: Json = {"template": _form(fmt), "path": f"quotes/hanbit{fmt.document}", "attach": True, **_items(fmt)}
    options: Json = {
        "example": example,
        "arguments": model,
        "check": check,
        "repeats": in_place,
        "description": described,
    }

    @tool(name, format=fmt.name, refuses=EDITING, writes=True, slow=True, **options)
    def edit(call: Call, workspace: Workspace, arguments: Any) -> Changed:
        drafted = carry_out(call, workspace, request_of(arguments))
        return _changed(call, drafted, attach=arguments.attach)

    return edit


def _edit_model(fmt: Format[Any, Any]) -> type[BaseModel]:
    """The arguments of a format's edit tool; code is said in the words of the library that it runs on."""
    name = f"Edit{fmt.name.capitalize()}Arguments"
    if fmt.code is None:
        return create_model(name, __base__=(fmt.items, EditArguments))
    told = CODE.format(name=fmt.code.name, library=fmt.code.library)
    code: Any = (Annotated[str | None, Field(description=told)], None)
    return create_model(name, __base__=(fmt.items, CodeArguments), code=code)


def _script(arguments: Any) -> Script:
    return Script(arguments.code, arguments.assets, arguments.params)


def _form(fmt: Format[Any, Any]) -> str:
    return f"templates/quote{fmt.template or fmt.document}"


def _items(fmt: Format[Any, Any]) -> Json:
    """The items of a call as the format's own model shows them, if it does."""
    examples: list[Json] = fmt.items.model_json_schema().get("examples", [{}])
    return examples[0]


def _title(fmt: Format[Any, Any]) -> str:
    title = fmt.title["en"]
    return f"{'an' if title[:1] in 'AEIOU' else 'a'} {title}"


def _changed(call: Call, drafted: Drafted, *, attach: bool) -> Changed:
    filled = drafted.filled
    return Changed(
        path=drafted.stored.path,
        action=drafted.action,
        template=drafted.template,
        version=drafted.stored.version,
        attach=attach,
        card=show_card(call, drafted.card) if drafted.card else None,
        written=len(filled.places),
        replaced=[Replaced(at=at, before=before) for at, before in filled.replaced],
        parts=Parts(changed=list(filled.changed), identical=filled.identical),
        results=Results(cleared=filled.cleared) if filled.cleared else None,
        printed=drafted.printed,
        notices=list(drafted.notices),
        before=drafted.before,
    )
