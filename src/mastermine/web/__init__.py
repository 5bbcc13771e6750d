"""Both games in a browser: pages, and an HTTP API that never reveals a secret."""
