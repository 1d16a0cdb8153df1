from arpent.http.fields import received, sent
from arpent.terms.exchange import Request, Step, Validators


def test_each_step_asks_for_what_it_reads() -> None:
    for step in Step:
        fields = dict(sent(Request(url="http://h.example/", step=step), "me", ()))
        assert fields["User-Agent"] == "me"
        assert fields["Accept"].endswith("*/*;q=0.5")


def test_absent_validators_send_nothing() -> None:
    request = Request(url="http://h.example/", step=Step.FEED, validators=Validators())
    assert {"If-None-Match", "If-Modified-Since"}.isdisjoint(
        dict(sent(request, "me", ()))
    )


def test_received_fields_are_lower_case_cut_and_counted() -> None:
    raw = [(b"X-Long", b"y" * 9000)] + [(b"N", b"1")] * 300
    kept = received(raw)
    assert len(kept.fields) == 200
    assert kept.fields[0] == ("x-long", "y" * 8192)


def test_received_value_cut_inside_a_character_is_still_text() -> None:
    kept = received([(b"a", ("é" * 5000).encode()), (b"b", b"\xff\xfe")])
    assert kept.get("a").startswith("é")
    assert kept.get("b") == "ÿþ"
