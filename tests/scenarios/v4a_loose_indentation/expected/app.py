class A:
    def run(self):
        if self.on:
            if ready():
                go()
