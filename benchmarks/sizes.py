"""How much is measured: the sizes that generators, server and jobs share."""

from typing import Final

__all__ = [
    "FILES",
    "HOSTS",
    "HOST_FILES",
    "IMAGES_EACH",
    "IMAGE_URLS",
    "LATENCY_S",
    "NEWS_URLS",
    "PAUSE_S",
    "SMALL_URLS",
    "URLS",
]

URLS: Final = 50_000
"""Entries of a plain document: as many as the protocol allows."""
IMAGE_URLS: Final = 10_000
IMAGES_EACH: Final = 8
NEWS_URLS: Final = 1_000
FILES: Final = 20
"""Plain documents of the large site."""
HOSTS: Final = 500
"""Small hosts; each has a robots.txt and some sitemaps."""
HOST_FILES: Final = 5
SMALL_URLS: Final = 15
"""Entries of each of those: about 3.7 kB."""
LATENCY_S: Final = 0.05
"""What each answer of a small host waits for."""
PAUSE_S: Final = 1.0
"""Between two requests to one small host."""
