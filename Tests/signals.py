"""Lets the processes that tests start begin with default signals, however the tests themselves were started.

`nohup` ignores SIGHUP, a shell's background SIGINT and SIGQUIT, and children inherit what is ignored. What is caught
instead has its default effect again in a program that is started, and still does nothing here:

    import signals
    signals.default_in_children()
"""

import os
import signal

INHERITED = (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM)


def default_in_children():
    """Catches the signals that this process was told to ignore."""
    for number in INHERITED:
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, nothing)
    # A worker of pytest-xdist ends when its controller does, which may have been told to outlive its terminal.
    if "PYTEST_XDIST_WORKER" in os.environ:
        signal.signal(signal.SIGHUP, nothing)


def nothing(*_):
    """A handler without effect."""
