"""Revisions, one per module."""
