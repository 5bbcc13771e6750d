"""Updates and compiles the message catalogues.

    python tools/catalogues.py update     update every catalogue from the sources
    python tools/catalogues.py compile    compile the catalogues for the program and the page
    python tools/catalogues.py missing    list untranslated messages

A catalogue is ``src/mastermine/locale/LANGUAGE/LC_MESSAGES/mastermine.po``. Serbian in Latin
letters is transliterated from the Cyrillic catalogue.
"""

from __future__ import annotations

import json
import sys
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog
from babel.messages.catalog import Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from latin import to_latin

LOCALE = Path(__file__).resolve().parent.parent / "src" / "mastermine" / "locale"
TRANSLATED = ("sr", "hr", "pl", "sk", "ru")
"""Languages with a catalogue; English is in the sources."""

_THREE = "nplurals=3; plural="
_FEW = "n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2"
_ONE = "n%10==1 && n%100!=11 ? 0 : "
PLURALS = {
    "sr": f"{_THREE}{_ONE}{_FEW};",
    "hr": f"{_THREE}{_ONE}{_FEW};",
    "ru": f"{_THREE}{_ONE}{_FEW};",
    "pl": f"{_THREE}n==1 ? 0 : {_FEW};",
    "sk": f"{_THREE}n==1 ? 0 : n>=2 && n<=4 ? 1 : 2;",
}


def catalogue_path(language: str) -> Path:
    """Returns the path of a language's catalogue."""
    return LOCALE / language / "LC_MESSAGES" / "mastermine.po"


def read(language: str) -> Catalog:
    """Reads a catalogue; returns an empty one if there is no file."""
    path = catalogue_path(language)
    if not path.exists():
        return Catalog(locale=language)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def write(language: str, catalogue: Catalog) -> None:
    """Writes a catalogue sorted and without a date, so that only words change the file."""
    sorted_by_words = Catalog(locale=language, fuzzy=False)
    for message in sorted((m for m in catalogue if m.id), key=_key):
        sorted_by_words.add(
            message.id,
            message.string,
            locations=sorted({(path, 0) for path, _line in message.locations}),
            auto_comments=message.auto_comments,
            user_comments=message.user_comments,
            context=message.context,
        )
    path = catalogue_path(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    body = BytesIO()
    write_po(body, sorted_by_words, width=100, omit_header=True, include_lineno=False)
    header = (
        'msgid ""\nmsgstr ""\n'
        f'"Language: {language}\\n"\n'
        '"MIME-Version: 1.0\\n"\n'
        '"Content-Type: text/plain; charset=utf-8\\n"\n'
        '"Content-Transfer-Encoding: 8bit\\n"\n'
        f'"Plural-Forms: {PLURALS[language]}\\n"\n\n'
    )
    path.write_text(header + body.getvalue().decode().lstrip("\n"), "utf-8")


def update() -> None:
    """Updates every catalogue: adds new messages untranslated and removes unused ones."""
    from messages import template  # needs mastermine, which a build does not have yet

    words = template()
    for language in TRANSLATED:
        old = {_key(message): message for message in read(language)}
        new = Catalog(locale=language, fuzzy=False)
        for message in words:
            known = old.get(_key(message)) if message.id else None
            same = known is not None and isinstance(known.id, str) == isinstance(message.id, str)
            new.add(
                message.id,
                known.string if known is not None and same else None,
                locations=message.locations,
                auto_comments=message.auto_comments,
                user_comments=known.user_comments if known is not None else (),
                context=message.context,
            )
        write(language, new)


def compile_all() -> None:
    """Compiles catalogues for gettext, and the messages of the page as JSON."""
    for language in TRANSLATED:
        _compile(language, read(language))
    latin = Catalog(locale="sr_Latn")
    for message in read("sr"):
        if message.id:
            turned = tuple(map(to_latin, _forms(message)))
            plural = isinstance(message.id, tuple)
            latin.add(
                message.id,
                turned if plural else turned[0],
                locations=message.locations,
                context=message.context,
            )
    _compile("sr-Latn", latin)


def _compile(language: str, catalogue: Catalog) -> None:
    plural = PLURALS[language.partition("-")[0]]
    catalogue.mime_headers = [
        ("Content-Type", "text/plain; charset=utf-8"),
        ("Language", language),
        ("Plural-Forms", plural),
    ]
    folder = LOCALE / language
    (folder / "LC_MESSAGES").mkdir(parents=True, exist_ok=True)
    # Replaced atomically: a program may be reading it.
    whole = folder / "LC_MESSAGES" / "mastermine.mo"
    draft = whole.with_suffix(".draft")
    with draft.open("wb") as file:
        write_mo(file, catalogue)
    draft.replace(whole)
    messages = {
        _page_key(message): message.string
        for message in catalogue
        if message.id
        and _translated(message)
        and any(path.endswith(".js") for path, _line in message.locations)
    }
    rule = plural.partition("plural=")[2].rstrip(";")
    page = {"lang": language, "plural": rule, "messages": messages}
    (folder / "page.json").write_text(
        json.dumps(page, ensure_ascii=False, separators=(",", ":")), "utf-8"
    )


def missing() -> list[str]:
    """Lists the languages and messages that are not translated."""
    return [
        f"{language}: {_first(message)}"
        for language in TRANSLATED
        for message in read(language)
        if message.id and not _translated(message)
    ]


def _translated(message: Message) -> bool:
    return all(_forms(message))


def _forms(message: Message) -> tuple[str, ...]:
    """Returns the plural forms of a translation; empty texts if it is missing."""
    string = message.string or ""
    return (string,) if isinstance(string, str) else tuple(string)


def _first(message: Message) -> str:
    return message.id[0] if isinstance(message.id, tuple | list) else message.id


def _key(message: Message) -> tuple[str, str]:
    """Returns the key that identifies and sorts a message."""
    return _first(message), message.context or ""


def _page_key(message: Message) -> str:
    """Returns the key of a message in the page: as in gettext, EOT follows a context."""
    return f"{message.context}\x04{_first(message)}" if message.context else _first(message)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["update"]:
            update()
        case ["compile"]:
            compile_all()
        case ["missing"]:
            print(*missing(), sep="\n")
            sys.exit(bool(missing()))
        case _:
            sys.exit(__doc__)
