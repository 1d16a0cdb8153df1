"""The corpus of robots.txt: matching, sitemaps, delays, signals and answers."""

import base64
import gzip
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from arpent.formats.robots import Robots, read_robots
from arpent.formats.robots_access import RobotsAccess, read_access
from arpent.terms.exchange import (
    Failure,
    FailureKind,
    Fault,
    Headers,
    Request,
    Response,
    Step,
)
from corpora import CORPUS, needs_corpus

FOLDER = (CORPUS or Path("absent")) / "robots"
SITEMAPS = (CORPUS or Path("absent")) / "sitemaps"
URL = "https://ferme.example/robots.txt"

pytestmark = needs_corpus


def records(path: Path) -> list[dict[str, Any]]:
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def by_id(name: str) -> list[Any]:
    return [pytest.param(r, id=r["id"]) for r in records(FOLDER / f"{name}.jsonl")]


def rules_of(robots: Robots) -> set[str]:
    return {found.rule for found in robots.findings_for("arpent", 120.0)}


@pytest.mark.parametrize(
    "case", [c for c in by_id("cases") if c.values[0]["level"] != "google"]
)
def test_case(case: dict[str, Any]) -> None:
    coded = case.get("robots_b64")
    body = base64.b64decode(coded) if coded else case["robots"].encode()
    assert read_robots(body).allows(case["url"], case["user_agent"]) is case["allowed"]


@pytest.mark.parametrize("case", by_id("sitemap-lines"))
def test_sitemap_lines(case: dict[str, Any]) -> None:
    robots = read_robots(case["robots"].encode(), url=case["robots_url"])
    assert list(robots.sitemaps) == case["sitemaps"]
    if "warn" in case:
        assert rules_of(robots) == set(case["warn"])


@pytest.mark.parametrize("case", by_id("delays"))
def test_delay(case: dict[str, Any]) -> None:
    robots = read_robots(case["robots"].encode())
    rate = robots.request_rate(case["user_agent"])
    assert robots.crawl_delay(case["user_agent"]) == case["crawl_delay"]
    assert (list(rate) if rate else None) == case["request_rate"]
    if "warn" in case:
        assert rules_of(robots) == set(case["warn"])


@pytest.mark.parametrize(
    "case", [c for c in by_id("signals") if "robots" in c.values[0]["input"]]
)
def test_signals(case: dict[str, Any]) -> None:
    given = case["input"]
    agent = given.get("user_agent")
    robots = read_robots(given["robots"].encode())
    told = []
    for signal in robots.signals_for(agent) if agent else robots.signals:
        fields = asdict(signal)
        if agent and signal.kind == "aipref":
            held = [url for url in given["urls"] if signal in robots.usage(url, agent)]
            fields["applies_to"] = held
        told.append(fields)
    wanted = case["expect"]
    assert [
        {key: fields.get(key) for key in want}
        for fields, want in zip(told, wanted, strict=True)
    ] == wanted


PROVED_WRONG = {
    # One of its lines is "Sitemap: https://case.edu/womenintech/sitema: xml": a blank
    # inside, so it is no address (policy, record sm-two-on-line of sitemap-lines).
    "protego/case.edu": (178, "bad-sitemap"),
}


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(r, id=r["file"])
        for r in records(SITEMAPS / "expected.jsonl")
        if r["kind"] == "robots" or "served as robots.txt" in r["note"]
    ],
)
def test_wild_file(case: dict[str, Any]) -> None:
    body = (SITEMAPS / case["file"]).read_bytes()
    robots = read_robots(body, url=URL)
    count, rule = PROVED_WRONG.get(case["file"], (case["urls"], None))
    first = robots.sitemaps_as_written[0] if robots.sitemaps else None
    assert (len(robots.sitemaps), first) == (count, case["first_loc"])
    assert rule is None or rule in rules_of(robots)
    assert ("not-robots-txt" in rules_of(robots)) is (case["kind"] == "html")


ERRORS: dict[str, FailureKind | Fault] = {
    "connect-refused": FailureKind.CONNECT,
    "read-timeout": FailureKind.TIMEOUT,
    "dns-failure": FailureKind.DNS,
    "tls-failure": FailureKind.TLS,
    "reset-mid-body": Fault.PROTOCOL,
    "truncated-body": Fault.PROTOCOL,
    "bad-chunk": Fault.PROTOCOL,
}


def cooked(recipe: dict[str, Any]) -> bytes:
    line = recipe["pad_line"].encode() + b"\n"
    head: bytes = recipe["head"].encode()
    tail: bytes = recipe.get("tail", "").encode()
    size = min(recipe["pad_to"], 600_000)
    body: bytes = (head + line * (size // len(line) + 1))[: size - 1] + b"\n"
    if "tail_at" in recipe:
        body = (body + line * 2)[: recipe["tail_at"] - 1] + b"\n"
    return body + tail


def body_of(answer: dict[str, Any]) -> bytes:
    if "body_recipe" in answer:
        return cooked(answer["body_recipe"])
    if "body_b64" in answer:
        return base64.b64decode(answer["body_b64"])
    body: bytes = answer.get("body", "").encode()
    undeclared = answer.get("encode") and "headers" not in answer
    return gzip.compress(body) if undeclared else body


def outcome_of(answer: dict[str, Any]) -> Response | Failure:
    request = Request(url=URL, step=Step.ROBOTS)
    fault = ERRORS.get(answer.get("error", ""))
    if "drip" in answer:
        fault = FailureKind.TIMEOUT
    if isinstance(fault, FailureKind):
        return Failure(request=request, kind=fault)
    headers = {name.lower(): value for name, value in answer.get("headers", {}).items()}
    if "location" in answer:
        headers["location"] = answer["location"]
    if headers.get("content-encoding", "gzip") != "gzip":
        fault = Fault.ENCODING
    return Response(
        request=request,
        status=answer.get("status", 200),
        headers=Headers(tuple(headers.items())),
        body=body_of(answer),
        fault=fault,
    )


def decided_by_one(case: dict[str, Any]) -> bool:
    """Say whether no cache, no interim answer and no other host is part of a case."""
    given = case["given"]
    return (
        case["kind"] == "robots-response"
        and not any("cached" in answer for answer in given)
        and given[0].get("status", 200) >= 200
        and case["expect"].get("reason") != "refused address"
    )


def follow(answers: list[dict[str, Any]]) -> tuple[RobotsAccess, int]:
    """Return what the answers come to, and how many were asked for."""
    hops = 0
    while True:
        outcome = outcome_of(answers[hops])
        access = read_access(outcome, url=URL, hop_limit_reached=hops >= 5)
        hops += 1
        if access.state != "redirect":
            return access, hops


@pytest.mark.parametrize(
    "case", [c for c in by_id("responses") if decided_by_one(c.values[0])]
)
def test_response(case: dict[str, Any]) -> None:
    expect = case["expect"]
    access, requests = follow(case["given"])
    site = "https://ferme.example"
    told = {
        "state": access.state,
        "reason": access.reason,
        "retry_after": access.retry_after_s,
        "requests": requests,
        "prive": access.allows(f"{site}/prive"),
        "autre": access.allows(f"{site}/autre"),
        "truncated": access.robots is not None and access.robots.truncated,
        "warn": sorted({found.rule for found in access.findings}),
        "cut_line_dropped": access.allows(f"{site}/prive/secret"),
    }
    asked = {key: value for key, value in expect.items() if key in told}
    assert {key: told[key] for key in asked} == asked


@pytest.mark.parametrize("name", ["redirect-octal", "redirect-integer"])
def test_odd_spellings_of_addresses_are_not_followed(name: str) -> None:
    case = next(r for r in records(FOLDER / "responses.jsonl") if r["id"] == name)
    access = read_access(outcome_of(case["given"][0]), url=URL)
    assert (access.state, access.reason) == ("disallow_all", "refused address")


def test_stale_rules_serve_where_the_corpus_says_so() -> None:
    cases = {r["id"]: r for r in records(FOLDER / "responses.jsonl")}
    kept, answer = cases["cache-stale-5xx"]["given"]
    stale = read_robots(kept["cached"]["body"].encode())
    access = read_access(outcome_of(answer), url=URL, stale=stale)
    assert not access.allows("https://ferme.example/prive")
    assert "stale-robots" in {found.rule for found in access.findings}
