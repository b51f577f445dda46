"""Runs Python that is not trusted in a sealed process: bytes in, bytes out. Knows no format, no path and no caller."""

from docforge.sandbox.backend import Backend, Off, make_backend
from docforge.sandbox.job import Failure, Job, Limits, Outcome
from docforge.sandbox.sealed import Sealed

__all__ = ["Backend", "Failure", "Job", "Limits", "Off", "Outcome", "Sealed", "make_backend"]
