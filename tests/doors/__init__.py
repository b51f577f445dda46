"""What callers meet at every door, shown with the toy format."""
