"""What goes over the wire: messages, the shapes of views and events, and both as JSON Schema and TypeScript."""
