"""The room over HTTP and WebSocket."""
