"""What comes with the program for those who host it."""
