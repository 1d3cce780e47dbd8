"""What a bake asks the caller on its way."""


class BakeCancelled(Exception):
    """The progress callback returned False."""


def report(progress, stage, fraction):
    """Call a bake's progress callback before a stage, "done" at the end; BakeCancelled where it returns False."""
    if progress is not None and progress(stage, fraction) is False:
        raise BakeCancelled(f"bake stopped before stage {stage!r}" if stage != "done" else "bake stopped at its end")
