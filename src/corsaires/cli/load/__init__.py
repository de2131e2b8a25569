"""Load for a game server on this machine: real games by scripted players over real sockets."""
