"""Minesweeper on the page: help, tools and lessons as JSON values."""
