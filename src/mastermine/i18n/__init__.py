"""Words, languages and numbers: everything that depends on the language in use."""
