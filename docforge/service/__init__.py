"""The doors over HTTP and stdio: REST, MCP, sign-in, limits, health. Knows no format."""
