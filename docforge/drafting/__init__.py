"""The four-way matrix, the copy, the run, the report of what changed. Knows no door."""
