"""Korsar for the environments."""
