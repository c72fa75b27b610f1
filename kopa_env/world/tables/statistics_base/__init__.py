"""Figures of districts that several platforms publish: people by age, firms, homes, farms.

Districts' figures are made, larger areas have their sum; so every platform tells the same.
"""
