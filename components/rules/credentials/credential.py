"""Whether a text is a credential: by its form alone, or by its name and its form together."""

import re
from typing import Final

# The fixed beginnings by which services make their credentials known to scanners. Source: gitleaks at
# 009e025a, config/gitleaks.toml; RFC 7468 for private keys, RFC 7519 for JSON Web Tokens, RFC 3986 for a
# password in a URL. A digit is asked for where a beginning is also one of plain words.
_FORMS: Final = (
    r"github_pat_\w{36,}",  # GitHub
    r"gh[opsur]_[A-Za-z0-9]{36,}",
    r"glpat-[\w-]{20,}",  # GitLab
    r"sk-(?=[A-Za-z_-]*\d)[\w-]{20,}",  # OpenAI, Anthropic and others that followed them
    r"(AKIA|ASIA)[A-Z0-9]{16}\b(?<!EXAMPLE)",  # AWS
    r"AIza[\w-]{35}",  # Google API key
    r"ya29\.[\w-]{20,}",  # Google OAuth access token
    r"GOCSPX-[\w-]{28}",  # Google OAuth client secret
    r"xox[abeoprs]-(?=[A-Za-z-]*\d)[A-Za-z0-9-]{10,}",  # Slack
    r"[rs]k_(live|test|prod)_[A-Za-z0-9]{10,}",  # Stripe
    r"hf_[A-Za-z]{34}",  # Hugging Face
    r"npm_[A-Za-z0-9]{36}",  # npm
    r"pypi-AgEIcHlwaS5vcmc[\w-]{50,}",  # PyPI
    r"SG\.[\w-]{22}\.[\w-]{43}",  # SendGrid
    r"eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*",  # JSON Web Token
    r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----",
    # Not a password that another variable holds: $(DB_PASSWORD), ${DB_PASSWORD}, <password>.
    r"[a-z][a-z0-9+.-]{1,20}://[^\s/@:]*:(?![$<{*%])[^\s/@]+@",
)
_CREDENTIAL_FORM: Final = re.compile(rf"(?<![A-Za-z0-9_-])({'|'.join(_FORMS)})")

_WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_PASSWORD: Final = re.compile(r"\w*(password|passwd|passphrase)|pwd|pass")
_CREDENTIALS: Final = frozenset({"token", "secret", "key", "apikey", "credential", "pat"})
_OTHER_KEYS: Final = frozenset({"public", "cache", "sort", "partition", "primary", "foreign"})
"""What comes before "key" where the key is nothing to hide."""

_PLACEHOLDER: Final = re.compile(
    r"<.*>|\{\{.*\}\}|\$\{.*\}|.*\$\(\w+\).*|\$\w+|%\w+%"
    r"|(.)\1*|your[-_ ].*|.*placeholder.*|.*(change|replace|fill)[-_ ]?(me|this|in\b).*"
    r"|todo|tbd|fixme|none|null|nil|n/?a|unset|undefined|example|dummy|redacted|empty"
    r"|true|false|yes|no|on|off|enabled|disabled",
    re.IGNORECASE | re.DOTALL,
)
"""What stands for a value, or is none that could be a credential."""

_PLACE: Final = re.compile(
    r"~?\.{0,2}/.*|[A-Za-z]:\\.*|[a-z][a-z0-9+.-]*://.*|arn:.*|projects/[^/]+/secrets/.*"
    r"|\S*\.(pem|key|crt|cer|pub|json|jwt|txt|ya?ml)",
    re.DOTALL,
)
"""Where a credential lies: a path, a file, a URL, a resource of a secret manager."""

_SCHEME: Final = re.compile(r"(bearer|basic|token)\s+", re.IGNORECASE)
_MADE_BY_A_MACHINE: Final = re.compile(
    r"(?=[^0-9]*[0-9])(?=[^A-Za-z]*[A-Za-z])\S{8,}"
    r"|(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])\S{16,}"
    r"|\d{16,}"
)
"""Letters and digits, long text in both cases, or a very long number."""


def has_credential_form(text: str) -> bool:
    """Whether a text holds a credential of a well-known form, whatever it is called."""
    return any(not _is_filler(found[0]) for found in _CREDENTIAL_FORM.finditer(text))


def names_credential(name: str) -> bool:
    """Whether a variable or a flag is called as credentials are: by its last word, so that neither
    TOKEN_BUDGET nor KEY_FILE is one.
    """
    *before, last = _words(name)
    noun = last.removesuffix("s")
    if noun == "key" and _OTHER_KEYS & set(before):
        return False
    return noun in _CREDENTIALS or _PASSWORD.fullmatch(last) is not None


def is_credential(name: str, text: str) -> bool:
    """Whether a text is a credential, by the name that it goes by and its form together. A password may be
    any text; a key or token looks as if a machine had made it.
    """
    if has_credential_form(text):
        return True
    if not names_credential(name) or not text.strip():
        return False
    if _PLACEHOLDER.fullmatch(text.strip()) or _PLACE.fullmatch(text.strip()):
        return False
    if _PASSWORD.fullmatch(_words(name)[-1]):
        return True
    return _MADE_BY_A_MACHINE.fullmatch(_SCHEME.sub("", text.strip(), count=1)) is not None


def _words(name: str) -> list[str]:
    """The words of a name in snake, kebab or camel case, without numbers; of none, one that is empty."""
    return [word.lower() for word in _WORD.findall(name)] or [""]


def _is_filler(text: str) -> bool:
    """Whether a text only shows a form: sk-xxxxxxxxxxxxxxxxxxxx."""
    return re.search(r"([A-Za-z0-9*.])\1{7,}", text) is not None
