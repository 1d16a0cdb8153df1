"""The decoder works, and promises less, where its accelerators are missing."""

import subprocess
import sys

BARE = """
import gzip, sys, zlib
for name in ("zlib_ng", "zlib_ng.zlib_ng", "brotli", "zstandard"):
    sys.modules[name] = None
from arpent.formats.decode import ACCEPT_ENCODING, ContentDecoder, unpack
from arpent.formats.inflate import ENGINE
from arpent.terms.exchange import Fault
assert ENGINE is zlib
assert ACCEPT_ENCODING == "gzip, deflate", ACCEPT_ENCODING
assert unpack(gzip.compress(b"body"), limit_bytes=9).body == b"body"
decoder = ContentDecoder("gzip", 9)
decoder.feed(gzip.compress(b"body"))
assert decoder.finish().body == b"body"
for coding in ("br", "zstd"):
    decoder = ContentDecoder(coding, 9)
    decoder.feed(b"body")
    assert decoder.finish().fault is Fault.ENCODING
print("works")
"""


def test_decoder_works_with_the_standard_library_alone() -> None:
    done = subprocess.run(  # noqa: S603 -- our own interpreter and text
        [sys.executable, "-c", BARE], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("works\n", "")
