"""Why something was not done at a table, in the reader's language."""

from __future__ import annotations

from corsaires.games.kernel.errors import IllegalMove, InvalidMove, InvalidSetup
from corsaires.protocol import messages as m
from corsaires.server.connection import Connection
from corsaires.server.errors import from_one
from corsaires.server.words import Words
from corsaires.store.log import StoreDown
from corsaires.tables.refused import Refused


def refusal(error: Exception, connection: Connection) -> m.Refused:
    """Why something was not done, in the reader's language."""
    words = Words(connection.who.language)
    match error:
        case IllegalMove():
            text = words("refused.illegal", move=error.move, rule=error.rule, why=reason(connection, error))
            return m.Refused(None, "illegal", text, error.rule)
        case InvalidMove():
            return m.Refused(None, "no-move", words("refused.no-move"))
        case InvalidSetup():
            return m.Refused(None, "setup", words("refused.setup", where=error.key, why=error.reason))
        case StoreDown():
            return m.Refused(None, "not-stored", words(f"refused.{not_stored(error.why)}"))
        case Refused() if error.code == "not-stored":
            return m.Refused(None, error.code, words(f"refused.{not_stored(error.values.get('why'))}"))
        case Refused():
            return m.Refused(None, error.code, words(f"refused.{error.code}", **from_one(error.values)))
    raise error


def not_stored(why: object) -> str:
    """The text about a store that does not take anything: whether somebody must make room."""
    return "not-stored-full" if why == "full" else "not-stored"


def reason(connection: Connection, error: IllegalMove) -> str:
    """Why a rule forbids a move, in the reader's language."""
    from corsaires.games.korsar.telling import reason as of_korsar
    from corsaires.games.les_corsaires.telling import reason as of_les_corsaires

    desk = connection.desk
    told = of_les_corsaires if desk is not None and desk.sitting.choices.game == "les-corsaires" else of_korsar
    return told(error.rule, connection.who.language)
