# One word for each thing one does with navpy; `make` alone lists them. All of it also works as plain commands below.
PYTHON := .venv/bin/python
PROJECT := godot_project

.PHONY: help demo play games demo-shot test test-platforms build addon wheels playground release docs bench lint debug sanitize clean environment

help:           ## this list
	@sed -nE 's/^([a-z-]+):[^#]*## (.*)/  make \1	\2/p' Makefile | expand -t 20

demo: build     ## run the demo without a window and print what it measured
	@$(PYTHON) tools/run_demo.py

play: build     ## a menu of the demo's scenes in a window, to play with: handles, sliders, numbers
	@$(PYTHON) tools/run_demo.py --play

games: build    ## build/games: two whole games as programs for Linux and Windows; PLATFORM=windows.x86_64 for one alone
	@$(PYTHON) tools/build_games.py $(PLATFORM)

demo-shot: build        ## draw the demo and the editor on a virtual screen and keep pictures of them
	@tools/bootstrap.sh --screen
	@tools/demo_shots.sh

test: lint build playground     ## check the style, build all and run every test, the engine's and the browser's too
	@tools/bootstrap.sh --tests
	$(PYTHON) -m pytest -q -n auto tests

test-platforms: addon wheels    ## run the addon's libraries on all platforms that this machine can run, and fetch those; check the wheels
	@tools/get_platforms.sh >/dev/null
	NAVPY_ALL_PLATFORMS=1 $(PYTHON) -m pytest -q tests/platforms tests/package/test_wheels.py

build: environment      ## the Python package in place, the extension, the addon in the demo project
	@find navpy -name '*.so' -delete
	@$(PYTHON) setup.py build_ext --inplace
	@$(PYTHON) tools/stage_addon.py $(PROJECT)

addon: environment      ## dist/navpy-addon-<version>.zip for all platforms; PLATFORM=windows.arm64 for one alone
	@$(PYTHON) tools/build_addon.py $(PLATFORM)

wheels: environment     ## dist/navpy_navmesh-….whl for all platforms; PLATFORM=linux.arm64 for one alone
	@$(PYTHON) tools/build_wheels.py $(PLATFORM)

playground: environment ## docs/playground/index.html: the core in a page of its own, which needs no server
	@$(PYTHON) tools/build_playground.py

release: environment    ## dist/: all that a release ships, with SHA256SUMS; of a committed tree whose version is in CHANGELOG.md
	@$(PYTHON) tools/release.py

docs: build     ## build/site/index.html: these pages and the reference as a site, which needs no server; the playground, if it was built
	@NO_MKDOCS_2_WARNING=1 $(PYTHON) -m mkdocs build

bench: build    ## measure against the named peers
	@$(PYTHON) -m bench

lint: environment       ## check the style of Python and Cython; the build checks that of C
	@.venv/bin/ruff check .
	@PATH=$$PWD/.venv/bin:$$PATH .venv/bin/cython-lint navpy

debug: environment      ## the package in build/debug and a checked extension with symbols in the demo project
	@$(PYTHON) setup.py build_ext --inplace --debug
	@$(PYTHON) tools/stage_addon.py $(PROJECT)

sanitize: environment   ## run the core's tests under the address, undefined behavior and thread sanitizers
	@tools/sanitize.sh

clean:          ## remove what was built, keep .venv
	rm -rf build dist addons/navpy/bin $(PROJECT)/addons/navpy $(PROJECT)/.godot *.egg-info .pytest_cache .hypothesis
	find navpy tests tools bench -name '*.so' -delete -o -name __pycache__ -prune -exec rm -rf {} +

environment: .venv/ready

.venv/ready: pyproject.toml tools/bootstrap.sh
	@tools/bootstrap.sh
