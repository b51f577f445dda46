"""From items to a plan: finds the cells, asks the structure, types the values. Knows no byte of a sheet."""
