"""The names that navpy.motion offers are those of its modules."""
import pytest

import navpy.motion


def test_every_name_is_there():
    for name in navpy.motion.__all__:
        found = getattr(navpy.motion, name)
        assert callable(found) and found.__doc__ and found.__name__ == name


def test_another_name_is_not():
    with pytest.raises(AttributeError, match="nothing"):
        navpy.motion.nothing
