"""What the keys do just now, in a line or two at the bottom; each can be clicked, too."""

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
"""The actions that are wanted most, in order: where room is short, others are left out."""

LINES = 2
"""The most lines that the bar takes."""
LEAST_ROWS = 16
"""A screen with fewer rows has a bar of one line."""


class Offered(NamedTuple):
    """Something that can be done: its binding with the node that has it, and all its keys."""

    active: ActiveBinding
    keys: list[str]


def key_name(key: str) -> str:
    """A key as a person knows it: F1, Ctrl+Z, Enter, ?."""
    *held, last = key.split("+")
    if last in KEYS:
        name = _(KEYS[last])
    else:
        name = SIGNS.get(last, last.upper() if len(last) == 1 or last[1:].isdecimal() else last)
    before = {"ctrl": _("Ctrl"), "shift": _("Shift"), "alt": _("Alt")}
    return "+".join([*(before.get(each, each) for each in held), name])


class KeyBar(Static):
    """The keys of a screen that are of use now."""

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
    """What can be done on a screen, whether it can be done now, and by which keys.

    Of several keys for the same the one that is shown comes first: that of the class that is
    the most special.
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
    """Whether a binding is one of this program, and not one that every widget of its kind has."""
    return any(
        isinstance(each, Binding) and each.action == binding.action
        for kind in type(node).__mro__
        if kind.__module__.startswith("mastermine.")
        for each in kind.__dict__.get("BINDINGS", ())
    )


def _namespace(node: DOMNode) -> str:
    """What a click calls the node that has a binding."""
    if isinstance(node, App):
        return "app"
    return "screen" if isinstance(node, Screen) else "focused"


def _rank(action: str) -> int:
    """The place of an action among all; those of the same place stay in their order."""
    return FIRST.index(action) if action in FIRST else len(FIRST)


def _bar(screen: Screen[Any], width: int, most: int) -> Content:
    """The keys that are shown, in at most so many lines; what has no room help tells."""
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
