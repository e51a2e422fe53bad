"""A project's number, and who acts for Google's services in it."""

import pulumi
from pulumi_gcp import organizations


def project_number(project: pulumi.Input[str], component: pulumi.Resource | None) -> pulumi.Output[str]:
    """The number of a project, which is asked for.

    component: whose provider is asked.
    """
    opts = pulumi.InvokeOutputOptions(parent=component)
    return organizations.get_project_output(project_id=project, opts=opts).number


def gke_service_agent(number: pulumi.Input[str]) -> pulumi.Output[str]:
    """The email of GKE's service agent in the project of a number. Source: IAM documentation, "Service
    agents".
    """
    return pulumi.Output.concat("service-", number, "@container-engine-robot.iam.gserviceaccount.com")
