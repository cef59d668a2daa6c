"""`python -m boardsim`: the program itself."""

import os
import sys

from .program import BoardsimError, find


def main() -> None:
    try:
        program = find(None)
    except BoardsimError as error:
        sys.exit(f"boardsim: {error}")
    os.execv(program, [program, *sys.argv[1:]])


if __name__ == "__main__":
    main()
