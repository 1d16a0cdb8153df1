from datetime import UTC, datetime, timedelta

import numpy as np

from arpent.judge.first_look import DocumentDates, look_at_dates

READ_AT = datetime(2026, 11, 1, tzinfo=UTC)


def document(
    seconds_ago: list[float],
    *,
    entries: int | None = None,
    made_at: datetime = READ_AT,
    published: int = 0,
) -> DocumentDates:
    moments = [(READ_AT - timedelta(seconds=s)).timestamp() * 1e6 for s in seconds_ago]
    return DocumentDates(
        moments=np.array(moments, np.int64),
        entries=len(seconds_ago) if entries is None else entries,
        made_at=(made_at,),
        read_at=READ_AT,
        published=published,
    )


def kind(*documents: DocumentDates) -> str:
    return look_at_dates(documents).kind


SPREAD = [86_400.0 * n * 1.37 for n in range(1, 200)]


def test_no_dates_at_all_are_missing() -> None:
    assert kind(document([], entries=10_236)) == "missing"


def test_nothing_read_is_no_lack_of_dates() -> None:
    assert kind() == kind(document([], entries=0)) == "unread"


def test_fewer_than_half_dated_is_partial() -> None:
    assert kind(document(SPREAD[:40], entries=100)) == "partial"


def test_two_instants_a_second_apart_at_the_time_of_reading_are_generation() -> None:
    assert kind(document([30.0] * 345 + [31.0] * 255)) == "generation"


def test_one_instant_long_ago_is_a_suspect_batch() -> None:
    assert kind(document([86_400.0 * 90] * 600)) == "suspect-batch"


def test_one_instant_at_the_files_own_date_is_generation() -> None:
    long_ago = READ_AT - timedelta(days=90)
    assert kind(document([86_400.0 * 90] * 600, made_at=long_ago)) == "generation"


def test_dates_ahead_of_the_server_are_future() -> None:
    assert kind(document([-86_400.0 * 3] * 10 + SPREAD)) == "hint"
    assert kind(document([-86_400.0 * 3] * 20 + SPREAD)) == "future"


def test_dates_before_the_web_are_frozen() -> None:
    ancient = [READ_AT.timestamp() + 86_400.0 * n for n in range(100)]
    assert kind(document(ancient + SPREAD[:20])) == "frozen"


def test_dates_of_publication_are_called_so() -> None:
    assert kind(document(SPREAD, published=len(SPREAD))) == "publication"


def test_honest_looking_dates_are_a_hint_and_no_more() -> None:
    assert kind(document(SPREAD)) == "hint"


def test_few_dates_give_no_distribution() -> None:
    assert kind(document([30.0] * 19)) == "hint"


def test_documents_that_disagree_are_mixed() -> None:
    assert kind(document([30.0] * 200), document(SPREAD)) == "mixed"
    assert kind(document([30.0] * 900), document(SPREAD)) == "generation"
