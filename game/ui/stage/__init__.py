"""What all scenes share: the stack and the routes between them, keys, languages, dialogs, the clipboard."""
