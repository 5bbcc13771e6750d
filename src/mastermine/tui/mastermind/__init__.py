"""Full-screen interface of Mastermind."""
