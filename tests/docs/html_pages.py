"""What a built page has: anchors, with the text behind each; links; files that it loads."""
import html.parser

HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
SIGNATURES = {"signature", "doc-signature"}         # classes of elements that say how something is called


class Page(html.parser.HTMLParser):
    """texts: {id: what is written behind it, up to the next heading with one, or in the rest of its row}, signatures left out.
    links, loaded: addresses that it leads to, and those that it needs."""

    def __init__(self, path):
        super().__init__()
        self.texts, self.links, self.loaded = {}, [], []
        self.open, self.silent, self.at, self.row = [], None, None, None
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        name = attributes.get("id")
        if name:
            self.texts.setdefault(name, "")
        if tag in HEADINGS:
            self.at = name
        elif name and "tr" in self.open:
            self.row = name
        if tag == "a" and attributes.get("href"):
            self.links.append(attributes["href"])
        elif tag in ("img", "script", "iframe", "source") and attributes.get("src"):
            self.loaded.append(attributes["src"])
        elif tag == "link" and attributes.get("rel") in ("stylesheet", "icon"):
            self.loaded.append(attributes["href"])
        if tag not in VOID:
            self.open.append(tag)
            quiet = tag in HEADINGS or tag in ("script", "style") or SIGNATURES & {*(attributes.get("class") or "").split()}
            if quiet and self.silent is None:
                self.silent = len(self.open)

    def handle_endtag(self, tag):
        while self.open and tag in self.open:
            if self.silent == len(self.open):
                self.silent = None
            if self.open.pop() == tag:
                break
        if tag == "tr":
            self.row = None

    def handle_data(self, text):
        if self.silent is None:
            for name in {self.at, self.row} - {None}:
                self.texts[name] += text
