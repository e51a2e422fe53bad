"""Image references: whether one can be pulled, always means one image, and comes from where. Pure."""

from .reference import fault_of, has_digest, image_problems, is_pinned, name_of, pin_advice, registry_of

__all__ = ["fault_of", "has_digest", "image_problems", "is_pinned", "name_of", "pin_advice", "registry_of"]
