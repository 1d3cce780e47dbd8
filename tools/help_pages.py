"""The texts of the editor's help (F1) as they were written, with their tags. The editor shows them without, and its doctool leaves out
those of extensions; but its language server hands them out (the request textDocument/nativeSymbol)."""
import contextlib
import json
import os
import re
import socket
import subprocess
import time

SECONDS = 60                    # until the server answers, at most
CODE = re.compile(r"\[(code|codeblock)\b.*?\[/\1\]", re.DOTALL)
REFERENCE = re.compile(r"\[(?:(method|member|signal|constant|enum|param) ([^\]]+)|(@?[A-Z]\w+))\]")


class HelpPages:
    """Pages by class, from a running editor's language server."""

    def __init__(self, stream):
        self.stream, self.asked, self.known = stream, 0, {}
        self.request("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
        self.send({"method": "initialized", "params": {}})
        while (message := self.receive()).get("method") != "gdscript/capabilities":
            pass
        self.parents = {each["name"]: each.get("inherits", "") for each in message["params"]["native_classes"]}

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.stream.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.stream.flush()

    def receive(self):
        size = 0
        while line := self.stream.readline().strip():
            if line.lower().startswith(b"content-length:"):
                size = int(line.split(b":")[1])
        assert size, "the language server has closed the connection"
        return json.loads(self.stream.read(size))

    def request(self, method, params):
        self.asked += 1
        self.send({"id": self.asked, "method": method, "params": params})
        while (message := self.receive()).get("id") != self.asked:
            pass
        return message.get("result")

    def page(self, name):
        """{member: (its declaration, its text)} of a class, which has the name ""; None: there is no such class."""
        if name not in self.known:
            found = self.request("textDocument/nativeSymbol", {"native_class": name, "symbol_name": name})
            self.known[name] = found and {"": ("", found["documentation"])} | {
                each["name"]: (each["detail"], each["documentation"]) for each in found["children"]}
        return self.known[name]

    def has_member(self, name, member):
        """Whether a class or one that it inherits has a member, or an enumeration of this name."""
        while page := self.page(name):
            if member in page or any(re.search(rf"\b{member}\b", declared) for declared, _ in page.values()):
                return True
            name = self.parents.get(name)
        return False

    def is_there(self, owner, declared, kind, target, shown):
        if shown:
            return bool(self.page(shown))
        if kind == "param":
            return bool(re.search(rf"\b{target}\b", declared))
        name, _, member = target.rpartition(".")
        return self.has_member(name or owner, member)

    def dead_references(self, name):
        """The references of a page that lead nowhere."""
        return [f"{name}.{member}: {found.group()}" for member, (declared, text) in self.page(name).items()
                for found in REFERENCE.finditer(CODE.sub("", text)) if not self.is_there(name, declared, *found.groups())]


@contextlib.contextmanager
def help_pages(godot, project, environment):
    """The HelpPages of an editor that runs meanwhile."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [godot, "--headless", "--path", str(project), "--editor", "--lsp-port", str(port)]
    with subprocess.Popen(command, env={**os.environ, **environment}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as editor:
        try:
            with connect(port) as connection, connection.makefile("rwb") as stream:
                yield HelpPages(stream)
        finally:
            editor.kill()


def connect(port):
    end = time.monotonic() + SECONDS
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), SECONDS)
        except ConnectionRefusedError:
            assert time.monotonic() < end, "the editor has no language server"
            time.sleep(0.1)
