"""Turns a case of the corpus (robots/responses.jsonl) into a site that plays it.

A case gives a sequence of answers: the first for robots.txt, each next one for the
address that the one before it redirects to.
"""

import base64
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from arpent.demo.replies import Answer, Faults, Framing, Reply, Site, text

__all__ = ["NOT_ON_A_FARM", "reply_of", "site_of"]

NOT_ON_A_FARM = frozenset({"connect-refused", "dns-failure", "tls-failure"})
"""Errors that come before any server: a closed port, an unknown name, port 443."""

_WHOLE = 4_194_304
"""A longer body is played as an endless one: nobody should read that far."""

_BODY = text(b"User-agent: *\nDisallow: /prive\n" * 20)
_ERRORS: dict[str, Faults] = {
    "read-timeout": Faults(silent=True),
    "reset-mid-body": Faults(reset=True, cut_after=100),
    "truncated-body": Faults(cut_after=100),
    "bad-chunk": Faults(framing=Framing.BAD_CHUNK),
}


def reply_of(given: Mapping[str, Any]) -> Reply:
    """Return the reply that one answer of a case describes."""
    if "error" in given:
        return Reply(body=_BODY.body, faults=_ERRORS[given["error"]])
    if "drip" in given:
        rate = 200 / float(given["seconds"])
        return _BODY.but(
            **{f"{'head' if given['drip'] == 'headers' else 'body'}_rate": rate}
        )
    headers = dict(given.get("headers", {}))
    if "location" in given:
        headers["Location"] = given["location"]
    return Reply(
        status=given["status"],
        headers=tuple(headers.items()),
        body=_body(given),
        codings=(given["encode"],) if "encode" in given else (),
        says_coding="",
        faults=Faults(endless=_padding(given) > _WHOLE),
    )


def _padding(given: Mapping[str, Any]) -> int:
    return int(given.get("body_recipe", {}).get("pad_to", 0))


def _body(given: Mapping[str, Any]) -> bytes:
    if "body_b64" in given:
        return base64.b64decode(given["body_b64"])
    recipe = given.get("body_recipe")
    if recipe is None:
        return str(given.get("body", "")).encode()
    end = min(int(recipe.get("tail_at", recipe["pad_to"])), _WHOLE)
    line, head = f"{recipe['pad_line']}\n", str(recipe["head"])
    pad = line * ((end - len(head)) // len(line) + 1)
    padded = (head + pad)[: end - 1] + "\n"
    return (padded + str(recipe.get("tail", ""))).encode()


def site_of(host: str, sequence: Sequence[Mapping[str, Any]]) -> Site:
    """Return the site that plays a case; interim answers are joined to the next."""
    answers: dict[str, Answer] = {}
    target, interim = "/robots.txt", 0
    for given in sequence:
        if 100 <= given.get("status", 0) < 200:
            interim += 1
            continue
        reply = reply_of(given)
        answers[target] = reply.but(interim=interim) if interim else reply
        parts = urlsplit(given.get("location", ""))
        target, interim = f"{parts.path}?{parts.query}".removesuffix("?"), 0
    return Site(host=host, answers=answers)
