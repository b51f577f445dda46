"""The numbered revisions of the tables. Knows no query."""
