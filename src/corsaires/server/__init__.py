"""The game server: identity, REST, pages and limits around the tables."""
