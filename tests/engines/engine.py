"""An engine for tests, in Mastermind and Minesweeper: it does what its arguments say.

Without arguments it opens the first closed cell, and guesses 1111 … in turn.
"""

import os
import signal
import sys
import time

bad = sys.argv[1] if len(sys.argv) > 1 else ""
options = {"depth": "3"}
positions: list[str] = []


def say(text: str) -> None:
    """Writes a line."""
    print(text, flush=True)


def move(rules: str, position: str) -> str:
    """Returns a move."""
    if rules.startswith("minesweeper"):
        at = position.index("#")
        x, y = at - position.rfind("/", 0, at) - 1, position.count("/", 0, at)
        return f"{x},{y}"
    return str(1 + len([row for row in position.split(";") if row.strip()]) % 6) * 4


def open_cells(position: str) -> list[str]:
    """Returns the open cells of a board."""
    rows = enumerate(position.split("/"))
    return [f"{x},{y}" for y, row in rows for x, sign in enumerate(row) if sign != "#"]


for line in sys.stdin:
    word, _space, rest = line.rstrip("\n").partition(" ")
    if word == "dep":
        if bad == "mute":
            continue
        if bad == "old":
            say("dep 0")
        say("id name tester")
        say("plays " + ("chess" if bad == "chess" else "mastermind minesweeper"))
        say("option depth type spin default 3 min 1 max 9")
        say("option greedy type check default false")
        say("option style type string default plain")
        if bad == "options":
            say("option depth type float")
        if bad == "named":
            say(f"option {sys.argv[2]} type spin default 3")
        if bad in ("seed", "batch"):
            say(f"can {bad}")
        if bad == "environment":
            say("id name " + " ".join(sorted(os.environ)))
        say("depok")
    elif word == "set":
        name, value = rest.split()
        options[name] = value
    elif word == "game":
        game = rest.partition(" seed ")[0]
        seed = rest.partition(" seed ")[2]
    elif word == "position":
        positions.append(rest)
        if bad == "early":
            say("move 1111")
    elif word == "go":
        third = len(positions[-1].split(";")) == 3
        if bad == "crash" and third:
            print("Error: it is too hard", file=sys.stderr, flush=True)
            sys.exit(3)
        if bad == "kill" and third:
            os.kill(os.getpid(), signal.SIGKILL)
        if bad == "hang" and third:
            time.sleep(1000)
        if bad == "garbage":
            sys.stdout.buffer.write(bytes(range(256)) * 10 + b"\n")
        if bad == "flood":
            while True:
                say("info " + "x" * 1000)
        if bad == "memory":
            kept = bytearray(1 << 30)
        if bad == "complains":
            sys.stderr.write("x" * (1 << 20))
        if bad == "screams":
            while True:
                os.write(2, b"x" * (1 << 16))
        for position in positions:
            if bad == "illegal":
                say("move 9999999")
            elif bad == "nothing":
                say("move")
            elif bad == "impossible":
                say("impossible 1")
            elif bad == "refuse" or (bad == "refuses" and game.startswith(sys.argv[2])):
                say("refuse it is too hard")
            elif bad == "reopens":
                say("move 1,1")
            elif bad == "claims open":
                say(" ".join(["move", *open_cells(position), move(game, position)]))
            elif bad == "claims":
                cells = [move(game, position), "2,2"]
                say("move " + " ".join(cells))
            elif bad == "options" or options != {"depth": "3"}:
                say("move " + (options["depth"] * 4))
            elif bad == "seed":
                say("move " + str(1 + int(seed) % 6) * 4)
            else:
                say("move " + move(game, position))
            if bad == "remarks":
                say("info nodes 5")
        positions.clear()
    elif word == "ask":
        say({"chances": "chances 1", "value": "value much"}.get(rest, rest))
    elif word == "quit":
        if bad == "stays":
            time.sleep(1000)
        break
