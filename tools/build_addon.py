"""Builds the addon's libraries and packs them:  build_addon.py [PLATFORM…]        (those of the one zip for all)"""
import sys

import pack_addon
from platforms import IN_ONE_ZIP, PLATFORMS

import setup


def main(*platforms):
    unknown = [name for name in platforms if name not in PLATFORMS]
    if unknown:
        sys.exit(f"the addon is not built for {unknown[0]}; there are {', '.join(PLATFORMS)}")
    platforms = platforms or IN_ONE_ZIP
    for name in platforms:
        print(f"--- {name}", flush=True)
        setup.build_platform(name, inplace=True)
    pack_addon.pack(platforms)


main(*sys.argv[1:])
