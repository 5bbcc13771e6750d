"""Sources of the secrets of a run, which all entrants play."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Self, cast

from mastermine.core.errors import InvalidSpec, MastermineError
from mastermine.i18n.text import _

if TYPE_CHECKING:
    from mastermine.core.game import Rules
    from mastermine.core.random import Indexed


@dataclass(frozen=True)
class _Counted:
    """Secrets that are known from their number alone."""

    rounds: int

    def part(self, numbers: range) -> Self:  # noqa: ARG002
        """Returns the source for these rounds."""
        return self

    def to_dict(self) -> dict[str, Any]:
        return {"kind": type(self).__name__.lower(), "rounds": self.rounds}


class Sample(_Counted):
    """A secret for each round, drawn from the seed of the run and the number of the round."""

    def secret(self, rules: Rules[Any, Any, Any], number: int) -> Any:  # noqa: ARG002
        """Returns None: the secret is drawn after the first action, which may have to be safe."""
        return None


class Every(_Counted):
    """Every secret of the rules, once, in the order of the game."""

    @classmethod
    def of(cls, rules: Rules[Any, Any, Any]) -> Every:
        """Returns the source of all secrets. Raises TooLarge, and InvalidSpec without such a list.

        If the first click is protected, these are the secrets for a first click in the corner; a
        strategy that starts elsewhere has no protection.
        """
        return cls(len(_all(cast("Hashable", rules))))

    def secret(self, rules: Rules[Any, Any, Any], number: int) -> Any:
        """Returns the secret of a round, counted from 1."""
        return _all(cast("Hashable", rules))[number - 1]


@dataclass(frozen=True)
class Listed:
    """Given secrets, in the notation of the rules.

    ``first``: number of the round that plays the first secret.
    """

    secrets: tuple[str, ...]
    first: int = 1

    @classmethod
    def of(cls, rules: Rules[Any, Any, Any], texts: Sequence[str]) -> Listed:
        """Parses secrets. Raises InvalidSpec that names the first invalid one."""
        if not texts:
            raise InvalidSpec(_("the list of secrets is empty; write one per line"))
        secrets = []
        for number, text in enumerate(texts, start=1):
            try:
                secrets.append(rules.format_secret(rules.parse_secret(text)))
            except MastermineError as error:
                raise InvalidSpec(
                    _("secret {n}, {text!r}: {error}").format(n=number, text=text, error=error)
                ) from None
        return cls(tuple(secrets))

    @property
    def rounds(self) -> int:
        """Number of secrets."""
        return len(self.secrets)

    def secret(self, rules: Rules[Any, Any, Any], number: int) -> Any:
        """Returns the secret of a round, counted from 1."""
        return rules.parse_secret(self.secrets[number - self.first])

    def part(self, numbers: range) -> Listed:
        """Returns the source for these rounds."""
        start, end = numbers.start - self.first, numbers.stop - self.first
        return Listed(self.secrets[start:end], numbers.start)

    def to_dict(self) -> dict[str, Any]:
        return {"kind": "listed", "secrets": list(self.secrets)}


Field = Sample | Every | Listed


def read_field(fields: dict[str, Any]) -> Field:
    """Reads the fields that ``to_dict`` returned. Raises InvalidSpec."""
    match fields:
        case {"kind": "sample", "rounds": int(rounds)}:
            return Sample(rounds)
        case {"kind": "every", "rounds": int(rounds)}:
            return Every(rounds)
        case {"kind": "listed", "secrets": list(secrets)}:
            return Listed(tuple(map(str, secrets)))
    raise InvalidSpec(_("{fields} is not a valid source of secrets").format(fields=fields))


@lru_cache(maxsize=4)
def _all(rules: Any) -> Indexed[Any]:
    secrets: Indexed[Any] = rules.secrets()
    return secrets
