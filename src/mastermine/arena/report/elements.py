"""HTML as a tree of elements; all text is escaped when the tree is serialized."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Any
from xml.etree import ElementTree as ET

from mastermine.i18n.text import printable

Element = ET.Element
Content = Element | str | None

_SVG = "{http://www.w3.org/2000/svg}"
_LEFT_OUT = (f"{_SVG}metadata", f"{_SVG}style")
"""SVG elements that are dropped; the page has its own style."""
_LINK = "{http://www.w3.org/1999/xlink}href"
_NO_CHARACTER = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_REFERENCE = re.compile(r"^#([\w.:-]+)$|\burl\(#([\w.:-]+)\)")


def element(tag: str, *content: Content, **attributes: object) -> Element:
    """Makes an element with texts and elements as content.

    ``class_`` is ``class`` and ``aria_label`` is ``aria-label``; attributes and content that are
    None are omitted.
    """
    made = Element(tag)
    for name, value in attributes.items():
        if value is not None:
            made.set(name.rstrip("_").replace("_", "-"), clean(str(value)))
    last: Element | None = None
    for each in content:
        if each is None:
            continue
        if not isinstance(each, str):
            made.append(each)
            last = each
        elif last is None:
            made.text = (made.text or "") + clean(each)
        else:
            last.tail = (last.tail or "") + clean(each)
    return made


def clean(text: str) -> str:
    """Escapes hidden characters; replaces those that are invalid in HTML."""
    return _NO_CHARACTER.sub("\N{REPLACEMENT CHARACTER}", printable(text))


def serialized(root: Element) -> str:
    """Serializes a page with its doctype."""
    return "<!DOCTYPE html>\n" + ET.tostring(root, encoding="unicode", method="html") + "\n"


def table(
    caption: str,
    heads: Sequence[str],
    rows: Iterable[Sequence[Content]],
    words: Collection[int] = (),
) -> Element:
    """Makes a table that scrolls horizontally; the first column has the row headers.

    ``words``: indices of columns with words, which are left-aligned.
    """
    classes = ["word" if i in words else None for i in range(len(heads))]
    head = element(
        "tr",
        *(
            element("th", each, scope="col", class_=class_)
            for each, class_ in zip(heads, classes, strict=True)
        ),
    )
    body = element("tbody")
    for name, *cells in rows:
        row = element("tr", element("th", name, scope="row"))
        for cell, class_ in zip(cells, classes[1:], strict=True):
            row.append(element("td", cell, class_=class_))
        body.append(row)
    made = element("table", element("caption", caption), element("thead", head), body)
    return wide(made, caption)


def wide(content: Element, label: str) -> Element:
    """Wraps content that scrolls horizontally, also by keyboard."""
    return element("div", content, class_="wide", role="region", tabindex="0", aria_label=label)


def picture(svg: bytes, name: str, title: str, summary: str, ink: str) -> Element:
    """Makes an element of a matplotlib picture. ``name``: prefix of all its ids.

    The colour ``ink`` becomes that of the surrounding text.
    """
    root = ET.fromstring(svg)
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag in _LEFT_OUT:
                parent.remove(child)
    referred = {
        match[1] or match[2]
        for node in root.iter()
        for value in node.attrib.values()
        for match in _REFERENCE.finditer(value)
    }
    for node in root.iter():
        node.tag = str(node.tag).removeprefix(_SVG)
        if node.get("id") not in referred:
            node.attrib.pop("id", None)
        if _LINK in node.attrib:
            node.set("href", node.attrib.pop(_LINK))
        for key, value in list(node.attrib.items()):
            node.set(key, _adapted(key, value, name, ink))
    for size in ("width", "height", "version"):
        root.attrib.pop(size, None)
    root.set("role", "img")
    root.set("aria-labelledby", f"{name}-title {name}-summary")
    root.insert(0, element("title", title, id=f"{name}-title"))
    root.insert(1, element("desc", summary, id=f"{name}-summary"))
    return root


def _adapted(key: str, value: str, name: str, ink: str) -> str:
    """Adapts the ids, the internal links and the ink of an attribute to the page."""
    if key == "id":
        return f"{name}-{value}"
    if key == "href":
        return f"#{name}-{value.removeprefix('#')}"
    for each in _REFERENCE.finditer(value):
        value = value.replace(f"url(#{each[2]})", f"url(#{name}-{each[2]})")
    return value.replace(ink, "currentColor")


def rows_of(pairs: Iterable[tuple[str, Any]]) -> Element:
    """Makes a list of terms with their descriptions."""
    made = element("dl")
    for term, description in pairs:
        made.append(element("dt", term))
        made.append(element("dd", description))
    return made
