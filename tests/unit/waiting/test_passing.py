"""Which errors are waited for, by the words in which providers and Google say them."""

import pytest

from gke_agent_sandbox.waiting import GOOGLE, PASSING_ERRORS, Awaited, passing_error

ALL = tuple(Awaited)
KIND_PREFIX = (
    'creation of resource "urn:pulumi:dev::shop::kubernetes:example.com/v1:Thing::x" with kind '
    "example.com/v1/Thing failed because the Kubernetes API server reported that the apiVersion for this "
    "resource does not exist. Verify that any required CRDs have been created: "
)

WORDINGS = {
    # pulumi-kubernetes, Create; apimachinery, NoKindMatchError.
    KIND_PREFIX + 'no matches for kind "SandboxTemplate" in version "extensions.agents.x-k8s.io/v1beta1"': (
        Awaited.KIND
    ),
    # apimachinery, a 404 of the API server for a kind that its client still knows.
    'resource "python" was not successfully created by the Kubernetes API server: the server could not find '
    "the requested resource": Awaited.KIND,
    "googleapi: Error 403: Kubernetes Engine API has not been used in project 12345 before or it is "
    "disabled. Enable it by visiting https://console.developers.google.com/apis/api/... then retry.": (
        Awaited.API
    ),
    'googleapi: Error 403: Access Not Configured. "reason": "SERVICE_DISABLED"': Awaited.API,
    "Error setting IAM policy for KMS CryptoKey: googleapi: Error 400: Service account "
    "service-1@container-engine-robot.iam.gserviceaccount.com does not exist., badRequest": (
        Awaited.SERVICE_ACCOUNT
    ),
    'googleapi: Error 400: Service account "417708691000-compute@developer.gserviceaccount.com" does not '
    "exist., badRequest": Awaited.SERVICE_ACCOUNT,
    "googleapi: Error 403: Permission 'cloudkms.cryptoKeyVersions.useToEncrypt' denied on resource "
    "'projects/p/locations/l/keyRings/r/cryptoKeys/k' (or it may not exist).": Awaited.KEY_PERMISSION,
    'googleapi: Error 400: The user does not have access to service account "a@b". Ask a project owner to '
    "grant you the iam.serviceAccountUser role on the service account., badRequest": Awaited.ACT_AS,
    "googleapi: Error 403: Permission 'iam.serviceaccounts.actAs' denied on service account a@b (or it may "
    "not exist).": Awaited.ACT_AS,
    "googleapi: Error 400: Identity Pool does not exist (p.svc.id.goog). Please check that you specified a "
    "valid resource name": Awaited.IDENTITY_POOL,
}

LASTING = [
    "",
    "googleapi: Error 403: Permission 'container.clusters.create' denied on 'projects/p'",
    "googleapi: Error 403: Permission 'cloudkms.cryptoKeys.setIamPolicy' denied on resource 'projects/p/...'",
    "googleapi: Error 409: Already exists: projects/p/locations/l/clusters/main.",
    "googleapi: Error 404: Not found: projects/p/locations/l/clusters/main.",
    "googleapi: Error 400: The key's ring does not exist, and the service account is unknown",
    'sandboxtemplates.extensions.agents.x-k8s.io "python" not found',
    'namespaces "team-a" not found',
    'resource "python" was not successfully created by the Kubernetes API server: SandboxTemplate is invalid',
]


@pytest.mark.parametrize(("error", "awaited"), WORDINGS.items())
def test_an_error_that_passes(error: str, awaited: Awaited) -> None:
    found = passing_error(error, ALL)
    assert found is not None
    assert found.awaited is awaited
    assert passing_error(error, [each for each in Awaited if each is not awaited]) is None


@pytest.mark.parametrize("error", LASTING)
def test_an_error_that_lasts(error: str) -> None:
    assert passing_error(error, ALL) is None


@pytest.mark.parametrize("error", WORDINGS)
def test_an_operation_that_had_begun_is_not_tried_again(error: str) -> None:
    assert passing_error(f"Error waiting for creating GKE cluster: {error}", ALL) is None


def test_each_thing_that_is_waited_for_has_one_row() -> None:
    assert [each.awaited for each in PASSING_ERRORS] == list(Awaited)
    assert {*GOOGLE, Awaited.KIND} == set(Awaited)
    assert {passing_error(each, ALL) for each in WORDINGS} == set(PASSING_ERRORS)


def test_a_row_says_what_to_do_and_where_it_is_from() -> None:
    for each in PASSING_ERRORS:
        assert each.fix
        assert each.source
        assert each.seconds >= 60
