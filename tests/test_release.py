"""A release: what it refuses, that its files agree on the version, and that forms and workflows for GitHub fit their schemas."""
import pathlib
import re
import subprocess
import sys

import pytest
import yaml

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools"))         # scripts, which import each other

import release  # noqa: E402
from version import version  # noqa: E402

PLUGIN = '[plugin]\nversion="2.3.0"\n'
SCHEMAS = {"workflows/*.yml": "vendor.github-workflows", "ISSUE_TEMPLATE/[!c]*.yml": "vendor.github-issue-forms",
           "ISSUE_TEMPLATE/config.yml": "vendor.github-issue-config"}


@pytest.fixture
def tree(tmp_path):
    """A committed tree of version 2.3.0, with its entry."""
    (tmp_path / "addons/navpy").mkdir(parents=True)
    (tmp_path / "addons/navpy/plugin.cfg").write_text(PLUGIN)
    (tmp_path / "CHANGELOG.md").write_text("# Changes\n\n## [2.3.0]\n\n- New.\n")
    git(tmp_path, "init", "-q")
    commit(tmp_path)
    return tmp_path


def git(tree, *command):
    subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *command], cwd=tree, check=True, capture_output=True)


def commit(tree):
    git(tree, "add", "-A")
    git(tree, "commit", "-q", "-m", "all")


def test_a_committed_tree_with_its_entry_is_released(tree):
    assert release.refusal(tree) == ""


def test_changes_are_refused(tree):
    (tree / "new.txt").write_text("")
    assert release.refusal(tree) == "the tree has changes that are not committed: new.txt"
    (tree / "CHANGELOG.md").write_text("")
    assert release.refusal(tree) == "the tree has changes that are not committed: CHANGELOG.md and 1 more"


@pytest.mark.parametrize("entry", ["## [Unreleased]", "## [2.3.01]", "### [2.3.0]", "see ## [2.3.0]", ""])
def test_a_version_without_an_entry_is_refused(tree, entry):
    (tree / "CHANGELOG.md").write_text(f"# Changes\n\n{entry}\n")
    commit(tree)
    assert release.refusal(tree) == "CHANGELOG.md has no entry ## [2.3.0], the version of addons/navpy/plugin.cfg"


def test_the_command_says_it_in_one_line_and_builds_nothing(tree):
    """make release of the same tool in the tree: a script finds its root by its own place."""
    (tree / "tools").mkdir()
    for name in ("release.py", "version.py", "imports.py"):
        (tree / "tools" / name).write_text((ROOT / "tools" / name).read_text())
    done = subprocess.run([sys.executable, tree / "tools/release.py"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "release: the tree has changes that are not committed: tools/\n"


def test_sums_are_those_that_sha256sum_checks(tmp_path):
    (tmp_path / "a b.zip").write_bytes(b"a")
    (tmp_path / "c.whl").write_bytes(b"c")
    release.write_sums(tmp_path)
    checked = subprocess.run(["sha256sum", "-c", "--strict", "SHA256SUMS"], cwd=tmp_path, capture_output=True, text=True)
    assert checked.returncode == 0 and checked.stdout.splitlines() == ["a b.zip: OK", "c.whl: OK"]


def test_this_version_has_its_entry_and_its_citation():
    assert re.search(rf"^## \[{re.escape(version())}\]", (ROOT / "CHANGELOG.md").read_text(), re.M)
    assert str(yaml.safe_load((ROOT / "CITATION.cff").read_text())["version"]) == version()


@pytest.mark.parametrize("files, schema", SCHEMAS.items())
def test_files_for_github_fit_their_schemas(files, schema):
    """check-jsonschema has the schemas with it."""
    found = sorted((ROOT / ".github").glob(files))
    assert found
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, *found]
    checked = subprocess.run(command, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_workflows_call_what_is_there():
    """Each `make` word is one of the Makefile's, each script one of tools/."""
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
    for path in (ROOT / ".github/workflows").glob("*.yml"):
        steps = [step["run"] for job in yaml.safe_load(path.read_text())["jobs"].values() for step in job["steps"] if "run" in step]
        assert {word for step in steps for word in re.findall(r"^make (\S+)", step)} <= targets
        assert all((ROOT / script).exists() for step in steps for script in re.findall(r"python (\S+\.py)", step))
