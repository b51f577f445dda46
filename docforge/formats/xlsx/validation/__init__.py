"""Data validation: reads the rules of a sheet, lists what they allow, holds values against them. Knows no writing."""

from docforge.formats.xlsx.validation.bounds import describe_rule
from docforge.formats.xlsx.validation.check import RuleChecker, Subject
from docforge.formats.xlsx.validation.lists import Listing, read_listing

__all__ = ["Listing", "RuleChecker", "Subject", "describe_rule", "read_listing"]
