"""How the bots came by their weights and models: commands that make the data files of `corsaires.bots`."""
