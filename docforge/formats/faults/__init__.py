"""What is wrong with a form before anyone fills it, as far as every format has it (SERVE-7). Knows no format."""

from docforge.formats.faults.few import few_of_each
from docforge.formats.faults.fonts import HANGUL_FONTS, find_missing_fonts, find_theme_fonts
from docforge.formats.faults.package import find_package_faults
from docforge.formats.faults.texts import find_text_faults

__all__ = [
    "HANGUL_FONTS",
    "few_of_each",
    "find_missing_fonts",
    "find_package_faults",
    "find_text_faults",
    "find_theme_fonts",
]
