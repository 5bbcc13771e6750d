"""Engines: players of their own, programs in any language that speak the engine protocol."""
