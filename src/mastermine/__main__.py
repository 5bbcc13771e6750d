"""Runs ``mastermine`` as ``python -m mastermine``."""

from mastermine.cli import main

if __name__ == "__main__":
    main(prog_name="mastermine")
