"""An extension of griffe: names of navpy in docstrings become links."""
import re

import griffe

SEEN = re.compile(r"\bsee (navpy(?:\.\w+)+)")


class LinkNames(griffe.Extension):
    """"see navpy.query.find_path" leads there."""

    def on_object(self, *, obj, **_):
        if obj.docstring:
            obj.docstring.value = SEEN.sub(r"see [`\1`][\1]", obj.docstring.value)
