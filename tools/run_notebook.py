"""Executes a notebook from its first cell to its last and fails with the first that does: python tools/run_notebook.py FILE"""

import sys

import nbformat
from nbclient import NotebookClient

if __name__ == "__main__":
    book = nbformat.read(sys.argv[1], as_version=4)
    NotebookClient(book, timeout=900, kernel_name="python3").execute()
