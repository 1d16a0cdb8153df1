"""Our own cases of answers for robots.txt, in the form of robots/responses.jsonl.

They let the project stand without the corpus, and go where it does not.
"""

from typing import Any

__all__ = ["CASES"]

_RULES = "User-agent: *\nDisallow: /prive\n"
_CLOSED = {"state": "disallow_all", "reason": "unreachable"}
_REDIRECT = {"state": "disallow_all", "reason": "refused redirect", "requests": 1}
_ADDRESS = {"state": "disallow_all", "reason": "refused address", "requests": 1}
_READ = {"state": "rules", "prive": False, "autre": True}
_LINE = "# a line that says nothing at all"


def _answers(name: str, *given: dict[str, Any], **expect: Any) -> dict[str, Any]:
    return {
        "id": name,
        "kind": "robots-response",
        "given": list(given),
        "expect": expect,
    }


def _moved(location: str, status: int = 302) -> dict[str, Any]:
    return {"status": status, "location": location}


def _rules(**more: Any) -> dict[str, Any]:
    return {"status": 200, "body": _RULES} | more


def _kept(age_s: int, status: int = 200, **headers: str) -> dict[str, Any]:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    cached = {"status": status, "body": _RULES if status == 200 else ""}
    return {"cached": cached | {"headers": named}, "age_s": age_s}


def _site(name: str, kind: str, given: Any, **expect: Any) -> dict[str, Any]:
    return {"id": name, "kind": kind, "given": given, "expect": expect}


_STATUS = [
    *(
        _answers(f"answer-{n}", {"status": n}, state="allow_all", requests=1)
        for n in (401, 402, 403, 404, 408, 414, 418, 423, 499)
    ),
    *(
        _answers(f"answer-{n}", {"status": n}, **_CLOSED, requests=1)
        for n in (500, 501, 504, 511, 520, 599)
    ),
    *(
        _answers(f"answer-{n}", _rules(status=n), **_READ, requests=1)
        for n in (200, 201, 203, 226)
    ),
    *(
        _answers(name, {"status": n}, state="disallow_all", reason="unexpected status")
        for name, n in (("range-unasked", 206), ("not-modified-unasked", 304))
    ),
    _answers(
        "busy-with-a-date",
        {
            "status": 429,
            "headers": {"Retry-After": "Fri, 20 Nov 2026 12:01:30 GMT"},
        },
        state="disallow_all",
        reason="rate limited",
        retry_after=90,
        requests=1,
    ),
    _answers(
        "unavailable-with-a-wait",
        {"status": 503, "headers": {"Retry-After": "7"}},
        **_CLOSED,
        retry_after=7,
        requests=1,
    ),
]

_NETWORK = [
    *(
        _answers(name, {"error": name}, **_CLOSED)
        for name in (
            *("connect-refused", "dns-failure", "tls-failure", "read-timeout"),
            *("reset-mid-body", "truncated-body", "bad-chunk"),
        )
    ),
    *(
        _answers(f"drip-{w}", {"drip": w, "seconds": 45}, **_CLOSED, max_seconds=20)
        for w in ("headers", "body")
    ),
    _answers(
        "failure-after-a-hop", _moved("/b"), {"error": "truncated-body"}, **_CLOSED
    ),
    _answers("interim-thrice", *[{"status": 103}] * 3, _rules(), **_READ, requests=1),
]

_HOPS = [
    *(
        _answers(f"hop-{n}", _moved("/elsewhere", n), _rules(), **_READ, requests=2)
        for n in (301, 302, 303, 307, 308)
    ),
    _answers(
        "relative-hop",
        _moved("//ferme.example/b.txt?x=1"),
        _rules(),
        **_READ,
        requests=2,
    ),
    _answers("hop-to-429", _moved("/b"), {"status": 429}, state="disallow_all"),
    _answers("hop-to-410", _moved("/b"), {"status": 410}, state="allow_all"),
    _answers(
        "loop",
        _moved("/robots.txt"),
        state="allow_all",
        reason="too many redirects",
        requests=6,
        warn=["robots-redirects"],
    ),
    _answers(
        "credentials-in-a-hop",
        _moved("http://user:secret@ferme.example/b.txt"),
        _rules(),
        **_READ,
        sent_authorization=False,
    ),
    _answers("hop-to-nowhere", {"status": 302}, **_REDIRECT),
    *(
        _answers(f"hop-to-scheme-{n}", _moved(location), **_REDIRECT)
        for n, location in enumerate(
            (
                *("ftp://ferme.example/robots.txt", "data:text/plain,User-agent: *"),
                *("file:///etc/hosts", "javascript:void(0)", "ws://ferme.example/"),
                *("mailto:a@ferme.example", "view-source:http://ferme.example/"),
            )
        )
    ),
    *(
        _answers(f"hop-inside-{n}", _moved(f"http://{host}/robots.txt"), **_ADDRESS)
        for n, host in enumerate(
            (
                *("127.0.0.1", "127.9.9.9", "10.1.2.3", "172.16.0.1", "192.168.1.1"),
                *("100.64.0.1", "169.254.169.254", "0.0.0.0", "224.0.0.1"),  # noqa: S104
                *("255.255.255.255", "[::1]", "[::]", "[fe80::1]", "[fc00::1]"),
                *("[::ffff:10.0.0.1]", "[64:ff9b::a00:1]", "[2002:7f00:1::]"),
                *("[::127.0.0.1]", "[fec0::1]", "2130706433", "0x7f000001"),
                *("0177.0.0.1", "127.1", "0", "0x7f.1", "017700000001"),
            )
        )
    ),
]


def _long(head: str, size: int, tail: str = "", at: int | None = None) -> Any:
    recipe = {"head": head, "pad_to": size, "pad_line": _LINE, "tail": tail}
    return {"status": 200, "body_recipe": recipe | ({"tail_at": at} if at else {})}


_BODIES = [
    _answers("empty", {"status": 200, "body": ""}, state="allow_all", requests=1),
    _answers("only-comments", {"status": 200, "body": "# hello\n"}, state="allow_all"),
    _answers("no-content", {"status": 204}, state="allow_all", requests=1),
    _answers(
        "page",
        _rules(
            headers={"Content-Type": "text/html"},
            body="<!doctype html><title>Welcome</title><p>Disallow: /",
        ),
        state="allow_all",
        warn=["not-robots-txt"],
    ),
    _answers(
        "rules-as-html",
        _rules(headers={"Content-Type": "text/html; charset=utf-8"}),
        **_READ,
        warn=["content-type"],
    ),
    _answers(
        "exactly-the-limit",
        _long(_RULES, 512_000),
        **_READ,
        truncated=False,
        requests=1,
    ),
    _answers(
        "one-over-the-limit",
        _long(_RULES, 512_001),
        **_READ,
        truncated=True,
        warn=["truncated"],
    ),
    _answers(
        "rule-beyond-the-limit",
        _long(_RULES, 520_000, "Disallow: /\n"),
        **_READ,
        truncated=True,
    ),
    _answers(
        "line-cut-by-the-limit",
        _long("User-agent: *\n", 511_985, "Disallow: /prive/secret/deep\n"),
        state="rules",
        truncated=True,
        cut_line_dropped=True,
    ),
    _answers(
        "never-ending",
        _long(_RULES, 90_000_000),
        **_READ,
        truncated=True,
        max_bytes_read=1_048_576,
    ),
]

_CODED = [
    *(
        _answers(
            f"coded-{name}",
            _rules(headers={"Content-Encoding": name}, encode=name),
            **_READ,
        )
        for name in ("gzip", "br", "zstd", "deflate")
    ),
    _answers("coded-unsaid", _rules(encode="gzip"), **_READ, warn=["undeclared-gzip"]),
    _answers(
        "coded-unknown",
        _rules(headers={"Content-Encoding": "snappy"}),
        state="disallow_all",
        reason="encoding refused",
    ),
    _answers(
        "coded-known-and-unknown",
        _rules(headers={"Content-Encoding": "gzip, rot13"}, encode="gzip"),
        state="disallow_all",
        reason="encoding refused",
    ),
]

_COPIES = [
    _answers("copy-of-today", _kept(3_600), _rules(), **_READ, requests=0),
    _answers("copy-of-last-second", _kept(86_399), _rules(), **_READ, requests=0),
    _answers("copy-of-yesterday", _kept(86_400), _rules(), **_READ, requests=1),
    _answers("copy-of-tomorrow", _kept(-60), _rules(), **_READ, requests=1),
    _answers(
        "copy-shorter-by-max-age",
        _kept(61, cache_control="public, max-age=60"),
        _rules(body=""),
        state="allow_all",
        requests=1,
    ),
    _answers(
        "copy-within-max-age",
        _kept(59, cache_control="max-age=60"),
        _rules(body=""),
        **_READ,
        requests=0,
    ),
    _answers(
        "copy-never-longer-by-max-age",
        _kept(86_401, cache_control="max-age=9999999"),
        _rules(),
        requests=1,
    ),
    *(
        _answers(f"copy-{word}", _kept(5, cache_control=word), _rules(), requests=1)
        for word in ("no-store", "no-cache", "private, No-Store")
    ),
    _answers("copy-of-404", _kept(60, 404), _rules(), state="allow_all", requests=0),
    _answers("copy-of-503", _kept(60, 503), _rules(), **_READ, requests=1),
    _answers("copy-of-429", _kept(60, 429), _rules(), **_READ, requests=1),
    _answers(
        "copy-revalidated",
        _kept(90_000, etag='"a"'),
        {"status": 304},
        **_READ,
        requests=1,
        revalidated=True,
    ),
    _answers(
        "copy-replaced",
        _kept(90_000),
        _rules(body="User-agent: *\nDisallow: /autre\n"),
        state="rules",
        prive=True,
        autre=False,
    ),
    *(
        _answers(
            f"copy-serves-{name}",
            _kept(200_000),
            given,
            state="rules_from_cache",
            prive=False,
            autre=True,
            warn=["stale-robots"],
        )
        for name, given in (
            ("500", {"status": 500}),
            ("timeout", {"error": "read-timeout"}),
            ("refused", {"error": "connect-refused"}),
            ("cut", {"error": "truncated-body"}),
        )
    ),
    _answers(
        "copy-of-404-does-not-serve", _kept(90_000, 404), {"status": 500}, **_CLOSED
    ),
    _answers(
        "copy-does-not-serve-429",
        _kept(90_000),
        {"status": 429},
        state="disallow_all",
        reason="rate limited",
    ),
    _answers(
        "copy-does-not-serve-refused-hop",
        _kept(90_000),
        _moved("ftp://x/"),
        **_REDIRECT,
    ),
    _answers(
        "copy-gone", _kept(90_000), {"status": 404}, state="allow_all", requests=1
    ),
]

_SCOPES = [
    _site(f"scope-{n}", "robots-scope", {"url": url}, robots_url=robots)
    for n, (url, robots) in enumerate(
        (
            ("http://a.example/x", "http://a.example/robots.txt"),
            ("http://a.example:80/x?y", "http://a.example/robots.txt"),
            ("https://a.example:444/x", "https://a.example:444/robots.txt"),
            ("HTTP://A.Example/X/", "http://a.example/robots.txt"),
            ("https://www.a.example/b/robots.txt", "https://www.a.example/robots.txt"),
            ("https://mañana.example/", "https://xn--maana-pta.example/robots.txt"),
            ("a.example/x.xml", "https://a.example/robots.txt"),
            ("http://[2001:DB8::1]:8080/x", "http://[2001:db8::1]:8080/robots.txt"),
        )
    )
]

_NONE = {"status": 404}
_HOMES = [
    *(
        _site(
            f"home-answers-{n}",
            "home-page",
            {"robots": _NONE, "home": {"status": n}},
            site_stopped=n in {401, 403, 429},
            requests_max=2,
        )
        for n in (200, 401, 403, 404, 429, 500, 502)
    ),
    *(
        _site(
            f"root-forbidden-{n}",
            "home-page",
            {"robots": {"status": 200, "body": body}},
            site_stopped=True,
            requests_max=1,
        )
        for n, body in enumerate(
            (
                "User-agent: *\nDisallow: /\n",
                "User-agent: arpent\nDisallow: *\n\nUser-agent: *\nAllow: /\n",
                "User-agent: *\nDisallow: /\nSitemap: http://ferme.example/s.xml\n",
                "\ufeffUser-Agent: Arpent/2.0\rDisallow: /\r",
            )
        )
    ),
]

_PAGES = [
    _site(
        "hop-is-checked",
        "page",
        {
            "robots": _rules(),
            "page": [
                {"url": "http://ferme.example/a", "status": 301, "location": "/prive/"}
            ],
        },
        fetched=["http://ferme.example/a"],
        blocked=["http://ferme.example/prive/"],
    ),
    _site(
        "second-hop-is-checked",
        "page",
        {
            "robots": _rules(),
            "page": [
                {"url": "http://ferme.example/a", "status": 302, "location": "/b"},
                {
                    "url": "http://ferme.example/b",
                    "status": 307,
                    "location": "/%70rive",
                },
            ],
        },
        fetched=["http://ferme.example/a", "http://ferme.example/b"],
        blocked=["http://ferme.example/%70rive"],
    ),
    _site(
        "announced-but-forbidden",
        "page",
        {
            "robots": _rules(
                body=f"{_RULES}Sitemap: http://ferme.example/prive.xml\n"
                "Sitemap: http://ferme.example/prive/2.xml\n"
            )
        },
        fetched=["http://ferme.example/"],
        blocked=["http://ferme.example/prive.xml", "http://ferme.example/prive/2.xml"],
        report="announced but disallowed",
    ),
]

CASES: list[dict[str, Any]] = [
    *(*_STATUS, *_NETWORK, *_HOPS, *_BODIES, *_CODED),
    *(*_COPIES, *_SCOPES, *_HOMES, *_PAGES),
]
