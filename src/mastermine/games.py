"""Compatibility names of ``registry``."""

from mastermine.registry import find_strategy, parse_rules, parse_rules_of, strategy_names

__all__ = ["find_strategy", "parse_rules", "parse_rules_of", "strategy_names"]
