"""What a test sets up around the stand-in."""

import base64
import os
import sys
from pathlib import Path
from typing import Any

from .catalogue import type_of
from .checking import filled
from .cloud import DIRECTORY, Cloud, Resource, merged
from .clusters import cluster
from .control_planes import KUBECONFIG, only_cluster
from .facts import FACTS
from .tokens import CLUSTER
from .wire import bare

PROGRAMS = Path(__file__).parents[1]
"""The folder of `pulumi-resource-gcp` and `gke-gcloud-auth-plugin`."""


def environment(cloud: Cloud, path: str, *kubeconfigs: Path) -> dict[str, str]:
    """The environment of a stack whose Google Cloud is this one.

    path:        PATH otherwise.
    kubeconfigs: of the control planes that stand behind the clusters; each has everything embedded. Their CAs
                 are trusted as the public ones are, so that DNS endpoints can be reached without them.
    """
    found = {
        # The programs are started with the Python that runs the test.
        "PATH": os.pathsep.join([str(PROGRAMS), str(Path(sys.executable).parent), path]),
        DIRECTORY: str(cloud.folder),
    }
    if not kubeconfigs:
        return found
    authorities = cloud.folder / "authorities.pem"
    certificates = [only_cluster(each)["certificate-authority-data"] for each in kubeconfigs]
    authorities.write_bytes(b"\n".join(base64.b64decode(each) for each in certificates))
    planes = os.pathsep.join(str(each) for each in kubeconfigs)
    return {**found, KUBECONFIG: planes, "SSL_CERT_FILE": str(authorities)}


def existing_cluster(cloud: Cloud, id: str, kubeconfig: Path | None = None, **properties: Any) -> Resource:
    """A cluster that nobody in Pulumi made.

    id:         projects/P/locations/L/clusters/N.
    kubeconfig: of the control plane behind it.
    properties: with the wire's names, as inputs; what is not said has the default. Node pools go under
                `nodePools`.
    """
    _, project, _, location, _, name = id.split("/")
    given = {"name": name, "location": location, "project": project, **properties}
    inputs = bare(filled(given, type_of(CLUSTER).inputs, FACTS[CLUSTER]))
    made = Resource(CLUSTER, id, merged(cluster(inputs, "1234567890", kubeconfig), inputs))
    cloud.put(made)
    return made
