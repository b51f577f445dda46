"""DocForge fills company templates in office formats in one call.

This module is the way in for Python programs. Knows no other door.
"""

__version__ = "0.1.0"
