class Gate:
    def open(self):
        log("gate")
        self.state = 1

    def close(self):
        log("closed")
        self.state = 0
