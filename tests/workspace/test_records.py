"""The records: made by whoever comes first, the same on SQLite and PostgreSQL, and what a call leaves there."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

import docforge.workspace.records
from docforge.call import Call
from docforge.config import Settings
from docforge.errors import Refusal
from docforge.workspace import Workspace
from docforge.workspace.records.database import HEAD, open_database
from docforge.workspace.records.tables import METADATA
from tests.workspace.places import Folder, deed, open_workspace, settings_row, start_together

CALL = Call(caller="kim", conversation="c1")
PATH = "한빛.xlsx"
START = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)


@pytest.fixture(params=["sqlite", "postgresql"])
def settings(request: pytest.FixtureRequest, folder: Folder) -> Settings:
    """Settings of a workspace on either database, not opened yet."""
    if request.param == "sqlite":
        return folder.settings
    make: Callable[[], str] = request.getfixturevalue("postgres")
    return folder.settings.model_copy(update={"database_url": make()})


def engine_of(settings: Settings) -> sa.Engine:
    """Another connection to the records."""
    own = settings.workspace / ".docforge"
    own.mkdir(parents=True, exist_ok=True)
    return open_database(settings.database_url or f"sqlite:///{own / 'records.db'}", own)


def rows(settings: Settings, table: str) -> list[sa.RowMapping]:
    engine = engine_of(settings)
    with engine.connect() as connection:
        found = list(connection.execute(sa.select(METADATA.tables[table])).mappings())
    engine.dispose()
    return found


@pytest.mark.slow
def test_many_processes_that_start_at_once_find_the_tables_made(settings: Settings) -> None:
    orders = [{"settings": settings_row(settings), "do": "open", "path": f"{n}.xlsx", "text": str(n)} for n in range(6)]
    reports = start_together(orders)
    assert len({told["version"] for told in reports}) == 6
    assert sorted(Workspace.open(settings).files()) == [f"{n}.xlsx" for n in range(6)]
    assert len(rows(settings, "versions")) == 6
    assert rows(settings, "claims") == []


def test_the_revisions_make_the_tables_that_the_queries_know(settings: Settings) -> None:
    engine = engine_of(settings)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    engine.dispose()


def test_the_newest_revision_is_the_one_that_is_looked_for() -> None:
    folder = docforge.workspace.records.__path__[0]
    script = ScriptDirectory(f"{folder}/migrations")
    assert script.get_heads() == [HEAD]


def revise(engine: sa.Engine, to: str) -> None:
    """Take the tables back to an earlier revision."""
    config = Config()
    config.set_main_option("script_location", f"{docforge.workspace.records.__path__[0]}/migrations")
    with engine.execution_options(writes=True).begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, to)


def test_every_revision_can_be_taken_back(settings: Settings) -> None:
    engine = engine_of(settings)
    revise(engine, "base")
    with engine.connect() as connection:
        assert sa.inspect(connection).get_table_names() == ["alembic_version"]
    engine.dispose()


def test_a_workspace_of_the_first_revision_is_opened_with_what_it_holds(settings: Settings) -> None:
    stored = Workspace.open(settings).create(PATH, b"one", deed("created"))
    engine = engine_of(settings)
    revise(engine, "0001")
    assert "jobs" not in sa.inspect(engine).get_table_names()
    engine.dispose()
    assert rows(settings, "jobs") == []
    assert [row["sha256"] for row in rows(settings, "documents")] == [stored.sha256]


@pytest.mark.proves("DOOR-10")
def test_every_table_has_a_tenant() -> None:
    assert [name for name, table in METADATA.tables.items() if "tenant" not in table.c] == []


def test_every_stored_json_carries_its_version(settings: Settings) -> None:
    workspace = Workspace.open(settings)
    stored = workspace.create(PATH, b"one", deed("created"))
    workspace.upload_link(CALL, "새.xlsx")
    audit(workspace, CALL, after=stored.version, result={"path": PATH})
    job = workspace.jobs.add(CALL, tool="edit_xlsx", digest="d1", state="running", progress=0.5)
    workspace.jobs.end(job, "done", {"path": PATH})
    columns = [(t.name, c.name) for t in METADATA.sorted_tables for c in t.c if isinstance(c.type, sa.JSON)]
    lasting = {("versions", "places"), ("calls", "result"), ("uploads", "call"), ("jobs", "answer")}
    assert set(columns) == lasting | {("claims", "deed")}
    for table, column in lasting:
        (row,) = rows(settings, table)
        assert row[column]["v"] == 1


def test_sqlite_keeps_what_was_told_as_done(folder: Folder) -> None:
    open_workspace(folder)
    engine = engine_of(folder.settings)
    with engine.connect() as connection:
        told = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous")]
    engine.dispose()
    assert told == ["wal", 2]


def test_the_lineage_is_the_same_on_either_database(settings: Settings) -> None:
    workspace = Workspace.open(settings)
    first = workspace.create(PATH, b"one", deed("copied_and_edited", places=["B3"], template="templates/견적.xltx"))
    second = workspace.replace(first, b"two", deed("edited", caller="lee"))
    workspace.hand_over(CALL, second)
    lineage = workspace.lineage(PATH)
    assert (lineage.template, lineage.made_by, lineage.filled) == ("templates/견적.xltx", "kim", True)
    assert [(call["caller"], call["version"]) for call in lineage.calls] == [
        ("kim", first.version),
        ("lee", second.version),
    ]
    assert lineage.handed_over == [second.version]
    assert lineage.made_at.utcoffset() == timedelta(0)
    assert [card.version for card in workspace.cards(CALL)] == [second.version]


@pytest.mark.proves("ATTACH-3")
def test_hand_overs_at_the_same_moment_make_one_card(settings: Settings, folder: Folder) -> None:
    workspace = Workspace.open(settings)
    folder.write(PATH, b"from outside")
    stored = workspace.read(PATH)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: workspace.hand_over(CALL, stored), range(32)))
    assert [card.version for card in workspace.cards(CALL)] == [stored.version]
    assert workspace.lineage(PATH).handed_over == [stored.version]


def audit(workspace: Workspace, call: Call, **told: object) -> None:
    """One row about `call`."""
    row = {"tool": "edit_xlsx", "digest": "d1", "outcome": "done", "path": PATH, "before": None, "after": None}
    workspace.audit(call, **(row | {"milliseconds": 12.5, "result": None} | told))


@pytest.mark.proves("DOOR-10")
def test_a_call_leaves_one_row_with_who_what_and_how_it_ended(settings: Settings) -> None:
    call = replace(CALL, turn="t7", door="mcp", tenant="default", request_id="r1")
    audit(Workspace.open(settings), call, outcome="cells_refused", before="a" * 12)
    (row,) = rows(settings, "calls")
    told = {key: row[key] for key in ("tenant", "caller", "conversation", "turn", "door", "request_id")}
    assert told == {
        "tenant": "default",
        "caller": "kim",
        "conversation": "c1",
        "turn": "t7",
        "door": "mcp",
        "request_id": "r1",
    }
    assert [row[key] for key in ("tool", "digest", "outcome", "path", "milliseconds", "result")] == [
        "edit_xlsx",
        "d1",
        "cells_refused",
        PATH,
        12.5,
        None,
    ]
    assert (row["version_before"], row["version_after"]) == ("a" * 12, None)


@pytest.mark.proves("DOOR-10")
@pytest.mark.parametrize(
    ("second", "minutes", "tool", "same_turn"),
    [
        (CALL, 2, "edit_xlsx", True),
        (CALL, 2.1, "edit_xlsx", False),
        (CALL, 1, "read_xlsx", False),
        (replace(CALL, caller="lee"), 1, "edit_xlsx", False),
        (replace(CALL, conversation="c2"), 1, "edit_xlsx", False),
        (replace(CALL, turn="named"), 1, "edit_xlsx", False),
    ],
)
def test_calls_of_one_tool_soon_after_one_another_are_one_turn_where_no_door_names_one(
    settings: Settings, second: Call, minutes: float, tool: str, *, same_turn: bool
) -> None:
    audit(Workspace.open(settings, now=lambda: START), replace(CALL, request_id="r1"))
    later = START + timedelta(minutes=minutes)
    audit(Workspace.open(settings, now=lambda: later), replace(second, request_id="r2"), tool=tool)
    turns = [row["turn"] for row in rows(settings, "calls")]
    assert (turns[0] == turns[1]) is same_turn


@pytest.mark.proves("DOOR-10")
def test_a_turn_that_a_door_named_takes_in_no_call_without_one(settings: Settings) -> None:
    workspace = Workspace.open(settings, now=lambda: START)
    audit(workspace, replace(CALL, turn="t7"))
    audit(workspace, CALL)
    assert rows(settings, "calls")[1]["turn"] != "t7"


class TestDoneBefore:
    """DOOR-11: the same call again is told what came of the first."""

    def call(self, settings: Settings, at: datetime, **options: object) -> Workspace:
        workspace = Workspace.open(settings, now=lambda: at)
        stored = workspace.read(PATH) or workspace.create(PATH, b"one", deed("created"))
        audit(workspace, replace(CALL, **options), after=stored.version, result={"path": PATH})
        return workspace

    @pytest.mark.proves("DOOR-11")
    def test_an_equal_call_within_the_hour_is_told_the_first_result(self, settings: Settings) -> None:
        self.call(settings, START)
        limit = START + timedelta(seconds=settings.repeat_seconds)
        at, result = Workspace.open(settings, now=lambda: limit).done_before(CALL, "edit_xlsx", "d1")
        assert (at, result) == (START, {"path": PATH})
        late = Workspace.open(settings, now=lambda: limit + timedelta(seconds=1))
        assert late.done_before(CALL, "edit_xlsx", "d1") is None

    @pytest.mark.proves("DOOR-11")
    def test_another_call_is_told_nothing(self, settings: Settings) -> None:
        workspace = self.call(settings, START)
        assert workspace.done_before(replace(CALL, caller="lee"), "edit_xlsx", "d1") is None
        assert workspace.done_before(CALL, "copy_file", "d1") is None
        assert workspace.done_before(CALL, "edit_xlsx", "d2") is None
        acme = Workspace.open(settings, "acme", now=lambda: START)
        assert acme.done_before(CALL, "edit_xlsx", "d1") is None

    @pytest.mark.proves("DOOR-11")
    def test_a_key_tells_the_call_and_is_refused_with_other_arguments(self, settings: Settings) -> None:
        workspace = self.call(settings, START, idempotency_key="k1")
        keyed = replace(CALL, idempotency_key="k1")
        assert workspace.done_before(keyed, "edit_xlsx", "d1") == (START, {"path": PATH})
        with pytest.raises(Refusal, match="key_reused"):
            workspace.done_before(keyed, "edit_xlsx", "d2")
        assert workspace.done_before(replace(keyed, idempotency_key="k2"), "edit_xlsx", "d1") is None

    @pytest.mark.proves("DOOR-11")
    def test_nothing_is_told_once_the_document_changed_or_went(self, settings: Settings) -> None:
        workspace = self.call(settings, START)
        workspace.replace(workspace.read(PATH), b"two", deed("edited"))
        assert workspace.done_before(CALL, "edit_xlsx", "d1") is None
        workspace.delete(CALL, PATH)
        assert workspace.done_before(CALL, "edit_xlsx", "d1") is None

    @pytest.mark.proves("DOOR-11")
    def test_a_refused_call_is_not_done(self, settings: Settings) -> None:
        workspace = Workspace.open(settings)
        stored = workspace.create(PATH, b"one", deed("created"))
        audit(workspace, CALL, outcome="cells_refused", after=stored.version, result={"path": PATH})
        assert workspace.done_before(CALL, "edit_xlsx", "d1") is None

    @pytest.mark.proves("DOOR-11")
    def test_a_call_whose_result_was_not_kept_is_told_nothing(self, settings: Settings) -> None:
        workspace = Workspace.open(settings)
        stored = workspace.create(PATH, b"one", deed("created"))
        audit(workspace, CALL, after=stored.version, result=None)
        assert workspace.done_before(CALL, "edit_xlsx", "d1") is None

    @pytest.mark.proves("DOOR-11")
    def test_the_newest_of_several_is_told(self, settings: Settings) -> None:
        self.call(settings, START)
        workspace = self.call(settings, START + timedelta(seconds=5))
        assert workspace.done_before(CALL, "edit_xlsx", "d1")[0] == START + timedelta(seconds=5)
