"""The same tools from a shell. Knows no tool by name."""
