"""The first sketch of Korsar's engine (four players, each alone), kept as a yardstick for the one that followed."""
