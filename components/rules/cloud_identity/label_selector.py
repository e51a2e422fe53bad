"""Whether a label selector of Kubernetes selects labels."""

from collections.abc import Mapping

from ..part import is_list, is_object


def selects(selector: object, labels: Mapping[str, object]) -> bool:
    """Whether every condition holds; an empty selector selects everything, one that cannot be read nothing.

    Source: k8s.io/apimachinery v0.36.3, meta/v1 LabelSelector.
    """
    if not is_object(selector):
        return False
    wanted, expressions = selector.get("matchLabels"), selector.get("matchExpressions")
    return (wanted is None or _has(labels, wanted)) and (
        expressions is None or (is_list(expressions) and all(_holds(each, labels) for each in expressions))
    )


def _has(labels: Mapping[str, object], wanted: object) -> bool:
    return is_object(wanted) and all(labels.get(key) == value for key, value in wanted.items())


def _holds(expression: object, labels: Mapping[str, object]) -> bool:
    if not is_object(expression):
        return False
    key, values = expression.get("key"), expression.get("values")
    value = labels.get(key) if isinstance(key, str) else None
    among = is_list(values) and value in values
    match expression.get("operator"):
        case "In":
            return among
        case "NotIn":
            return not among
        case "Exists":
            return value is not None
        case "DoesNotExist":
            return value is None
        case _:
            return False
