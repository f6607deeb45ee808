"""The table that a person sits at: rules, records, the sitting, and the window."""
