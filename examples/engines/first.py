"""An engine for Mastermind: the first code that fits all answers."""

import itertools
import re
import sys


def answer(code, guess):
    """Returns the pegs of an answer."""
    black = sum(map(str.__eq__, code, guess))
    both = sum(min(code.count(sign), guess.count(sign)) for sign in set(guess))
    return [f"{black}B", f"{both - black}W"]


for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "dep":
        print("dep 1\nid name first\nplays mastermind\ndepok", flush=True)
    elif word == "game":
        size = re.fullmatch(r"mastermind:(\d)x([1-9])(,limit=\d+)?", rest.partition(" seed")[0])
    elif word == "position":
        rows = [row.split() for row in rest.split(";") if row.strip()]
    elif word == "go" and not size:
        print("refuse only sizes up to 9x9, without options", flush=True)
    elif word == "go":
        codes = itertools.product("123456789"[: int(size[2])], repeat=int(size[1]))
        fits = (c for c in codes if all(answer(c, guess) == pegs for guess, *pegs in rows))
        print("move", "".join(next(fits)), flush=True)
    elif word == "quit":
        break
