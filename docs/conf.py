"""How the documentation is built: Sphinx with MyST; every warning is an error."""

from arpent import __version__

project = "arpent"
author = "The arpent authors"
project_copyright = f"2026, {author}"
release = version = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
myst_enable_extensions = ["deflist", "colon_fence", "fieldlist"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]

html_theme = "furo"
html_title = "arpent"

nitpicky = True
nitpick_ignore_regex = [
    # What a signature names beside the public names: other libraries and inner rooms.
    ("py:class", r"(pa|pyarrow|npt|numpy|np|collections|datetime|pathlib|types)\..*"),
    ("py:class", r"(datetime|timedelta|optional)"),
    ("py:(class|attr|data|obj)", r"arpent\.(?!errors\b|[A-Z]).*"),
    ("py:class", r"(tuple|dict)\[.*"),  # the beginning of a type that was split
    ("py:(class|attr|data|obj)", r"(Any|Listing|DocumentListing|ChangedRun|_T)"),
]
autodoc_class_signature = "separated"
autodoc_member_order = "bysource"
autodoc_default_options = {"exclude-members": "__new__"}
autodoc_preserve_defaults = True
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
napoleon_google_docstring = True
napoleon_numpy_docstring = False
napoleon_custom_sections = ["Source"]
napoleon_use_ivar = True
napoleon_use_rtype = False
