"""What is said when a call cannot be understood: what was wrong, and what to type.

Knows the verbs, those that are there and those that are coming. One idea: a newcomer
types what other programs understand, and is told the word that this one does.
"""

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Final

__all__ = ["COMING", "NOT_A_FILE", "usage_message"]

COMING: Final = (
    *("sources", "follow", "news", "signals", "survey", "diff", "audit"),
    *("coverage", "plan", "check", "build", "store", "serve", "fleet"),
)
"""Verbs that the documentation names, and that no version has yet."""

NOT_A_FILE: Final = "changed takes a site or the URL of a document, not a file"

_HELP: Final = "arpent --help lists the verbs; arpent VERB --help explains one"
_WORDS: Final = {
    **dict.fromkeys(("help", "-help", "-?", "/?"), _HELP),
    **dict.fromkeys(
        ("version", "-V", "-version"), "arpent --version tells the version"
    ),
}


def usage_message(error: Exception, typed: Sequence[str], verbs: Sequence[str]) -> str:
    """Return what to tell of a call that the parser refused.

    Args:
        error: What the parser says.
        typed: The words of the call.
        verbs: Those that are there.
    """
    from cyclopts import UnknownCommandError, UnknownOptionError, UnusedCliTokensError

    word = next((w for w in typed if not w.startswith("-")), "")
    if isinstance(error, UnknownCommandError):
        return _no_verb(word or typed[0], typed, verbs)
    if isinstance(error, UnknownOptionError) and word == "changed" and "-" in typed:
        return NOT_A_FILE
    said = str(error)
    if isinstance(error, UnusedCliTokensError):
        said = f"{_TAKES.get(word, f'{word} takes fewer words')} ({said.rstrip('.')})"
    hint = f"see arpent {word} --help" if word in verbs else "see arpent --help"
    return f"{said}\n{hint}"


_TAKES: Final = {
    "changed": "changed takes one site; ask for each in a run of its own",
    "demo": "demo takes no target",
}


def _no_verb(word: str, typed: Sequence[str], verbs: Sequence[str]) -> str:
    for name in (word, typed[0]):
        if name in _WORDS:
            return f"{name!r} is no verb\n{_WORDS[name]}"
    if word in COMING:
        there = ", ".join(verbs)
        return f"{word!r} is not there yet in this version, which has {there}"
    if "." in word or "/" in word:
        return f"{word!r} is no verb; say what to do with it: arpent urls {word}"
    close = get_close_matches(word, verbs, n=1)
    meant = (
        f"did you mean {close[0]}?" if close else f"the verbs are {', '.join(verbs)}"
    )
    return f"{word!r} is no verb; {meant}\nsee arpent --help or arpent --version"
