"""What a call does to files, shown with the toy format."""
