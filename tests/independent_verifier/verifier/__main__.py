"""The verdicts on some folders."""

import sys

from .verdict import judge

for argument in sys.argv[1:]:
    print(argument, *judge(argument))
