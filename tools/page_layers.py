#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the imports of web/src, for tools/check-layers: a folder imports only itself and lower layers, a feature
imports another feature only if it says so in a line `// uses NAME, NAME`, features that use each other form no circle,
nor do files, and no file name occurs twice. Types and imports at run time count like all others."""
import os
import re
import sys

LAYERS = ["built", "core", "engine", "board", "text", "style", "api", "state", "parts", "features", "app"]
# Packages import no other folder of the page.
PACKAGES = {"core": [], "engine": ["core"], "board": ["core"]}
# The same name has the same meaning in each folder: a folder's interface, its types, the two
# boards' twins.
REPEATS = {"index.ts", "index.tsx", "index.css", "types.ts", "state.ts", "input.ts", "view.tsx"}
IMPORT = re.compile(r'^(?:import|export)\s(?:[^;"=]*\sfrom\s)?"([^"]+)"|\bimport\(\s*"([^"]+)"\)', re.M)
USES = re.compile(r"^// uses ([a-z, ]+)$", re.M)


def sources(root):
    for folder, _, names in os.walk(root):
        for name in names:
            if re.search(r"\.(tsx?|css)$", name):
                yield os.path.relpath(os.path.join(folder, name), root)


def resolve(source, name, known):
    if name.startswith("@meydan/"):
        part, _, rest = name[len("@meydan/"):].partition("/")
        base = f"{part}/{rest or 'index'}"
    elif name.startswith("."):
        base = os.path.normpath(os.path.join(os.path.dirname(source), name))
    else:
        return None
    for end in ("", ".ts", ".tsx", "/index.ts", "/index.tsx"):
        if base + end in known:
            return base + end
    raise SystemExit(f"web/src/{source}: \"{name}\" is no file")


def circle(edges):
    """A path that ends where it begins, or None."""
    done, path = set(), []

    def visit(node):
        if node in path:
            return path[path.index(node):] + [node]
        if node in done:
            return None
        path.append(node)
        for other in sorted(edges.get(node, ())):
            found = visit(other)
            if found:
                return found
        path.pop()
        done.add(node)
        return None

    for node in sorted(edges):
        found = visit(node)
        if found:
            return found
    return None


def check(root):
    files = sorted(sources(root))
    known = set(files)
    scripts = [path for path in files if not path.endswith(".css")]
    breaches, between, edges, declared, used = [], {}, {}, {}, {}
    for path in scripts:
        with open(os.path.join(root, path), encoding="utf8") as file:
            text = file.read()
        parts = path.split("/")
        feature = parts[1] if parts[0] == "features" else None
        if parts[0] not in LAYERS:
            breaches.append(f"web/src/{path}: a folder without a layer")
            continue
        for line in USES.findall(text):
            if feature in declared:
                breaches.append(f"web/src/{path}: a second line of uses in {feature}")
            declared[feature] = set(line.replace(" ", "").split(","))
        for match in IMPORT.finditer(text):
            other = resolve(path, match[1] or match[2], known)
            if not other or other.endswith(".css"):
                continue
            if match[1]:  # a module imported at run time may import its importer
                edges.setdefault(path, set()).add(other)
            there = other.split("/")
            line = text[:match.start()].count("\n") + 1
            if there[0] == parts[0]:
                if feature and there[1] != feature:
                    used.setdefault(feature, {})[there[1]] = f"web/src/{path}:{line}"
                continue
            allowed = PACKAGES.get(parts[0], LAYERS[:LAYERS.index(parts[0])])
            if there[0] not in allowed:
                breaches.append(f"web/src/{path}:{line}: {parts[0]} imports {other}")
    for feature in sorted(set(declared) | set(used)):
        for other, place in sorted(used.get(feature, {}).items()):
            if other not in declared.get(feature, ()):
                breaches.append(f"{place}: {feature} imports {other} without a line of uses")
        for other in sorted(declared.get(feature, set()) - set(used.get(feature, {}))):
            breaches.append(f"web/src/features/{feature}: uses {other}, and does not import it")
    for name, graph in (("features", used), ("files", edges)):
        found = circle(graph)
        if found:
            breaches.append(f"web/src: a circle of {name}: {' > '.join(found)}")
    names = {}
    for path in files:
        names.setdefault(os.path.basename(path), []).append(path)
    for name, paths in sorted(names.items()):
        if len(paths) > 1 and name not in REPEATS:
            breaches.append(f"web/src: {name} occurs {len(paths)} times: {', '.join(paths)}")
    return breaches


if __name__ == "__main__":
    found = check(sys.argv[1])
    for breach in found:
        print(breach)
    sys.exit(bool(found))
