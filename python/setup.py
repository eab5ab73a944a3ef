# SPDX-License-Identifier: MIT
"""Compiles libmeydan into the wheel. The sources are those of the checkout (../src), which an sdist has in csrc/."""
import os
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist
from wheel.bdist_wheel import bdist_wheel

HERE = os.path.dirname(os.path.abspath(__file__))
CHECKOUT = os.path.dirname(HERE)
SOURCE = os.path.join(HERE, "csrc") if os.path.isdir(os.path.join(HERE, "csrc")) else CHECKOUT
LIBRARY = ["library_engine.c", "many.c", "meydan.c", "records.c"]


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


def version():
    numbers = re.findall(r"#define MEYDAN_VERSION_(?:MAJOR|MINOR|PATCH)\s+(\d+)", read(SOURCE, "include/meydan.h"))
    return ".".join(numbers) or re.search(r'MEYDAN_VERSION\s+"([0-9.]+)', read(SOURCE, "include/meydan.h"))[1]


def core_sources():
    """The C files of the core, and the weights that the build embeds, from src/meson.build."""
    build = read(SOURCE, "src/meson.build")
    lists = re.findall(r"^(rules|perft|engine|opponent|analysis)_sources = files\((.*?)\)", build, re.M | re.S)
    assert len(lists) == 5, "src/meson.build looks different now"
    files = [name for _, text in lists for name in re.findall(r"'([^']+\.c)'", text)]
    weights = re.findall(r"'(engine/weights/[^']+\.weights)'", build)
    return files, weights


class BuildLibrary(build_ext):
    def get_ext_filename(self, name):
        return name.replace(".", os.sep) + ".so"

    def build_extension(self, extension):
        files, weights = core_sources()
        os.makedirs(self.build_temp, exist_ok=True)
        embedded = os.path.join(os.path.abspath(self.build_temp), "weights.c")
        subprocess.run([sys.executable, os.path.join(SOURCE, "tools/embed.py"), embedded, "engine/weights.h",
                        *(os.path.join(SOURCE, "src", name) for name in weights)], check=True)
        sources = [os.path.join(SOURCE, "src", name) for name in files + ["library/" + name for name in LIBRARY]]
        target = self.get_ext_fullpath(extension.name)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        compiler = os.environ.get("CC", "cc").split()
        flags = ["-std=gnu17", "-O3", "-DNDEBUG", "-fPIC", "-fvisibility=hidden", "-fno-strict-aliasing", "-Wno-psabi",
                 *os.environ.get("CFLAGS", "").split()]
        include = ["-I", os.path.join(SOURCE, "src"), "-I", os.path.join(SOURCE, "include")]
        objects = []
        for source in [*sources, embedded]:
            out = os.path.join(self.build_temp, os.path.relpath(source, SOURCE).replace(os.sep, "_").lstrip("._") + ".o")
            subprocess.run([*compiler, *flags, *include, "-c", source, "-o", out], check=True)
            objects.append(out)
        subprocess.run([*compiler, "-shared", "-Wl,-soname,libmeydan.so", "-o", target, *objects,
                        *os.environ.get("LDFLAGS", "").split(), "-lm"], check=True)


class SourceWithLibrary(sdist):
    def make_release_tree(self, base, files):
        super().make_release_tree(base, files)
        names, weights = core_sources()
        headers = [os.path.relpath(os.path.join(folder, name), SOURCE) for part in ("src", "include")
                   for folder, _, found in os.walk(os.path.join(SOURCE, part)) for name in found if name.endswith((".h", ".inc"))]
        wanted = headers + ["src/" + name for name in names + weights] + ["src/library/" + name for name in LIBRARY] + [
            "src/meson.build", "tools/embed.py", "LICENSE"]
        for name in wanted:
            target = os.path.join(base, "csrc", name)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            shutil.copyfile(os.path.join(SOURCE, name), target)


class AnyPython(bdist_wheel):
    """The library doesn't use Python, so one wheel serves every Python 3 of the platform."""

    def get_tag(self):
        return ("py3", "none", super().get_tag()[2])


setup(version=version(), ext_modules=[Extension("meydan.libmeydan", [])],
      cmdclass={"build_ext": BuildLibrary, "sdist": SourceWithLibrary, "bdist_wheel": AnyPython})
