"""python -m navpy: the command line."""
from navpy.studio.cli import main

main()
