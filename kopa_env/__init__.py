"""Gymnasium environments over recorded Korean public APIs."""

__version__ = "0.1.0"
