"""Maps the folders of this repository to the names under which they are installed."""

from setuptools import find_packages, setup

FOLDERS = {"gke_agent_sandbox": "components", "gke_agent_sandbox_policies": "policies"}

setup(
    package_dir=FOLDERS,
    packages=[
        name
        for package, folder in FOLDERS.items()
        for name in (package, *(f"{package}.{child}" for child in find_packages(folder)))
    ],
    package_data={"gke_agent_sandbox": ["py.typed"], "gke_agent_sandbox_policies": ["PulumiPolicy.yaml"]},
)
