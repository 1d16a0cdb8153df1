"""Where the larger corpora are: ARPENT_CORPORA, else ../shared/corpus, else nowhere."""

import os
from pathlib import Path

import pytest

__all__ = ["CORPUS", "needs_corpus"]


def _find() -> Path | None:
    named = os.environ.get("ARPENT_CORPORA")
    beside = Path(__file__).resolve().parents[2] / "shared" / "corpus"
    place = Path(named) if named else beside
    return place if place.is_dir() else None


CORPUS: Path | None = _find()

needs_corpus = pytest.mark.skipif(
    CORPUS is None, reason="needs the corpora: set ARPENT_CORPORA to their folder"
)
