"""Configuration of Sphinx, which builds the site of the documents: ``make docs``.

The source folder is that of the project, so that a link from a page to the README or to a source
file is the same on the site as in the repository; only what is listed below becomes a page.
"""

import sys
from pathlib import Path

import mastermine

ROOT = Path(__file__).parents[1]
sys.path += [str(ROOT / "docs/_ext"), str(ROOT / "tools")]

project = "mastermine"
author = "mastermine contributors"
release = version = mastermine.__version__
html_title = f"mastermine {release}"

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx_copybutton",
    "generated",
]
root_doc = "docs/index"
include_patterns = ["docs/**.md", "*.md", "results/*.md", "src/mastermine/locale/GLOSSARY.md"]
exclude_patterns = [".*", "build", "dist", "cpp", "tests", "tools", "benchmarks", "docs/_ext"]

myst_enable_extensions = ["deflist"]
myst_heading_anchors = 4
smartquotes = False
highlight_language = "none"
suppress_warnings = ["toc.not_included"]
"""Every page of docs is reached, by tests/test_site.py; the README in other languages is not."""

nitpicky = True
nitpick_ignore_regex = [
    ("py:.*", r"(collections|concurrent|contextvars|datetime|fractions|np|numpy|pathlib)\..*"),
    ("py:.*", r"(gymnasium|pandas|pettingzoo|pyarrow|sqlalchemy)\..*|NDArray"),
    ("py:.*", r"mastermine\..*\.([A-Z](_co|_contra)?|State)"),
]
"""Types of other libraries, and variables that stand for types."""
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
toc_object_entries = False
add_module_names = False
python_maximum_signature_line_length = 80

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_extra_path = ["_extra"]
html_show_copyright = html_show_sourcelink = html_copy_source = False
copybutton_prompt_text = r"\$ |>>> |\.\.\. "
copybutton_prompt_is_regexp = True
