"""Small scenes that move, one a file: each builds what it shows in `stages` and yields what moves in `frames`."""
