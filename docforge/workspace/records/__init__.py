"""The records of a workspace in a database: documents, versions, claims, calls, jobs, hand-overs, uploads.

Knows no store and no lock of documents.
"""
