"""HTML as a tree: what others wrote is escaped when the tree is written, whatever it is."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Any
from xml.etree import ElementTree as ET

Element = ET.Element
Content = Element | str | None

_SVG = "{http://www.w3.org/2000/svg}"
_LEFT_OUT = (f"{_SVG}metadata", f"{_SVG}style")
"""Who made it, and a style that the page has for all."""
_LINK = "{http://www.w3.org/1999/xlink}href"
_NO_CHARACTER = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_REFERENCE = re.compile(r"^#([\w.:-]+)$|\burl\(#([\w.:-]+)\)")


def element(tag: str, *content: Content, **attributes: object) -> Element:
    """An element with texts and elements in it.

    ``class_`` is ``class`` and ``aria_label`` is ``aria-label``; attributes that are None are left
    out, as is content.
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
    """The text without signs that no page may contain."""
    return _NO_CHARACTER.sub("\N{REPLACEMENT CHARACTER}", text)


def written(root: Element) -> str:
    """The page, with its doctype."""
    return "<!DOCTYPE html>\n" + ET.tostring(root, encoding="unicode", method="html") + "\n"


def table(
    caption: str,
    heads: Sequence[str],
    rows: Iterable[Sequence[Content]],
    words: Collection[int] = (),
) -> Element:
    """A table that scrolls by itself where it is wide; the first column names the rows.

    ``words``: the columns of words, which are not aligned as figures are.
    """
    looks = ["word" if i in words else None for i in range(len(heads))]
    head = element(
        "tr",
        *(
            element("th", each, scope="col", class_=look)
            for each, look in zip(heads, looks, strict=True)
        ),
    )
    body = element("tbody")
    for name, *cells in rows:
        row = element("tr", element("th", name, scope="row"))
        for cell, look in zip(cells, looks[1:], strict=True):
            row.append(element("td", cell, class_=look))
        body.append(row)
    made = element("table", element("caption", caption), element("thead", head), body)
    return wide(made, caption)


def wide(content: Element, label: str) -> Element:
    """What scrolls by itself where it is wider than the page, by keyboard, too."""
    return element("div", content, class_="wide", role="region", tabindex="0", aria_label=label)


def picture(svg: bytes, name: str, title: str, summary: str, ink: str) -> Element:
    """A picture of matplotlib's as an element of a page: ``name`` begins all of its ids.

    What is drawn in the colour ``ink`` takes that of the text around it.
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
    """An attribute with its ids and its ink as the page has them; all links are within."""
    if key == "id":
        return f"{name}-{value}"
    if key == "href":
        return f"#{name}-{value.removeprefix('#')}"
    for each in _REFERENCE.finditer(value):
        value = value.replace(f"url(#{each[2]})", f"url(#{name}-{each[2]})")
    return value.replace(ink, "currentColor")


def rows_of(pairs: Iterable[tuple[str, Any]]) -> Element:
    """Words and what is to be said of each."""
    made = element("dl")
    for word, told in pairs:
        made.append(element("dt", word))
        made.append(element("dd", told))
    return made
