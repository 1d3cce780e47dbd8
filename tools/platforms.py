"""The platforms that Godot's library is built for and the browser, and what Meson is told of each."""
import dataclasses
import os
import platform
import sys


@dataclasses.dataclass(frozen=True)
class Target:
    name: str               # as Godot writes it in a .gdextension file; "browser"
    triple: str             # zig's name; the oldest system that the library runs on is part of it
    library: str            # file that Meson links
    symbols: str            # file that tells its functions and lines
    wheel: str = ""         # tag of the Python package's wheel; the oldest system is part of it, too

    @property
    def system(self):
        return {"linux": "linux", "windows": "windows", "macos": "darwin", "browser": "wasi"}[self.name.partition(".")[0]]

    @property
    def processor(self):
        return {"arm64": "aarch64", "x86_64": "x86_64", "": "wasm32"}[self.name.partition(".")[2]]


TARGETS = {target.name: target for target in (
    Target("linux.x86_64", "x86_64-linux-gnu.2.28", "libnavpy.so", "libnavpy-symbols.so", "manylinux_2_28_x86_64"),
    Target("linux.arm64", "aarch64-linux-gnu.2.28", "libnavpy.so", "libnavpy-symbols.so", "manylinux_2_28_aarch64"),
    Target("windows.x86_64", "x86_64-windows-gnu", "navpy.dll", "navpy.pdb", "win_amd64"),
    Target("windows.arm64", "aarch64-windows-gnu", "navpy.dll", "navpy.pdb", "win_arm64"),
    Target("macos.x86_64", "x86_64-macos.11.0", "libnavpy.dylib", "libnavpy-symbols.dylib", "macosx_11_0_x86_64"),
    Target("macos.arm64", "aarch64-macos.11.0", "libnavpy.dylib", "libnavpy-symbols.dylib", "macosx_11_0_arm64"),
)}

# The core of the playground. Nothing tells its functions: browsers' tools read the names in the file itself.
BROWSER = Target("browser", "wasm32-wasi", "navpy.wasm", "navpy.wasm")

# Since 4.5 Godot's own builds ask for SSE 4.2, too, which rounds numbers by one instruction. All browsers have had exceptions
# in WebAssembly since 2022.
PROCESSORS = {"x86_64": ["-mcpu=x86_64_v2"], "aarch64": [], "wasm32": ["-mcpu=generic+exception_handling"]}

# What a game developer gets: a folder of addons/navpy/bin, and the targets in it.
PLATFORMS = {"macos": ("macos.x86_64", "macos.arm64"),
             **{name: (name,) for name in TARGETS if not name.startswith("macos")}}

# Those of the one zip for all. Few have Windows on arm64, and with it the zip would be a fifth larger: it has a zip of its own.
IN_ONE_ZIP = tuple(name for name in PLATFORMS if name != "windows.arm64")


def this_machine():
    """The target that this machine's Godot loads."""
    processor = {"aarch64": "arm64", "AMD64": "x86_64"}.get(platform.machine(), platform.machine())
    name = f"{ {'win32': 'windows', 'darwin': 'macos'}.get(sys.platform, sys.platform)}.{processor}"
    if name not in TARGETS:
        sys.exit(f"navpy's library is not built for {name}, only for {', '.join(TARGETS)}")
    return TARGETS[name]


def build_folder(target):
    """Below build/. This machine's library comes with the Python package."""
    return "release" if target == this_machine() else target.name


def machine_file(target, zig):
    """Text of the Meson file that has zig compile for a target."""
    wanted = ["-target", target.triple, *PROCESSORS[target.processor]]
    tools = {"c": ["cc", *wanted], "cpp": ["c++", *wanted], "ar": ["ar"], "ranlib": ["ranlib"]}
    lines = ["[binaries]"]
    lines += [f"{name} = {[os.fspath(zig), *arguments]}" for name, arguments in tools.items()]
    lines += ["[built-in options]", "c_args = ['-fno-sanitize=undefined']", "cpp_args = ['-fno-sanitize=undefined']",
              # else zig compiles its own libraries for debugging
              "c_link_args = ['-O2']", "cpp_link_args = ['-O2']",
              "[host_machine]", f"system = '{target.system}'", f"cpu_family = '{target.processor}'",
              f"cpu = '{target.processor}'", "endian = 'little'", ""]
    if target is BROWSER:       # whose C++ library is compiled with navpy
        lines += ["[properties]", f"zig_lib = {os.fspath(zig.parent / 'lib')!r}", ""]
    return "\n".join(lines)
