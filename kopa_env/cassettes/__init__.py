"""Cassettes: recorded HTTP as files that a person can review.

Recording needs the extra ``record``; replay needs neither it nor anything of this package but the
pack that was compiled from it. Nothing is imported here, so that replay stays light.
"""
