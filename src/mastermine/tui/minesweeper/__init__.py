"""Full-screen interface of Minesweeper."""
