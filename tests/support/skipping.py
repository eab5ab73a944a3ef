# SPDX-License-Identifier: MIT
"""Skipping a test so that ./test prints the reason in its summary."""
import sys
import unittest


def skip(case, reason):
    """Skips a test, or in setUpClass all tests of the class."""
    name = case.id() if isinstance(case, unittest.TestCase) else case.__name__
    print(f"\nskipped {name.removeprefix('__main__.')}: {reason}", file=sys.stderr)
    raise unittest.SkipTest(reason)
