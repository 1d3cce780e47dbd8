"""The platforms that Godot's library is built for, and what Meson is told of each."""
import dataclasses
import os
import platform
import sys


@dataclasses.dataclass(frozen=True)
class Platform:
    name: str           # as Godot writes it in a .gdextension file
    triple: str         # zig's name; the system's oldest version that the library runs on is part of it
    library: str        # file that Meson links
    sources: tuple = () # platforms whose libraries this one's is put together from, instead

    @property
    def system(self):
        return {"linux": "linux", "windows": "windows", "macos": "darwin"}[self.name.partition(".")[0]]

    @property
    def processor(self):
        return {"arm64": "aarch64"}.get(self.name.partition(".")[2], "x86_64")


PLATFORMS = {platform.name: platform for platform in (
    Platform("linux.x86_64", "x86_64-linux-gnu.2.28", "libnavpy.so"),
    Platform("linux.arm64", "aarch64-linux-gnu.2.28", "libnavpy.so"),
    Platform("windows.x86_64", "x86_64-windows-gnu", "navpy.dll"),
    Platform("windows.arm64", "aarch64-windows-gnu", "navpy.dll"),
    Platform("macos.x86_64", "x86_64-macos.11.0", "libnavpy.dylib"),
    Platform("macos.arm64", "aarch64-macos.11.0", "libnavpy.dylib"),
)}


def this_platform():
    """The one that this machine's Godot loads."""
    processor = {"aarch64": "arm64", "arm64": "arm64", "AMD64": "x86_64"}.get(platform.machine(), platform.machine())
    name = f"{ {'linux': 'linux', 'win32': 'windows', 'darwin': 'macos'}.get(sys.platform, sys.platform)}.{processor}"
    if name not in PLATFORMS:
        sys.exit(f"navpy's library is not built for {name}, only for {', '.join(PLATFORMS)}")
    return PLATFORMS[name]


def machine_file(platform, zig):
    """Text of the Meson file that has zig compile for a platform."""
    tools = {"c": ["cc", "-target", platform.triple], "cpp": ["c++", "-target", platform.triple], "ar": ["ar"], "ranlib": ["ranlib"]}
    lines = ["[binaries]"]
    lines += [f"{name} = {[os.fspath(zig), *arguments]}" for name, arguments in tools.items()]
    lines += ["[built-in options]", "c_args = ['-fno-sanitize=undefined']", "cpp_args = ['-fno-sanitize=undefined']",
              "[host_machine]", f"system = '{platform.system}'", f"cpu_family = '{platform.processor}'",
              f"cpu = '{platform.processor}'", "endian = 'little'", ""]
    return "\n".join(lines)
