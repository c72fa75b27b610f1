"""Which trainer is installed: each extra has an environment of its own."""

from __future__ import annotations

from importlib.util import find_spec

from kopa_env.errors import MissingExtra, UsageError, did_you_mean

BACKENDS = ("trl", "verl")


def require(backend: str) -> None:
    """Check that a trainer can be used here.

    verl's actor imports a class from TRL that the TRL we use no longer has, wherever any TRL is
    installed beside it.

    Raises:
        MissingExtra: if it is not installed.
        UsageError: if there is no such trainer, or both are installed.
    """
    if backend not in BACKENDS:
        near = did_you_mean(backend, BACKENDS)
        raise UsageError(f"no backend {backend!r}{near}; backends: {', '.join(BACKENDS)}")
    if find_spec(backend) is None:
        raise MissingExtra(backend, f"training with {backend}")
    if find_spec("trl") is not None and find_spec("verl") is not None:
        raise UsageError(
            "trl and verl are both installed, and verl's actor fails beside this trl: "
            "keep them in virtual environments of their own (extras [trl] and [verl])"
        )
