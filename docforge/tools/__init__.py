"""Everything a caller can ask for: one typed function a tool, the registry, guides and handles. Knows no door."""
