"""Exams: an engine or a chat model answers graded positions, and a page shows how well."""
