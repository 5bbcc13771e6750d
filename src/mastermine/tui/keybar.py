"""The key bar: available keys and their actions, clickable, in one or two lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from textual.app import App
from textual.binding import ActiveBinding, Binding
from textual.content import Content
from textual.events import Resize
from textual.screen import Screen
from textual.widgets import Static

from mastermine.i18n.text import N_, _

if TYPE_CHECKING:
    from textual.dom import DOMNode

KEYS = {
    "enter": N_("Enter"),
    "space": N_("Space"),
    "escape": N_("Esc"),
    "backspace": N_("Backspace"),
    "delete": N_("Del"),
    "tab": N_("Tab"),
    "home": N_("Home"),
    "end": N_("End"),
    "pageup": N_("Page up"),
    "pagedown": N_("Page down"),
    "up": N_("Up"),
    "down": N_("Down"),
    "left": N_("Left"),
    "right": N_("Right"),
}

SIGNS = {
    "question_mark": "?",
    "exclamation_mark": "!",
    "equals_sign": "=",
    "full_stop": ".",
    "comma": ",",
    "minus": "-",
    "plus": "+",
    "less_than_sign": "<",
    "greater_than_sign": ">",
    "underscore": "_",
}


FIRST = (
    *("help", "leave", "next", "back", "run", "do_step", "hint", "undo", "open", "flag"),
    *("chances", "candidates", "review", "redo", "why", "check", "steps", "new", "give_up"),
)
"""The most important actions, in order; others are dropped first if the bar is too short."""

LINES = 2
"""Maximum number of lines of the bar."""
LEAST_ROWS = 16
"""On a screen with fewer rows, the bar has one line."""


class Offered(NamedTuple):
    """A binding with its node, and all keys for its action."""

    active: ActiveBinding
    keys: list[str]


def key_name(key: str) -> str:
    """Returns the label of a key, such as F1, Ctrl+Z, Enter or ?."""
    *held, last = key.split("+")
    if last in KEYS:
        name = _(KEYS[last])
    else:
        name = SIGNS.get(last, last.upper() if len(last) == 1 or last[1:].isdecimal() else last)
    before = {"ctrl": _("Ctrl"), "shift": _("Shift"), "alt": _("Alt")}
    return "+".join([*(before.get(each, each) for each in held), name])


class KeyBar(Static):
    """The key bar of a screen."""

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, lambda _screen: self.show())
        self.show()

    def on_resize(self, _event: Resize) -> None:
        self.show()

    def show(self) -> None:
        if self.is_attached and self.screen.is_current:
            width, height = self.app.size
            self.update(_bar(self.screen, width, LINES if height >= LEAST_ROWS else 1))


def bindings(screen: Screen[Any]) -> list[Offered]:
    """Returns the actions of a screen with all their keys.

    The first key of an action is the one to show: that of the most specific class.
    """
    found: dict[str, Offered] = {}
    for key, active in screen.active_bindings.items():
        binding = active.binding
        if binding.system or not binding.description or not _ours(active.node, binding):
            continue
        before = found.get(binding.action)
        if before is None:
            found[binding.action] = Offered(active, [key])
            continue
        known = before.active.binding
        if binding.show and (not known.show or binding.description != known.description):
            found[binding.action] = Offered(active, [key, *before.keys])
        else:
            before.keys.append(key)
    return list(found.values())


def _ours(node: DOMNode, binding: Binding) -> bool:
    """Returns True if a class of this program, not of Textual, defines the binding."""
    return any(
        isinstance(each, Binding) and each.action == binding.action
        for kind in type(node).__mro__
        if kind.__module__.startswith("mastermine.")
        for each in kind.__dict__.get("BINDINGS", ())
    )


def _namespace(node: DOMNode) -> str:
    """Returns the action namespace of the node that has a binding."""
    if isinstance(node, App):
        return "app"
    return "screen" if isinstance(node, Screen) else "focused"


def _rank(action: str) -> int:
    """Returns the sort key of an action; the sort is stable."""
    return FIRST.index(action) if action in FIRST else len(FIRST)


def _bar(screen: Screen[Any], width: int, most: int) -> Content:
    """Returns the key bar in at most ``most`` lines; keys that do not fit are only in the help."""
    lines = [Content()]
    offered = sorted(bindings(screen), key=lambda each: _rank(each.active.binding.action))
    for active, keys in offered:
        binding, enabled = active.binding, active.enabled
        if not binding.show:
            continue
        own = f"{_namespace(active.node)}.{binding.action}"
        action = binding.action if binding.action.startswith("app.") else own
        style = "$footer-foreground" if enabled else "$text-disabled"
        part = Content.assemble(
            (
                f" {binding.key_display or key_name(keys[0])}",
                f"{'bold $footer-key-foreground' if enabled else style} @click={action}",
            ),
            (f" {_(binding.description)} ", f"{style} @click={action}"),
        )
        if lines[-1].cell_length + part.cell_length <= width:
            lines[-1] += part
        elif len(lines) < most:
            lines.append(part)
    return Content("\n").join(lines)
