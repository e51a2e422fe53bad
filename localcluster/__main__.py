"""python -m localcluster"""

import sys

from localcluster.command import main

sys.exit(main())
