"""What the environment says about connecting."""

import os

from mbientlab.warble._errors import WarbleException

# Seconds after which a board that does not advertise is given up; a number, default 20.
TIMEOUT = "BOARDSIM_CONNECT_TIMEOUT"
# `windows`: what users of Windows see.
LIKE = "BOARDSIM_WARBLE"


def connect_timeout():
    """Seconds until a connect is given up."""
    text = os.environ.get(TIMEOUT) or "20"
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < float("inf"):
        raise WarbleException(f"{TIMEOUT} is {text!r}; write a number of seconds above 0")
    return seconds


def is_like_windows():
    """Whether a second connect to a board succeeds, and the end of a link is reported late."""
    text = os.environ.get(LIKE, "")
    if text not in ("", "windows"):
        raise WarbleException(f"{LIKE} is {text!r}; it can be `windows`, or unset")
    return text == "windows"
