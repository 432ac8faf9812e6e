def old_function():
    pass
// some code
