"""Sentences about a game that several front ends print."""
