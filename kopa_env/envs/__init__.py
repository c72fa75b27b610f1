"""Gymnasium faces of episodes. Import the modules themselves: this package loads nothing."""
