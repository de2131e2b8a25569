"""Standard environments for people who train agents: PettingZoo, Gymnasium, OpenSpiel, and plain batches."""
