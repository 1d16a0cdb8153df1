"""The command line: one face of arpent, one file a verb.

Knows the workspace and how people, pipes and spreadsheets want to read; decides nothing
about the web. One idea: what a site wrote is never shown before it was made harmless.
Heavy libraries are imported by the verb that needs them, so that help is instant.
"""
