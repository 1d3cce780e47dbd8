"""python -m navpy: the command line."""
from navpy.cli import main

main()
