"""From a parsed patch and its targets to the answer: where every part lands, and what each file
becomes.
"""
