"""The doors over HTTP and stdio, shown with the toy format."""
