class Gate:
    def open(self):
        log("gate")
        self.state = 2
        notify()

    def close(self):
        log("gate")
        self.state = 0
