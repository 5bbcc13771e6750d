"""Sentences about games that several interfaces show."""
