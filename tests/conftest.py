"""Lets every test import what tests share, such as meshes.py, from here."""
