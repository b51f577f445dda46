"""Words on what lies at a path: where it is from, what was done to it, who has it. Knows no format, never writes."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from docforge.call import Call
from docforge.errors import Notice, Phrase
from docforge.workspace import Lineage, Stored, Workspace


def tell_moment(call: Call, moment: datetime) -> str:
    """The moment in the caller's zone, as ISO 8601 with its offset."""
    return moment.astimezone(ZoneInfo(call.zone)).isoformat(timespec="seconds")


def tell_time(call: Call, moment: datetime) -> Phrase:
    """The moment as the caller's clock shows it, without the date where it is today."""
    zone = ZoneInfo(call.zone)
    local = moment.astimezone(zone)
    time = f"{local:%H:%M}"
    if local.date() == datetime.now(zone).date():
        return Phrase("today_at", {"time": time})
    return Phrase("on_date", {"date": f"{local:%Y-%m-%d}", "time": time})


def tell_file(call: Call, workspace: Workspace, path: str) -> Phrase:
    """From which template, by whom, when, filled or not, handed over or not (MATRIX-4)."""
    lineage = workspace.lineage(path)
    if lineage is None or not lineage.made_by:
        return Phrase("about_stranger")
    if _was_uploaded(lineage):
        return _origin(call, lineage)
    handed = "handed_state" if lineage.handed_over else "kept_state"
    return Phrase("about_file", {"origin": _origin(call, lineage), "state": _state(lineage), "handed": Phrase(handed)})


def _origin(call: Call, lineage: Lineage) -> Phrase:
    who = Phrase("same_caller") if lineage.made_by == call.caller else lineage.made_by
    facts = {"who": who, "when": tell_time(call, lineage.made_at), "template": lineage.template}
    if _was_uploaded(lineage):
        return Phrase("uploaded", facts)
    return Phrase("made_from" if lineage.template else "made", facts)


def _was_uploaded(lineage: Lineage) -> bool:
    """True where the file came in as it is and nothing was done to it since."""
    return all(call.get("action") == "uploaded" for call in lineage.calls)


def _state(lineage: Lineage) -> Phrase:
    places = {place for call in lineage.calls for place in call.get("places") or ()}
    return Phrase("filled_state", {"count": len(places)}) if lineage.filled else Phrase("template_state")


def find_notices(workspace: Workspace, stored: Stored, *, attach: bool) -> list[Notice]:
    """What the caller should know of a file that just changed: the user may hold an earlier version (ATTACH-2)."""
    lineage = None if attach else workspace.lineage(stored.path)
    held = lineage.handed_over[-1] if lineage and lineage.handed_over else None
    return [Notice("holds_older", {"version": held})] if held and held != stored.version else []
