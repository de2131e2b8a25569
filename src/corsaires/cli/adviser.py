"""A process that thinks for a terminal game: it reads questions from its input and writes thoughts to its output.

The game itself runs uncompiled, as it starts sooner so; a search wants compiled rules. A question holds a view, so
the adviser knows what the asker sees and nothing else.
"""

from __future__ import annotations

import os
import pickle
import sys


def serve() -> None:
    """Answer until the input ends; what a bot raises is answered too, as its text."""
    from corsaires.bots import load_bot

    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # nothing but answers may go there
    while True:
        try:
            game, bot, view, seed = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        try:
            answer: object = load_bot(game, bot).think(view, seed)
        except Exception as error:
            answer = f"{type(error).__name__}: {error}"
        pickle.dump(answer, out)
        out.flush()


if __name__ == "__main__":
    serve()
