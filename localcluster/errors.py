"""How the local cluster says that it cannot go on."""


class LocalClusterError(RuntimeError):
    """One clear sentence about what failed, and what to do about it.

    what:   what failed and where, e.g. `port 6443 on 127.0.0.1 is in use by process 812 (nginx)`.
    remedy: what the reader can do, as a sentence of its own; may be empty.
    """

    def __init__(self, what: str, remedy: str = "") -> None:
        self.what = what
        self.remedy = remedy
        super().__init__(f"{what}. {remedy}" if remedy else what)
