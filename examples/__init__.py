"""Programs that use the environments: `python -m examples.learn_korsar`, from the root of the repository."""
