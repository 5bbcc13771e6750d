"""The waist that both games share: turns, rules, oracles, views, play, records, random numbers."""
