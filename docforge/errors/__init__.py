"""Every refusal DocForge can give: code, status, who can fix it, what it says and what to do next, ko and en.

Knows no door, no format and no file.
"""

from docforge.errors.particles import with_particle
from docforge.errors.refusal import Change, Choice, Fault, Notice, Phrase, Problem, Refusal, say
from docforge.errors.table import FAULTS, MEANINGS, NOTICES, PHRASES, PROBLEMS, REFUSALS, FaultRow, Row, Text

__all__ = [
    "FAULTS",
    "MEANINGS",
    "NOTICES",
    "PHRASES",
    "PROBLEMS",
    "REFUSALS",
    "Change",
    "Choice",
    "Fault",
    "FaultRow",
    "Notice",
    "Phrase",
    "Problem",
    "Refusal",
    "Row",
    "Text",
    "say",
    "with_particle",
]
