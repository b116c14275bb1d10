"""Fails when files or folders of src need each other in a circle.

A file needs what it includes and what it calls (the symbols that its object
leaves undefined); a folder needs what its files need. circles.txt has a line
for each kind and folder below which circles are known; a line must go when
there is none any more.
usage: circles.py ROOT NM OBJECT...
"""
import collections
import os
import pathlib
import re
import subprocess
import sys

root = pathlib.Path(sys.argv[1])
src = root / "src"


def source(object_path):
    """src-relative name of the file that an object was compiled from."""
    return re.search(r"/src/(.*)\.o$", object_path).group(1)


def includes():
    needs = collections.defaultdict(set)
    for path in src.rglob("*.[ch]"):
        named = re.findall(r'^#include "([^"]+)"', path.read_text(), re.M)
        needs[str(path.relative_to(src))] |= {
            name for name in named if (src / name).exists()}
    return needs


def calls(nm, objects):
    """One run of nm over all objects, whose lines start with their names."""
    owner, wants = {}, collections.defaultdict(set)
    out = subprocess.run([nm, "-A", *objects], text=True, check=True,
                         stdout=subprocess.PIPE).stdout
    for line in out.splitlines():
        path, rest = line.split(":", 1)
        kind, name = rest.split()[-2:]
        if kind in "TDRBWV":
            owner[name] = source(path)
        elif kind == "U":
            wants[source(path)].add(name)
    return {file: {owner[n] for n in names if n in owner} - {file}
            for file, names in wants.items()}


def folders(needs):
    up = collections.defaultdict(set)
    for file, others in needs.items():
        home = str(pathlib.Path(file).parent)
        up[home] |= {str(pathlib.Path(o).parent) for o in others} - {home}
    return up


def circles(needs):
    """Strongly connected parts of more than one member (Tarjan)."""
    order, low, stack, found = {}, {}, [], []

    def visit(node):
        order[node] = low[node] = len(order)
        stack.append(node)
        for other in sorted(needs.get(node, ())):
            if other not in order:
                visit(other)
            if other in stack:
                low[node] = min(low[node], low[other])
        if low[node] == order[node]:
            part = set()
            while node not in part:
                part.add(stack.pop())
            if len(part) > 1:
                found.append(sorted(part))

    for node in sorted(needs):
        if node not in order:
            visit(node)
    return found


def main():
    sys.setrecursionlimit(10000)
    include, call = includes(), calls(sys.argv[2], sys.argv[3:])
    if len(call) < 100:
        sys.exit("circles.py: the objects name too few files")
    both = {file: include.get(file, set()) | call.get(file, set())
            for file in {*include, *call}}
    found = collections.defaultdict(list)
    for kind, needs in (("include", include), ("call", call),
                        ("folder", folders(both))):
        for part in circles(needs):
            homes = part if kind == "folder" else map(os.path.dirname, part)
            found[f"{kind}: {os.path.commonpath(homes)}"].append(part)
    text = (root / "tests/meta/circles.txt").read_text().splitlines()
    known = {line for line in text if line and not line.startswith("#")}
    covered = {place: line for place in found for line in known
               if f"{place}/".startswith(f"{line}/")}
    for place in sorted(found.keys() - covered.keys()):
        print("a new circle:", place, found[place])
    for line in sorted(known - set(covered.values())):
        print("no longer a circle, take it from circles.txt:", line)
    sys.exit(found.keys() != covered.keys() or
             known != set(covered.values()))


main()
