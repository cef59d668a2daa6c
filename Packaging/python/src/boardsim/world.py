"""What goes wrong in the world of a test."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class World:
    """How the world of a test goes wrong; in an ordinary run, not at all."""

    #: For how many seconds faults keep a client from its boards, all together; infinite if one is for good.
    trouble: float = 0.0
    #: Whether a board is out of reach for good, so that nothing can succeed any more.
    fatal: bool = False
    #: What goes wrong, in words: `the link is lost for 8 s after packet 1 of > 0b 85 on connection 1`.
    words: str = ""
