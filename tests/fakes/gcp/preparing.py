"""What a test sets up around the stand-in."""

import base64
import os
import sys
from pathlib import Path
from typing import Any

import yaml

from .checking import filled
from .cloud import DIRECTORY, Cloud, Resource, merged
from .clusters import KUBECONFIG, cluster
from .facts import FACTS
from .shapes import type_of
from .tokens import CLUSTER
from .wire import bare

PROGRAMS = Path(__file__).parents[1]
"""The folder of `pulumi-resource-gcp` and `gke-gcloud-auth-plugin`."""


def environment(cloud: Cloud, path: str, kubeconfig: Path | None = None) -> dict[str, str]:
    """The environment of a stack whose Google Cloud is this one.

    path:       PATH otherwise.
    kubeconfig: of the control plane that stands behind every cluster; it has everything embedded. Its CA is
                trusted as the public ones are, so that the DNS endpoint can be reached without it.
    """
    found = {
        # The programs are started with the Python that runs the test.
        "PATH": os.pathsep.join([str(PROGRAMS), str(Path(sys.executable).parent), path]),
        DIRECTORY: str(cloud.folder),
    }
    if kubeconfig is None:
        return found
    (entry,) = yaml.safe_load(kubeconfig.read_text())["clusters"]
    authority = cloud.folder / "authority.pem"
    authority.write_bytes(base64.b64decode(entry["cluster"]["certificate-authority-data"]))
    return {**found, KUBECONFIG: str(kubeconfig), "SSL_CERT_FILE": str(authority)}


def existing_cluster(cloud: Cloud, id: str, kubeconfig: Path | None = None, **properties: Any) -> Resource:
    """A cluster that nobody in Pulumi made.

    id:         projects/P/locations/L/clusters/N.
    kubeconfig: as in `environment`.
    properties: with the wire's names, as inputs; what is not said has the default. Node pools go under
                `nodePools`.
    """
    _, project, _, location, _, name = id.split("/")
    given = {"name": name, "location": location, "project": project, **properties}
    inputs = bare(filled(given, type_of(CLUSTER).inputs, FACTS[CLUSTER]))
    made = Resource(CLUSTER, id, merged(cluster(inputs, "1234567890", kubeconfig), inputs))
    cloud.put(made)
    return made
