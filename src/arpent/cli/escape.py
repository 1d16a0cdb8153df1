"""Text that came from a site, made harmless where lines are read by programs.

Knows which characters end a line or control a device. One idea: such a character
becomes the visible escape that terminals get too; letters of all scripts stay.
"""

import re
from typing import Final

from arpent.terms.visible import visible

__all__ = ["one_line", "visible"]

_BREAKS: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def one_line(text: str) -> str:
    """Return a text that cannot break a line nor control a device."""
    return _BREAKS.sub(lambda found: visible(found.group()), text)
