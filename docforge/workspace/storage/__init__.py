"""Where bytes lie: a folder, or a bucket. Knows keys, conditions and streams; no document, record or caller."""
