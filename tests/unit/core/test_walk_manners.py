from arpent.terms.events import Found, Noted, Skipped
from arpent.terms.exchange import Declined, FailureKind
from arpent.terms.policy import Limits
from arpent.terms.report import StoppedBy
from replay import (
    Reply,
    index,
    reason_of,
    robots,
    run,
    sitemap,
    stop_of,
    urls_of,
)

S = "https://kelp.test"


def test_budget_counts_what_was_sent_and_stops_the_host() -> None:
    server, events = run(
        {
            f"{S}/robots.txt": robots("Sitemap: /i.xml"),
            f"{S}/i.xml": Reply(body=index(*(f"{S}/{n}.xml" for n in range(9)))),
        },
        budget=4,
    )
    assert len(server.asked) == 4
    assert reason_of(events) is StoppedBy.BUDGET


def test_root_disallowed_and_nothing_announced_is_disallowed_after_one_request() -> (
    None
):
    server, events = run({f"{S}/robots.txt": robots("User-agent: *", "Disallow: /")})
    assert server.asked == [f"{S}/robots.txt"]
    assert reason_of(events) is StoppedBy.DISALLOWED


def test_disallowed_sitemap_is_reported_and_not_asked_for() -> None:
    server, events = run(
        {
            f"{S}/robots.txt": robots(
                "User-agent: *", "Disallow: /private/", "Sitemap: /private/a.xml"
            )
        },
        guess=False,
    )
    assert f"{S}/private/a.xml" not in server.asked
    row = next(e.row for e in events if isinstance(e, Skipped))
    assert row.status == "robots-disallow"
    assert row.findings[0].rule == "file-blocked-by-robots"
    assert any(isinstance(e, Declined) and e.word == "robots-disallow" for e in events)


def test_robots_that_fails_makes_the_site_unreachable() -> None:
    for reply in (Reply(status=500), Reply(failure=FailureKind.DNS), Reply(status=206)):
        server, events = run({f"{S}/robots.txt": reply})
        assert len(server.asked) == 1
        assert reason_of(events) is StoppedBy.UNREACHABLE


def test_robots_answering_429_is_a_refusal() -> None:
    _, events = run({f"{S}/robots.txt": Reply(status=429)})
    assert reason_of(events) is StoppedBy.REFUSED


def test_http_is_tried_when_the_connection_for_https_fails() -> None:
    server, events = run(
        {
            f"{S}/robots.txt": Reply(failure=FailureKind.TLS),
            "http://kelp.test/robots.txt": robots("Sitemap: /a.xml"),
            "http://kelp.test/a.xml": sitemap("http://kelp.test/1"),
        },
        target="kelp.test",
    )
    assert server.asked[1] == "http://kelp.test/robots.txt"
    assert urls_of(events) == {"http://kelp.test/1"}


def test_http_is_not_tried_when_https_answered_badly() -> None:
    server, _ = run({f"{S}/robots.txt": Reply(status=503)}, target="kelp.test")
    assert server.asked == [f"{S}/robots.txt"]


def test_redirect_to_another_host_reads_its_robots_first() -> None:
    cdn = "https://cdn.test"
    server, events = run(
        {
            f"{S}/robots.txt": robots("Sitemap: /a.xml"),
            f"{S}/a.xml": Reply(status=302, headers={"location": f"{cdn}/a.xml"}),
            f"{cdn}/robots.txt": robots("User-agent: *", "Disallow: /x"),
            f"{cdn}/a.xml": sitemap(f"{S}/1"),
        }
    )
    assert server.asked == [
        f"{S}/robots.txt",
        f"{S}/a.xml",
        f"{cdn}/robots.txt",
        f"{cdn}/a.xml",
    ]
    found = next(e for e in events if isinstance(e, Found))
    assert found.row.findings[0].rule == "file-redirected"


def test_redirect_that_robots_forbids_is_not_followed() -> None:
    server, events = run(
        {
            f"{S}/robots.txt": robots(
                "User-agent: *", "Disallow: /no", "Sitemap: /a.xml"
            ),
            f"{S}/a.xml": Reply(status=301, headers={"location": "/no/a.xml"}),
        },
        guess=False,
    )
    assert f"{S}/no/a.xml" not in server.asked
    assert next(e.row.status for e in events if isinstance(e, Skipped)) == (
        "robots-disallow"
    )


def test_redirects_to_other_schemes_are_refused() -> None:
    for location in ("file:///etc/passwd", "ftp://kelp.test/a", "javascript:alert(1)"):
        _, events = run(
            {
                f"{S}/robots.txt": robots("Sitemap: /a.xml"),
                f"{S}/a.xml": Reply(status=302, headers={"location": location}),
            },
            guess=False,
        )
        row = next(e.row for e in events if isinstance(e, Skipped))
        assert row.status == "refused-scheme", location


def test_redirect_loops_end_at_the_limit() -> None:
    server, events = run(
        {
            f"{S}/robots.txt": robots("Sitemap: /a.xml"),
            f"{S}/a.xml": Reply(status=302, headers={"location": "/a.xml"}),
        },
        guess=False,
    )
    assert server.asked.count(f"{S}/a.xml") == 11
    assert next(e.row.status for e in events if isinstance(e, Skipped)) == "redirects"


def test_retry_after_is_waited_for_once() -> None:
    busy = Reply(status=429, headers={"retry-after": "7"})
    server, events = run(
        {
            f"{S}/robots.txt": robots("Sitemap: /a.xml"),
            f"{S}/a.xml": [busy, sitemap(f"{S}/1")],
        }
    )
    assert server.asked.count(f"{S}/a.xml") == 2
    assert server.requests[-1].pause_s == 7.0
    assert urls_of(events) == {f"{S}/1"}


def test_a_second_429_stops_the_host() -> None:
    busy = Reply(status=429, headers={"retry-after": "7"})
    server, events = run(
        {
            f"{S}/robots.txt": robots("Sitemap: /a.xml", "Sitemap: /b.xml"),
            f"{S}/a.xml": busy,
        }
    )
    assert server.asked.count(f"{S}/a.xml") == 2
    assert f"{S}/b.xml" not in server.asked
    assert reason_of(events) is StoppedBy.REFUSED


def test_a_long_retry_after_stops_the_host_at_once() -> None:
    server, _ = run(
        {
            f"{S}/robots.txt": robots("Sitemap: /a.xml", "Sitemap: /b.xml"),
            f"{S}/a.xml": Reply(status=503, headers={"retry-after": "61"}),
        }
    )
    assert server.asked == [f"{S}/robots.txt", f"{S}/a.xml"]


def test_crawl_delay_sets_the_pace_of_every_later_request() -> None:
    server, _ = run({f"{S}/robots.txt": robots("User-agent: *", "Crawl-delay: 5")})
    assert {r.pause_s for r in server.requests[1:]} == {5.0}


def test_crawl_delay_above_the_bound_ends_the_host() -> None:
    server, events = run(
        {f"{S}/robots.txt": robots("User-agent: *", "Crawl-delay: 500")},
    )
    assert len(server.asked) == 1
    assert reason_of(events) is StoppedBy.BUDGET
    rules = [e.finding.rule for e in events if isinstance(e, Noted)]
    assert "delay-over-budget" in rules


def test_hanging_http_sitemap_is_tried_once_on_https() -> None:
    server, events = run(
        {
            f"{S}/robots.txt": robots("Sitemap: http://kelp.test/a.xml"),
            "http://kelp.test/robots.txt": Reply(failure=FailureKind.TIMEOUT),
            f"{S}/a.xml": sitemap(f"{S}/1"),
        }
    )
    assert server.asked[-1] == f"{S}/a.xml"
    assert urls_of(events) == {f"{S}/1"}


def test_only_the_typed_origin_may_be_private() -> None:
    server, _ = run(
        {
            "http://127.0.0.1:8000/robots.txt": robots(
                "Sitemap: http://127.0.0.1:9000/a.xml", "Sitemap: /b.xml"
            )
        },
        target="http://127.0.0.1:8000/",
    )
    allowed = {r.url: r.may_be_private for r in server.requests}
    assert allowed["http://127.0.0.1:8000/robots.txt"]
    assert allowed["http://127.0.0.1:8000/b.xml"]
    assert not allowed["http://127.0.0.1:9000/robots.txt"]


def test_own_headers_go_to_the_hosts_of_the_target_only() -> None:
    server, _ = run(
        {
            f"{S}/robots.txt": robots("Sitemap: https://cdn.test/a.xml"),
            "https://cdn.test/a.xml": sitemap(f"{S}/1"),
        }
    )
    sent = {r.url: r.own_headers for r in server.requests}
    assert sent == {
        f"{S}/robots.txt": True,
        "https://cdn.test/robots.txt": False,
        "https://cdn.test/a.xml": False,
    }


def test_guess_that_redirects_to_a_sitemap_read_before_is_not_counted_twice() -> None:
    _, events = run(
        {
            f"{S}/robots.txt": robots("Sitemap: /bad.xml", "Sitemap: /i.xml"),
            f"{S}/i.xml": Reply(body=index()),
            f"{S}/sitemap.xml": Reply(status=301, headers={"location": "/i.xml"}),
        }
    )
    assert [e.url for e in events if isinstance(e, Found)] == [f"{S}/i.xml"]


def test_https_is_no_way_around_a_rule_of_robots_txt_on_http() -> None:
    server, _ = run(
        {
            f"{S}/robots.txt": robots("Sitemap: http://kelp.test/a.xml"),
            "http://kelp.test/robots.txt": robots("User-agent: *", "Disallow: /a.xml"),
            f"{S}/a.xml": sitemap(f"{S}/1"),
        },
        guess=False,
    )
    assert f"{S}/a.xml" not in server.asked


def test_document_cannot_send_a_walk_to_thousands_of_hosts() -> None:
    others = [f"https://h{n}.test/s.xml" for n in range(30)]
    site = {f"{S}/robots.txt": robots(*(f"Sitemap: {u}" for u in (*others, f"{S}/a")))}
    site |= {url: sitemap(f"{url}#1") for url in (*others, f"{S}/a")}
    server, events = run(site, limits=Limits(origins=10))
    asked = {request.url.rpartition("/")[0] for request in server.requests}
    assert len(asked) == 10
    assert f"{S}/a" in server.asked
    rows = [e.row for e in events if isinstance(e, Skipped)]
    assert [row.status for row in rows] == ["too-many-hosts"] * 21
    assert "too many hosts" in rows[0].findings[0].message
    assert not stop_of(events).complete


def test_a_refusal_of_the_last_child_costs_that_child_only() -> None:
    busy = Reply(status=429)
    _, events = run(
        {
            f"{S}/robots.txt": robots("Sitemap: /a.xml", "Sitemap: /b.xml"),
            f"{S}/a.xml": sitemap(f"{S}/1"),
            f"{S}/b.xml": busy,
        }
    )
    assert reason_of(events) is StoppedBy.DONE
    assert not stop_of(events).complete


def test_a_site_whose_only_sitemap_is_refused_with_429_is_refused() -> None:
    _, events = run(
        {f"{S}/robots.txt": robots("Sitemap: /a.xml"), f"{S}/a.xml": Reply(status=429)}
    )
    assert reason_of(events) is StoppedBy.REFUSED


def test_an_announced_sitemap_that_is_gone_is_no_prohibition() -> None:
    _, events = run(
        {
            f"{S}/robots.txt": robots(
                "User-agent: *", "Disallow: /", "Allow: /a.xml", "Sitemap: /a.xml"
            )
        }
    )
    assert reason_of(events) is StoppedBy.DONE
