"""A row of a table of settings. Such a table is the one place for a setting's name, default, limits and help: the classes of
the Python package, the command line, the properties of the engine's nodes and their help are all made from its rows."""
from math import inf, isfinite
from sys import float_info

from navpy.base.arguments import read_real

FINITE = float_info.max         # as a maximum: any number but infinity
MOST_LISTED = 12                # known keywords, where none is near


class Setting:
    """One setting.

    Parameters
    ----------
    name : str
    default : float, int or bool
        Its type is the setting's.
    minimum, maximum : float, int or None
        Limits, included; None for a bool.
    step : float, int or None
        Of the inspector's slider.
    unit : str
        Of the value; "" for a plain number, "layers" for bits that the inspector shows as layers.
    doc : str
        What it does. ``{space|plane}`` in it is the first in the attribute `doc`, the second in the help of the engine's nodes for two
        dimensions.
    choices : tuple of str
        Names of the values from 0 on, where the setting is a choice.
    slider : float or int
        Upper end of the inspector's slider; the maximum where it is left out.
    place : tuple of int
        Offset and size in bytes of the field of a C struct that holds the value.
    """

    __slots__ = ("name", "type", "default", "minimum", "maximum", "step", "unit", "doc", "words", "choices", "slider", "place")

    def __init__(self, name, default, minimum, maximum, step, unit, doc, choices=(), slider=None, place=None):
        self.name, self.type, self.default = name, type(default), default
        self.minimum, self.maximum, self.step, self.unit, self.words = minimum, maximum, step, unit, doc
        self.doc = choose_words(doc, False)
        self.choices, self.place = choices, place
        self.slider = maximum if slider is None else slider

    def at(self, place):
        """The same setting, with its value at this place."""
        return Setting(self.name, self.default, self.minimum, self.maximum, self.step, self.unit, self.words, self.choices,
                       self.slider, place)

    def convert(self, value):
        """The value as the setting's type, of any size. ValueError: the type has no such value. Numbers of any library are
        converted, of text only the names of choices."""
        if self.type is int and isinstance(value, int):
            return int(value)
        named = [choice.lower() for choice in self.choices]
        if isinstance(value, str) and value.lower() in named:
            return named.index(value.lower())
        wanted = f"one of {', '.join(map(repr, named))}" if named else f"{'an' if self.type is int else 'a'} {self.type.__name__}"
        wrong = f"{self.name}: must be {wanted}, is {value!r:.80}"
        try:
            number = read_real(self.name, value)
        except ValueError:
            raise ValueError(wrong) from None
        if self.type is not float and not (isfinite(number) and self.type(number) == number):
            raise ValueError(wrong)
        return self.type(number)

    def check(self, value):
        """ValueError: the converted value is beyond the limits."""
        if self.type is not bool and not self.minimum <= value <= self.maximum:
            raise ValueError(f"{self.name}: must be {self.limits()}, is {value}")

    def limits(self):
        """The limits in words, with the unit."""
        unit = f" {self.unit}" if self.unit else ""
        if self.maximum < FINITE:
            return f"in {self.minimum} … {self.maximum}{unit}"
        return f"at least {self.minimum}{unit}" + (" and finite" if self.maximum < inf else "")

    def numpydoc(self):
        """The setting as an entry of a docstring's section Parameters."""
        unit = f" in {self.unit}" if self.unit not in ("", "layers") else ""
        return f"{self.name} : {self.type.__name__}{unit}, default {self.default}\n    {self.doc}"


def choose_words(text, plane):
    """A help text for space, or for the plane, where it has words of its own for each: ``{space|plane}``."""
    before, *pairs = text.split("{")
    out = [before]
    for pair in pairs:
        words, _, after = pair.partition("}")
        out += [words.split("|")[plane], after]
    return "".join(out)


def unknown_keyword(owner, name, known, kind="parameter"):
    """A line that says that the owner has no such keyword, and which one was probably meant.

    Parameters
    ----------
    owner : str
    name : str
    known : iterable of str
        The keywords that there are.
    kind : str
        What such a keyword is called.

    Returns
    -------
    str
    """
    known = list(known)
    try:
        from difflib import get_close_matches
        near = get_close_matches(name, known, 1)
    except ImportError:             # the Pythons of the engine's library and of the playground are without it
        near = []
    if near:
        return f"{owner} has no {kind} {name!r}; did you mean {near[0]!r}?"
    more = f" and {len(known) - MOST_LISTED} more" if len(known) > MOST_LISTED else ""
    return f"{owner} has no {kind} {name!r}; there {'is' if len(known) == 1 else 'are'} {', '.join(known[:MOST_LISTED])}{more}"
