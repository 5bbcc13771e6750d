"""Optimal play: search, proof, decision trees and their verification."""
