"""Les Corsaires for the environments."""
