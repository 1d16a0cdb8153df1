"""Bytes to documents: pure readers, one a standard; they never raise on content."""
