"""A finished game looked over, and why one move rather than another."""
