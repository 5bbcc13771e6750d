"""Games in text for other libraries, one thin module for each; none of them is a dependency."""
