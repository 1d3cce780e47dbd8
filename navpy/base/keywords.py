"""What is said about a keyword that does not exist."""

MOST_LISTED = 12                # known keywords, where none is near


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
    from difflib import get_close_matches           # not in the engine's library, which asks for no keyword that a user wrote
    known = list(known)
    near = get_close_matches(name, known, 1)
    if near:
        return f"{owner} has no {kind} {name!r}; did you mean {near[0]!r}?"
    more = f" and {len(known) - MOST_LISTED} more" if len(known) > MOST_LISTED else ""
    return f"{owner} has no {kind} {name!r}; there {'is' if len(known) == 1 else 'are'} {', '.join(known[:MOST_LISTED])}{more}"
