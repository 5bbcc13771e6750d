"""Languages, translations and number formats."""
