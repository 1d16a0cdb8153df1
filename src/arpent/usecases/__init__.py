"""One module a verb: asks the core what to do and carries it out."""
