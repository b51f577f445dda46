"""A tenant's files: safe paths, storage, locks, atomic publish, versions, lineage, cards and signed links.

Knows no format and no door.
"""
