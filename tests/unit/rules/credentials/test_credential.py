"""What is a credential and what only looks like one."""

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gke_agent_sandbox.rules.credentials.credential import (
    has_credential_form,
    is_credential,
    names_credential,
)

LONG = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0"


@pytest.mark.parametrize(
    "text",
    [
        f"ghp_{LONG}",
        f"github_pat_{LONG}",
        f"glpat-{LONG}",
        f"sk-{LONG}",
        f"sk-ant-api03-{LONG}",
        "AKIA2B3C4D5E6F7G2H3J",
        f"AIza{LONG[:35]}",
        f"ya29.{LONG}",
        f"GOCSPX-{LONG[:28]}",
        "xoxb-123456789012-abcdefghijkl",
        f"sk_live_{LONG}",
        "hf_" + "aBcDeFgHiJkLmNoPqRsTuVwXyZaBcDeFgH",
        f"npm_{LONG[:36]}",
        f"Authorization: Bearer eyJ{LONG}.eyJ{LONG}.{LONG}",
        "-----BEGIN PRIVATE KEY-----\nMII",
        "-----BEGIN OPENSSH PRIVATE KEY-----",
        "postgres://app:hunter2@db/app",
        "jdbc:postgresql://app:hunter2@db:5432/app",
        "redis://:hunter2@cache",
        f"curl -H 'X-Key: sk-{LONG}' https://example.com",
    ],
)
def test_well_known_forms_need_no_name(text: str) -> None:
    assert has_credential_form(text)
    assert is_credential("", text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ghp_short",
        f"xghp_{LONG}",
        "task-with-a-name-of-42-characters-and-more",
        "sk-learn-pipeline-for-transformers",
        "AKIAIOSFODNN7EXAMPLE",
        "sk-xxxxxxxxxxxxxxxxxxxxxxx1",
        "-----BEGIN PUBLIC KEY-----",
        "-----BEGIN CERTIFICATE-----",
        "https://example.com:8080/a@b",
        "postgres://db/app",
        "postgres://app@db/app",
        "postgres://app:$(DB_PASSWORD)@db/app",
        "postgres://app:${DB_PASSWORD}@db/app",
        "postgres://app:<password>@db/app",
        "git@github.com:acme/agents.git",
        "eyJhbGciOiJIUzI1NiJ9",
    ],
)
def test_what_only_begins_alike_is_none(text: str) -> None:
    assert not has_credential_form(text)


@pytest.mark.parametrize(
    "name",
    [
        "GATEWAY_TOKEN",
        "API_KEY",
        "apiKey",
        "openaiAPIKey",
        "client-secret",
        "--api-key",
        "AWS_SECRET_ACCESS_KEY",
        "DB_PASSWORD",
        "PGPASSWORD_2",
        "SMTP_PASS",
        "credentials",
        "APIKEYS",
        "GITHUB_PAT",
    ],
)
def test_names_of_credentials(name: str) -> None:
    assert names_credential(name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "1",
        "TOKEN_BUDGET",
        "KEY_FILE",
        "SECRET_NAME",
        "TOKEN_URL",
        "BYPASS",
        "MONKEY",
        "CACHE_KEY",
        "PUBLIC_KEY",
    ],
)
def test_other_names(name: str) -> None:
    assert not names_credential(name)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("GATEWAY_TOKEN", "not-a-real-value-7f3a91c2d4"),
        ("API_KEY", "s3cr3t-canary-0001"),
        ("API_TOKEN", "Bearer abcd1234efgh"),
        ("API_KEY", "QwErTyUiOpAsDfGhJk"),
        ("PIN_KEY", "1234567890123456"),
        ("DB_PASSWORD", "postgres"),
        ("DB_PASSWORD", "correct horse"),
        ("DB_PASSWORD", "123456"),
    ],
)
def test_name_and_text_together(name: str, text: str) -> None:
    assert is_credential(name, text)
    assert not is_credential("COLOUR", text)


@pytest.mark.parametrize("name", ["API_TOKEN", "API_KEY", "DB_PASSWORD"])
@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "<your token 12>",
        "${API_TOKEN_1}",
        "$(API_TOKEN_1)",
        "Basic $(API_TOKEN_1)",
        "$API_TOKEN_1",
        "{{ .Values.token1 }}",
        "changeme123",
        "REPLACE_ME_1",
        "your-token-123",
        "xxxxxxxxxx",
        "***",
        "true",
        "None",
        "0",
        "/etc/agent/key1.pem",
        "./key12345",
        "key12345.pem",
        "https://example.com/a1b2",
        "projects/acme/secrets/token1/versions/1",
        "arn:aws:secretsmanager:eu-west-1:1:secret:a",
    ],
)
def test_placeholders_and_places_are_none(name: str, text: str) -> None:
    assert not is_credential(name, text)


@pytest.mark.parametrize(
    ("name", "text"), [("MAX_TOKENS", "8000"), ("SORT_BY_KEY", "created_at"), ("TLS_SECRET", "my-tls")]
)
def test_what_no_machine_made_is_no_key(name: str, text: str) -> None:
    assert not is_credential(name, text)


@given(st.text(max_size=8), st.text(max_size=40))
def test_any_text_is_judged(name: str, text: str) -> None:
    assert isinstance(is_credential(name, text), bool)


@pytest.mark.parametrize("part", ["a", "eyJ", "sk-", "a://", "$(", "replace", "a+.", "-----BEGIN ", "a://b:"])
def test_a_long_text_takes_no_long_time(part: str) -> None:
    """No pattern goes over the rest of a text again and again: seconds instead of minutes."""
    before = process_time()
    assert not has_credential_form(part * 50_000)
    is_credential("PASSWORD", part * 50_000)
    assert process_time() - before < 3
