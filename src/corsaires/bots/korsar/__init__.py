"""The bots of Korsar."""
