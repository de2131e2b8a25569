"""The bots of Les Corsaires."""
