"""The registry and the tools, shown with the toy format."""
