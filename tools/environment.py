"""`python -m tools.environment`: makes `.venv` with the locked packages and the project itself."""

import fcntl
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMP = VENV / ".installed"
INPUTS = ("requirements.lock", "pyproject.toml", "setup.py")
PIP = (str(VENV / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check")


def is_current() -> bool:
    """Whether all that is installed came from the files as they are now."""
    made = STAMP.stat().st_mtime if STAMP.is_file() else 0.0
    return all((ROOT / name).stat().st_mtime <= made for name in INPUTS)


def make(folder: Path, with_pip: bool = True) -> None:
    """Make a virtual environment, or leave the one that is there, whoever made it."""
    venv.EnvBuilder(symlinks=True, with_pip=with_pip).create(folder)


def install() -> None:
    """Install everything; what an interrupted run left is gone over again."""
    print("==> installing the locked Python packages into .venv", flush=True)
    make(VENV)
    subprocess.run([*PIP, "--require-hashes", "-r", str(ROOT / "requirements.lock")], check=True)
    subprocess.run([*PIP, "--no-deps", "--no-build-isolation", "--editable", str(ROOT)], check=True)
    STAMP.touch()


def main() -> int:
    """Run the command; the exit code. A second one at the same time waits and then finds all there."""
    VENV.mkdir(exist_ok=True)
    with (VENV / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not is_current():
            try:
                install()
            except subprocess.CalledProcessError:
                print(
                    "The packages could not be installed; pip said why. Mend that and run the command again."
                )
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
