"""Folders of this machine, and the native module."""
