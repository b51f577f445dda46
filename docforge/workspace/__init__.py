"""A tenant's files: safe paths, storage, locks, atomic publish, versions, lineage, cards and signed links.

Knows no format and no door.
"""

from docforge.workspace.intake import Intake
from docforge.workspace.records.jobs import Job, JobState
from docforge.workspace.shapes import (
    Action,
    Card,
    Deed,
    Download,
    FileChanged,
    Filed,
    Lineage,
    PathTaken,
    Stored,
)
from docforge.workspace.workspace import Workspace

__all__ = [
    "Action",
    "Card",
    "Deed",
    "Download",
    "FileChanged",
    "Filed",
    "Intake",
    "Job",
    "JobState",
    "Lineage",
    "PathTaken",
    "Stored",
    "Workspace",
]
