"""Calls that are refused with something offered, and where each offered step leads. Knows no door."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

from tests.toy import MACROS, toy_bytes
from tests.toy.fixtures import TEMPLATE, Json, fill

CHANGE = "change"  # a step that is not one of several
OLD, PATH = "quotes/old.toyx", "quotes/hanbit.toyx"
LONG = [{"at": "item", "value": "서버 임대 " * 400}]
FILLED, EDITED, COPIED, READ, LINKED = "copied_and_edited", "edited", "copied", "read", "linked"
NUMBER = [{"at": "number", "value": "Q-1"}]


@dataclass(frozen=True)
class Case:
    """A call that is refused with `code`. `ends` are its offered steps in order, and what each leads to.

    A step is a row of MEANINGS, or CHANGE; an end is what was done, or the code of another refusal, which then must
    be about what the step left to `needs`. `files` are there before, `calls` were made before.
    """

    name: str
    code: str
    arguments: Json
    ends: tuple[tuple[str, str], ...]
    tool: str = "edit_toy"
    files: Mapping[str, Callable[[], bytes]] = field(default_factory=dict)
    calls: tuple[tuple[str, Json], ...] = ()
    guided: bool = True
    lean: bool = False
    empty: bool = False


def in_place(**changed: object) -> Json:
    """A right call without template, on a document that is there."""
    return fill(template=None, path=OLD, fields=NUMBER) | changed


DOCUMENT = {OLD: partial(toy_bytes, kind="document")}
HIDDEN = {"quotes/form.toyx": partial(toy_bytes, kind="macro", extra=MACROS)}
MACRO = {"templates/form.toyl": partial(toy_bytes, kind="macro", extra=MACROS)}
COPY = {"source": TEMPLATE, "path": "copy.toyx", "attach": False}

CASES = [
    # ── arguments ─────────────────────────────────────────────────────────────────────────────────────────────────────
    Case("no attach", "bad_arguments", fill(attach=None), (("attach_true", FILLED), ("attach_false", FILLED))),
    Case(
        "no attach and nothing to write",
        "bad_arguments",
        fill(attach=None, fields=[]),
        (("attach_true", "nothing_to_do"), ("attach_false", "nothing_to_do")),
    ),
    Case("an argument that nothing takes", "bad_arguments", fill(colour="red"), ((CHANGE, FILLED),)),
    Case(
        "a misspelt argument",
        "bad_arguments",
        fill(fields=None, feilds=NUMBER),
        ((CHANGE, FILLED),),
    ),
    Case(
        "an argument of the read tool",
        "bad_arguments",
        in_place(cursor="0"),
        (("leave_out", EDITED), ("other_tool", READ)),
        files=DOCUMENT,
    ),
    Case(
        "nothing to write",
        "nothing_to_do",
        fill(fields=[]),
        (("copy_instead", COPIED),),
    ),
    Case(
        "a misspelt tool",
        "not_found",
        fill(),
        (("other_tool", "bad_arguments"),),
        tool="copy_fil",
        lean=True,
        guided=False,
    ),
    # ── the guide ─────────────────────────────────────────────────────────────────────────────────────────────────────
    Case("no guide", "guide_needed", fill(), ((CHANGE, FILLED),), guided=False),
    Case(
        "no guide and no attach",
        "guide_needed",
        fill(attach=None),
        (("attach_true", FILLED), ("attach_false", FILLED)),
        guided=False,
    ),
    Case(
        "no guide and a wrong path",
        "guide_needed",
        fill(path="quotes/hanbit.txt"),
        ((CHANGE, FILLED),),
        guided=False,
    ),
    Case(
        "no guide and a path that is taken",
        "guide_needed",
        fill(path=OLD),
        (("go_on", EDITED), ("start_again", FILLED)),
        guided=False,
        files=DOCUMENT,
    ),
    # ── the matrix ────────────────────────────────────────────────────────────────────────────────────────────────────
    Case(
        "neither template nor file",
        "no_target",
        in_place(path="quotes/odl.toyx"),
        (("use_document", EDITED), ("use_template", FILLED)),
        files=DOCUMENT,
    ),
    Case(
        "a template and a file",
        "target_exists",
        fill(path=OLD),
        (("go_on", EDITED), ("start_again", FILLED)),
        files=DOCUMENT,
    ),
    Case(
        "a template and a file, with a version",
        "target_exists",
        fill(path=OLD, version="0" * 12),
        (("go_on", EDITED), ("start_again", "version_changed")),
        files=DOCUMENT,
    ),
    Case(
        "the same call twice",
        "target_exists",
        fill(),
        (("take_result", FILLED), ("go_on", EDITED), ("start_again", FILLED)),
        calls=(("edit_toy", fill()),),
    ),
    Case("a form as path", "is_a_template", in_place(path=TEMPLATE), ((CHANGE, FILLED),)),
    Case("a new file among the forms", "is_a_template", fill(path="templates/new.toyx"), ((CHANGE, FILLED),)),
    Case(
        "a form that is not there as path",
        "is_a_template",
        in_place(path="templates/qoute.toyt"),
        (("use_template", FILLED),),
    ),
    Case(
        "a misspelt template",
        "template_not_found",
        fill(template="templates/qoute.toyt"),
        (("use_template", FILLED),),
    ),
    Case("a template where there is none at all", "template_not_found", fill(), (("upload_this", LINKED),), empty=True),
    Case(
        "a misspelt template and a wrong path",
        "template_not_found",
        fill(template="templates/qoute.toyt", path="quotes/hanbit.txt"),
        (("use_template", FILLED),),
    ),
    Case(
        "a version that has gone",
        "version_changed",
        in_place(version="0" * 12),
        (("read_again", READ),),
        files=DOCUMENT,
    ),
    # ── formats ───────────────────────────────────────────────────────────────────────────────────────────────────────
    Case("a path of another format", "wrong_format", fill(path="quotes/hanbit.xlsx"), ((CHANGE, FILLED),)),
    Case(
        "a document of another format",
        "wrong_format",
        in_place(path="quotes/book.xlsx"),
        (("other_tool", "not_a_document"),),
        files={"quotes/book.xlsx": partial(bytes, 9)},
    ),
    Case(
        "a document of no format",
        "wrong_format",
        in_place(path="quotes/old.toy"),
        (("use_document", EDITED),),
        files=DOCUMENT,
    ),
    Case(
        "a template of no format",
        "wrong_format",
        fill(template="templates/quote.toy"),
        (("use_template", FILLED),),
    ),
    Case(
        "a read of no format",
        "wrong_format",
        {"path": "quotes/old.toy"},
        (("use_document", READ),),
        tool="read_toy",
        files=DOCUMENT,
    ),
    Case(
        "a template with macros",
        "macro_template",
        fill(template="templates/form.toyl"),
        ((CHANGE, COPIED),),
        files=MACRO,
    ),
    Case(
        "a document with hidden macros",
        "renamed",
        in_place(path="quotes/form.toyx"),
        ((CHANGE, COPIED),),
        files=HIDDEN,
    ),
    # ── other tools ───────────────────────────────────────────────────────────────────────────────────────────────────
    Case(
        "a read of what is not there",
        "not_found",
        {"path": "templates/qoute.toyt"},
        (("read_this", READ),),
        tool="read_toy",
    ),
    Case(
        "a copy of what is not there",
        "not_found",
        COPY | {"source": "templates/qoute.toyt"},
        (("copy_this", COPIED),),
        tool="copy_file",
    ),
    Case(
        "a copy over a file",
        "target_exists",
        COPY | {"path": OLD},
        (("copy_beside", COPIED),),
        tool="copy_file",
        files=DOCUMENT,
    ),
    Case(
        "the same copy twice",
        "target_exists",
        COPY,
        (("take_result", COPIED), ("copy_beside", COPIED)),
        tool="copy_file",
        calls=(("copy_file", COPY),),
    ),
    Case(
        "a copy among the forms",
        "is_a_template",
        COPY | {"path": "templates/new.toyx"},
        ((CHANGE, COPIED),),
        tool="copy_file",
    ),
    Case(
        "a copy to another format",
        "wrong_format",
        COPY | {"path": "copy.xlsx"},
        ((CHANGE, COPIED),),
        tool="copy_file",
    ),
    Case(
        "an upload over a file",
        "target_exists",
        {"path": OLD},
        (("upload_beside", LINKED),),
        tool="upload_link",
        files=DOCUMENT,
    ),
]
