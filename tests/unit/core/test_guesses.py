import pytest

from arpent.guesses import GUESSES, Guesses


def test_usual_addresses_are_given_in_order_and_once_each() -> None:
    guesses = Guesses(allowed=True)
    given = []
    while guesses:
        given.append(guesses.next())
    assert tuple(given) == GUESSES
    with pytest.raises(IndexError):
        guesses.next()


def test_nothing_is_guessed_where_guessing_is_not_allowed() -> None:
    assert not Guesses(allowed=False)


def test_a_body_that_came_before_ends_the_guessing() -> None:
    guesses = Guesses(allowed=True)
    assert not guesses.miss(b"not here")
    assert not guesses.miss(b"not here either")
    assert guesses
    assert guesses.miss(b"not here")
    assert not guesses


def test_an_end_leaves_nothing_to_guess() -> None:
    guesses = Guesses(allowed=True)
    guesses.next()
    guesses.end()
    assert not guesses
