class A:
    def run(self):
        if self.on:
            go()
