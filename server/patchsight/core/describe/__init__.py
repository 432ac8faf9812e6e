"""Views of an answer: in a few words, line by line, for the model, and as a receipt."""
