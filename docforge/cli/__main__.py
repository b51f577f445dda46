"""`python -m docforge.cli`. Knows nothing but the command line."""

from docforge.cli import main

if __name__ == "__main__":
    main()
