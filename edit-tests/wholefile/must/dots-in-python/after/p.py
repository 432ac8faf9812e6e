class P:
    def f(self): ...

    def g(self):
        ...

    x = 2
