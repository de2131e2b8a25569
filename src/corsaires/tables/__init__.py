"""Tables of people and bots: one desk a table, which checks a move, commits it, and then tells of it."""
