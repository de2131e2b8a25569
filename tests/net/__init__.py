"""The game over real sockets: real server processes, a real database, real WebSockets."""
