"""The engines of the source documents, as opponents and as the yardstick of the benchmark."""
