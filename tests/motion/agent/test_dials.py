"""Each dial of the crowd names the scene of bench/bench_dials.py, or the test, that shows what it does."""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[3]
DIALS = (ROOT / "navpy/motion/agent/dials.pxd").read_text()
SHOWN = dict(re.findall(r"inline constexpr \w+ (\w+) = [^;]*; *// (.*)", DIALS))
SCENES = set(re.findall(r'"([^"\n]+)"', (ROOT / "bench/bench_dials.py").read_text()))


def test_every_dial_is_declared_and_shown():
    declared = re.findall(r"\b[A-Z][A-Z_]+\b", " ".join(re.findall(r"^    const \w+ (.*)", DIALS, re.M)))
    assert sorted(SHOWN) == sorted(declared) and len(SHOWN) > 50


def test_what_shows_a_dial_is_there():
    tests = set(re.findall(r"^def (test_\w+)", "".join(path.read_text() for path in (ROOT / "tests").rglob("test_*.py")), re.M))
    assert {dial: name for dial, name in SHOWN.items() if name not in SCENES | tests} == {}
