"""Formulas: what they read, how they move, what stands behind them. Knows no caller's item."""
