"""The nouns of the field, as frozen values: every other room speaks in these."""
