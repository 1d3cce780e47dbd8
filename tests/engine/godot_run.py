"""Runs Godot, headless, and judges what it printed."""
import os
import pathlib
import re
import selectors
import shlex
import signal
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROJECT = """config_version=5
[application]
config/name="navpy tests"
config/features=PackedStringArray("4.6")
"""
NO_CLASSES = "list=Array[Dictionary]([])\n"       # of scripts: .godot/global_script_class_cache.cfg, which export templates look for
TROUBLE = re.compile(r"ERROR|ObjectDB instances leaked|Orphan StringName|leaked|Leaked|still in use at exit"
                     r"|Traceback|handle_crash|unclaimed string name")
EDITOR_NOISE = [r"Orphan StringName: Node \(", "unclaimed string names"]         # Godot's own, when its editor ends
GAME_PADS = re.compile(r"Unrecognized output string .* in mapping:\n.*\n")       # of Godot's own list, at every start
SCENARIO = b"SCENARIO "         # begins the line that announces the next scenario


def find_godot():
    """Path of this machine's Godot."""
    found = subprocess.run([ROOT / "tools/get_godot.sh"], stdout=subprocess.PIPE, text=True)
    assert found.returncode == 0, "no Godot to test with"
    return found.stdout.strip()


def trouble(output, expected=()):
    """The lines that report an error or a leak and match none of the `expected` regular expressions."""
    lines = [line for line in output.splitlines() if TROUBLE.search(line)]
    return [line for line in lines if not any(re.search(pattern, line) for pattern in expected)]


class Run:
    """A run of Godot: what it printed (`stdout`, `stderr`, and `output`, which is both), its exit `code`, and whether it `hung`.

    by_hand is the command that runs the same again."""

    def __init__(self, command, environment, stdout, stderr, code, hung):
        self.stdout, self.stderr, self.code, self.hung = stdout, GAME_PADS.sub("", stderr), code, hung
        self.output = self.stdout + self.stderr
        own = [f"{name}={value}" for name, value in environment.items() if os.environ.get(name) != value]
        self.by_hand = shlex.join(["env", *own, *map(str, command)])

    def trouble(self, expected=()):
        return trouble(self.output, expected)

    def values(self, prefix="RESULT "):
        """The rest of every line printed with this prefix, in order."""
        return [line[len(prefix):] for line in self.stdout.splitlines() if line.startswith(prefix)]


def run_to_end(command, timeout, environment):
    """Runs a command until it ends, or until `timeout` seconds after its start or after the last scenario that it announced.

    Godot may be started by a launcher, so a process that hangs is killed with its whole process group."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, start_new_session=True) as process:
        printed = {process.stdout: [], process.stderr: []}
        hung = not read_to_end(printed, timeout)
        if hung:
            os.killpg(process.pid, signal.SIGKILL)
            for stream, chunks in printed.items():
                chunks.append(stream.read())
    stdout, stderr = (b"".join(chunks).decode(errors="replace").replace("\r\n", "\n") for chunks in printed.values())
    return Run(command, environment, stdout, stderr, process.returncode, hung)


def read_to_end(printed, timeout):
    """Reads streams to their ends, into the lists of `printed`. False if that takes too long."""
    deadline = time.monotonic() + timeout
    with selectors.DefaultSelector() as selector:
        for stream in printed:
            selector.register(stream, selectors.EVENT_READ)
        while selector.get_map():
            ready = selector.select(max(0, deadline - time.monotonic()))
            if not ready:
                return False
            for key, _ in ready:
                chunk = os.read(key.fd, 1 << 16)
                printed[key.fileobj].append(chunk)
                if not chunk:
                    selector.unregister(key.fileobj)
                if SCENARIO in chunk:
                    deadline = time.monotonic() + timeout
    return True
