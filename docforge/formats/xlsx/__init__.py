"""Excel workbooks (ECMA-376-1 part SpreadsheetML) at the level of bytes. Knows no path and no door."""
