"""Runs the checks; arguments: parts of their names."""

import asyncio
import sys

import harness

# In the order in which they run.
import gatt  # noqa: F401, I001
import link  # noqa: F401
import pairing  # noqa: F401
import sdk  # noqa: F401
import swift_sdk  # noqa: F401
import peripheral  # noqa: F401
import policy  # noqa: F401
import judge  # noqa: F401
import qualify  # noqa: F401
import legacy  # noqa: F401
import daemon  # noqa: F401

if __name__ == "__main__":
    failures = asyncio.run(harness.run(sys.argv[1:]))
    print("done", flush=True)
    sys.exit(1 if failures else 0)
