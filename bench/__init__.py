"""Speed measured against other engines in the same run: `python -m bench`, from the root of the repository."""
