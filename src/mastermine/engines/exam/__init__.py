"""Exams: an engine or a chat model answers graded positions, and a page shows how well."""

RENDERINGS = ("grid", "coordinates", "constraints")
"""Ways to write a position for a chat model."""
