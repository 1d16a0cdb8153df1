"""Every server of robots/responses.jsonl can be played by the farm."""

import http.client
import json
from typing import Any
from urllib.parse import urlsplit

import pytest

from arpent.demo.server import Farm
from corpora import CORPUS, needs_corpus
from farm.given import NOT_ON_A_FARM, site_of
from farm.simulated import ask


def sequences() -> list[Any]:
    """Return id and answers of the cases in which a server answers once asked."""
    if CORPUS is None:
        return []
    made = []
    lines = (CORPUS / "robots" / "responses.jsonl").read_text("utf-8").splitlines()
    for case in map(json.loads, lines):
        given = case["given"]
        if not isinstance(given, list) or given[0].get("error") in NOT_ON_A_FARM:
            continue
        answers = [one for one in given if "cached" not in one]
        made.append(pytest.param(answers, id=case["id"]))
    return made


@needs_corpus
@pytest.mark.parametrize("answers", sequences())
def test_farm_plays_the_case(answers: list[dict[str, Any]]) -> None:
    with Farm([site_of("ferme.example", answers)]) as farm:
        target = "/robots.txt"
        for given in (a for a in answers if a.get("status", 200) >= 200):
            if "drip" in given or given.get("error") == "read-timeout":
                return  # nothing comes for a minute: the farm's own tests prove it
            if "error" in given:
                with pytest.raises((http.client.IncompleteRead, ConnectionError)):
                    ask(farm, "ferme.example", target)
                return
            if given.get("body_recipe", {}).get("pad_to", 0) > 10_000_000:
                return  # it never ends: the farm's own tests prove it
            status, headers, body = ask(farm, "ferme.example", target)
            if answers[0].get("status", 200) < 200:  # http.client gives the interim one
                assert status == answers[0]["status"]
                return
            assert status == given["status"]
            assert headers.get("location") == given.get("location")
            if "body" in given and "encode" not in given and status != 204:
                assert body.decode() == given["body"]
            parts = urlsplit(given.get("location", ""))
            if "location" in given and parts.hostname not in {None, "ferme.example"}:
                return
            target = f"{parts.path}?{parts.query}".removesuffix("?")
