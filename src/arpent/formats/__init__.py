"""Bytes to documents: pure readers, one module a standard. They never raise on content."""
