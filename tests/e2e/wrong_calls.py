"""Calls that must be refused, as a table: bad cells, bad arguments, bad files, bad paths. Knows no door."""

from __future__ import annotations

from typing import Any

from tests.e2e import wrong_books
from tests.e2e.wrong import GOOD_CELL, NEW, QUOTE, Step, Wrong
from tests.e2e.wrong_books import fixture
from tests.e2e.wrong_cells import CELLS

MACRO_COPY = {"path": "quotes/new.xlsm", "attach": False}


def path(name: str, text: str, *ids: str, code: str = "bad_path", **more: Any) -> Wrong:
    """A good call but for its path."""
    return Wrong(name, code, {"path": text}, ids=ids, **more)


ARGUMENTS = [
    Wrong(
        "an empty list of cells",
        "nothing_to_do",
        {"cells": []},
        ids=("XFILL-1",),
        offers=(Step("copied", "copy_file", {"source": QUOTE, "path": NEW, "attach": True}),),
        needs=("cells",),
    ),
    Wrong(
        "no list of cells",
        "nothing_to_do",
        {"cells": ..., "attach": False},
        ids=("XFILL-1",),
        offers=(Step("copied", "copy_file", {"source": QUOTE, "path": NEW, "attach": False}),),
        needs=("cells",),
    ),
    Wrong(
        "10,000 cells",
        "bad_arguments",
        ids=("XFILL-10",),
        problems=({"at": "cells", "code": "too_many"},),
        changes={"cells": [{"sheet": "견적서", "cell": f"M{row}", "value": row} for row in range(1, 10_001)]},
    ),
    Wrong(
        "one cell with two values",
        "cells_refused",
        ids=("XFILL-10",),
        changes={"cells": [GOOD_CELL, {"sheet": "견적서", "cell": "$b$3", "value": "Q-2"}]},
        problems=({"at": "견적서!B3", "code": "same_place_twice"},),
    ),
    Wrong(
        "three bad cells among good ones",
        "cells_refused",
        ids=("XFILL-10", "REJECT-6"),
        changes={
            "cells": [
                GOOD_CELL,
                {"sheet": "견적서", "cell": "E10", "value": 1},
                {"sheet": "견적서", "cell": "C4", "value": "x"},
                {"sheet": "견적서", "cell": "B6", "value": "JPY"},
            ]
        },
        problems=(
            {"at": "견적서!E10", "code": "formula_cell", "inputs": ["견적서!C10", "견적서!D10"]},
            {"at": "견적서!C4", "code": "merged_cell", "use": "견적서!B4"},
            {"at": "견적서!B6", "code": "not_in_list", "allowed": ["KRW", "USD", "EUR"]},
        ),
    ),
    Wrong(
        "an unknown argument",
        "bad_arguments",
        {"sheet": "견적서"},
        ids=("DOOR-3",),
        problems=({"at": "sheet", "code": "unknown_argument"},),
        offers=(Step("copied_and_edited", arguments={"sheet": ..., "path": NEW}),),
    ),
    Wrong(
        "an argument of another tool",
        "bad_arguments",
        ids=("DOOR-3",),
        tool="copy_file",
        changes={"source": QUOTE, "path": NEW, "attach": True, "template": QUOTE},
        problems=({"at": "template", "code": "unknown_argument"},),
        offers=(Step("copied", "copy_file", {"template": ..., "source": QUOTE, "path": NEW}),),
    ),
    Wrong(
        "a template for a tool that only reads",
        "bad_arguments",
        ids=("DOOR-3",),
        tool="read_xlsx",
        changes={"path": QUOTE, "template": QUOTE},
        problems=({"at": "template", "code": "unknown_argument"},),
        offers=(Step("read", "read_xlsx", {"path": QUOTE, "template": ...}),),
    ),
    Wrong(
        "no attach",
        "bad_arguments",
        {"attach": ...},
        ids=("DOOR-4", "ATTACH-1"),
        problems=({"at": "attach", "code": "missing_argument"},),
        offers=(
            Step("copied_and_edited", arguments={"attach": True}),
            Step("copied_and_edited", arguments={"attach": False}),
        ),
        needs=("attach",),
    ),
    Wrong(
        "attach in words",
        "bad_arguments",
        {"attach": "yes"},
        ids=("DOOR-5",),
        problems=({"at": "attach", "code": "wrong_type"},),
    ),
    Wrong(
        "every fault of the arguments at once",
        "bad_arguments",
        {"attach": "yes", "path": ..., "colour": 1},
        ids=("DOOR-4",),
        problems=(
            {"at": "path", "code": "missing_argument"},
            {"at": "attach", "code": "wrong_type"},
            {"at": "colour", "code": "unknown_argument"},
        ),
    ),
]

FILES = [
    Wrong(
        "a template that is not there",
        "template_not_found",
        {"template": "templates/qoute.xltx"},
        ids=("REJECT-1",),
        offers=(Step("copied_and_edited", arguments={"template": QUOTE, "path": NEW}),),
    ),
    Wrong(
        "neither a template nor a file",
        "no_target",
        {"template": ...},
        ids=("MATRIX-2",),
    ),
    Wrong(
        "a macro template",
        "macro_template",
        {"template": "templates/form.xltm"},
        ids=("REJECT-3",),
        offers=(Step("copied", "copy_file", {"source": "templates/form.xltm", **MACRO_COPY}),),
        files={"templates/form.xltm": wrong_books.macro_template()},
    ),
    Wrong(
        "a macro document as template",
        "macro_template",
        {"template": "templates/form.xlsm"},
        ids=("REJECT-3",),
        offers=(Step("copied", "copy_file", {"source": "templates/form.xlsm", **MACRO_COPY}),),
        files={"templates/form.xlsm": wrong_books.macro_book()},
    ),
    Wrong(
        "a macro book renamed, as template",
        "macro_template",
        {"template": "templates/form.xlsx"},
        ids=("REJECT-3",),
        offers=(Step("copied", "copy_file", {"source": "templates/form.xlsx", **MACRO_COPY}),),
        files={"templates/form.xlsx": wrong_books.macro_book()},
    ),
    Wrong(
        "a macro book renamed, as document",
        "renamed",
        {"template": ..., "path": "quotes/form.xlsx"},
        ids=("REJECT-3", "REJECT-5"),
        offers=(Step("copied", "copy_file", {"source": "quotes/form.xlsx", "path": "quotes/form.xlsm"}),),
        files={"quotes/form.xlsx": wrong_books.macro_book()},
    ),
    Wrong(
        "a form under templates as path",
        "is_a_template",
        {"template": ..., "path": QUOTE},
        ids=("MATRIX-5",),
        offers=(Step("copied_and_edited", arguments={"template": QUOTE, "path": "quote.xlsx"}),),
    ),
    Wrong(
        "a new file under templates",
        "is_a_template",
        {"path": "templates/new.xlsx"},
        ids=("MATRIX-5",),
        offers=(Step("copied_and_edited", arguments={"template": QUOTE, "path": "new.xlsx"}),),
    ),
    Wrong(
        "a path with a template's extension",
        "is_a_template",
        {"path": "quotes/new.xltx"},
        ids=("MATRIX-5",),
        offers=(Step("copied_and_edited", arguments={"template": QUOTE, "path": NEW}),),
    ),
    Wrong(
        "another format as path",
        "wrong_format",
        {"path": "quotes/new.docx"},
        ids=("REJECT-2",),
        offers=(Step("copied_and_edited", arguments={"template": QUOTE, "path": NEW}),),
    ),
    Wrong("another format as template", "wrong_format", {"template": "templates/quote.dotx"}, ids=("REJECT-2",)),
    Wrong(
        "a template for a macro document",
        "wrong_format",
        {"path": "quotes/new.xlsm"},
        ids=("REJECT-2",),
        offers=(Step("copied_and_edited", arguments={"template": QUOTE, "path": NEW}),),
    ),
    Wrong(
        "a password",
        "encrypted",
        {"template": "templates/secret.xlsx"},
        ids=("REJECT-5",),
        files={"templates/secret.xlsx": wrong_books.locked_by_password()},
    ),
    Wrong(
        "a truncated file",
        "not_a_document",
        {"template": "templates/half.xltx"},
        ids=("REJECT-5",),
        files={"templates/half.xltx": fixture("quote.xltx")[:9000]},
    ),
    Wrong(
        "a text file renamed",
        "not_a_document",
        {"template": ..., "path": "quotes/text.xlsx"},
        ids=("REJECT-5",),
        files={"quotes/text.xlsx": "견적서\n".encode()},
    ),
    Wrong(
        "formats that a book without styles cannot show",
        "cells_refused",
        {
            "template": ...,
            "path": "quotes/bare.xlsx",
            "cells": [
                {"sheet": "Form", "cell": "A1", "value": "2026-11-30", "format": "date"},
                {"sheet": "Form", "cell": "A2", "value": "2026-11-30"},
                {"sheet": "Form", "cell": "A3", "value": 5, "format": "currency:KRW"},
            ],
        },
        problems=({"at": "Form!A1", "code": "no_style"}, {"at": "Form!A3", "code": "no_style"}),
        ids=("XFILL-6",),
        files={"quotes/bare.xlsx": wrong_books.without_styles()},
    ),
    Wrong(
        "bad cells of a document that is there",
        "cells_refused",
        {
            "template": ...,
            "path": "quotes/old.xlsx",
            "cells": [
                {"sheet": "Invoice", "cell": "B3", "value": "R-1"},
                {"sheet": "Invoice", "cell": "D9", "value": 1},
                {"sheet": "Invoice", "cell": "B5", "value": "Initech"},
            ],
        },
        problems=(
            {"at": "Invoice!D9", "code": "formula_cell", "inputs": ["Invoice!B9", "Invoice!C9"]},
            {"at": "Invoice!B5", "code": "not_in_list", "allowed": ["Contoso", "Fabrikam", "Northwind"]},
        ),
        ids=("XFILL-10", "MATRIX-1"),
    ),
    Wrong(
        "a version that is not the file's",
        "version_changed",
        {
            "template": ...,
            "path": "quotes/old.xlsx",
            "version": "0" * 12,
            "cells": [{"sheet": "Invoice", "cell": "B3", "value": "1"}],
        },
        ids=("MATRIX-8",),
    ),
]

PATHS = [
    path("a path upwards", "../new.xlsx", "REJECT-6"),
    path("a path upwards within", "quotes/../../new.xlsx", "REJECT-6"),
    path("an absolute path", "/etc/new.xlsx", "REJECT-6"),
    path("an absolute path of Windows", "C:\\quotes\\new.xlsx", "REJECT-6"),
    path("a NUL", "quotes/new\x00.xlsx", "REJECT-6"),
    path("a device of Windows", "quotes/CON.xlsx", "REJECT-6"),
    path("300 characters", f"quotes/{'가' * 288}.xlsx", "REJECT-6"),
    path("DocForge's own folder", ".docforge/new.xlsx", "REJECT-6"),
    path("an empty path", "", "REJECT-6"),
    path("a folder that is a link", "linked/new.xlsx", "REJECT-6", links={"linked": "templates"}),
    path("a file that is a link", "quotes/link.xlsx", "REJECT-6", links={"quotes/link.xlsx": "old.xlsx"}),
    Wrong(
        "a template that is a link",
        "bad_path",
        {"template": "templates/link.xltx"},
        ids=("REJECT-6",),
        links={"templates/link.xltx": "/etc/hostname"},
    ),
    Wrong(
        "a template upwards",
        "bad_path",
        {"template": "../quote.xltx"},
        ids=("REJECT-6",),
    ),
]

WRONG = [*CELLS, *ARGUMENTS, *FILES, *PATHS]
