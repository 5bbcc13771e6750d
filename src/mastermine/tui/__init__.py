"""Full-screen interface of both games, for mouse and keyboard."""
