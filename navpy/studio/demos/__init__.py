"""Small moving scenes, one in each file: `panels` returns the Panels of a demo, and `frames` yields its Snapshots."""
