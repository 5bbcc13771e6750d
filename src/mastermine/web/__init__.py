"""Both games in a browser: pages, and an HTTP API that says only what a player may know."""
