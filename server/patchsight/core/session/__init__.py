"""What happens between a person and a model until the task is done: figures, and what they advise."""
