"""Fictional law: statutes, ordinances, rules, cases and what is said about them.

Nothing in here stands under the name of a real statute, and no case, party or lower court is real;
of real statutes the world holds facts alone (``facts/statutes.csv``).
"""
