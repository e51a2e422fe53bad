"""The stack program: the components that `Pulumi.<stack>.yaml` asks for."""

import pulumi

from gke_agent_sandbox.stack import (
    install_controller,
    make_cluster,
    make_surroundings,
    make_tenants,
    read_config,
)

surroundings = make_surroundings(read_config())  # Google APIs, network, mirrors of images
stack = surroundings.stack  # the config, with what they give
cluster = make_cluster(stack["cluster"], surroundings.resources)
controller = install_controller(stack, cluster)
tenants = make_tenants(stack, cluster, controller)

for name, value in surroundings.outputs.items():
    pulumi.export(name, value)
pulumi.export("cluster", cluster.outputs)
if controller:
    pulumi.export("controller", {"namespace": controller.namespace, "release": controller.release})
pulumi.export("tenants", tenants)
