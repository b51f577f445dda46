"""One module a revision. Knows no query."""
