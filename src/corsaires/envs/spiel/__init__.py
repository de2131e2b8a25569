"""Both games for OpenSpiel: importing this registers `python_korsar` and `python_les_corsaires`.

    import corsaires.envs.spiel, pyspiel
    game = pyspiel.load_game("python_korsar(players=3,edition=philibert-2002)")

Chance is explicit: who starts, every card dealt and drawn, every throw of the dice. Rewards are those of *win*.
"""

from __future__ import annotations

import pyspiel

from corsaires.envs.spiel import korsar, les_corsaires
from corsaires.envs.spiel.korsar import resample

__all__ = ["resample"]

for _game in (korsar, les_corsaires):
    pyspiel.register_game(_game.TYPE, _game.SpielGame)
