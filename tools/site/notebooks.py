"""Notebooks of docs/ as pages. Their cells run when the site is built, so what a page shows is what they print today."""
import tempfile

import nbformat
from nbclient import NotebookClient
from nbconvert import MarkdownExporter

SECONDS = 120           # for one cell
QUIET = ["--IPKernelApp.log_level=40"]          # errors alone


def run(path):
    """The notebook after all of its cells, in order. nbclient.exceptions.CellExecutionError: one of them failed."""
    notebook = nbformat.read(path, as_version=4)
    with tempfile.TemporaryDirectory() as folder:           # for the files that its cells write
        place = {"metadata": {"path": folder}}
        return NotebookClient(notebook, timeout=SECONDS, extra_arguments=QUIET, resources=place).execute()


def write(docs):
    """{page: its text, or a picture's bytes}."""
    pages = {}
    for path in sorted(docs.rglob("*.ipynb")):
        place = path.relative_to(docs)
        options = {"unique_key": place.stem, "output_files_dir": place.stem}
        text, resources = MarkdownExporter().from_notebook_node(run(path), options)
        pages[place.with_suffix(".md").as_posix()] = text
        pages |= {(place.parent / name).as_posix(): picture for name, picture in resources["outputs"].items()}
    return pages
