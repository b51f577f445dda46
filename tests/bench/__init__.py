"""Speed and memory, printed as ratios. Nothing here asserts a time."""
