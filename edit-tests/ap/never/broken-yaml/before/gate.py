class Gate:
    def open(self):
        log("gate")
        self.state = 1

    def close(self):
        log("gate")
        self.state = 0
