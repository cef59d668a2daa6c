"""What goes wrong."""


class WarbleException(Exception):
    """The radio, the link or the board said no; the message says which and why."""
