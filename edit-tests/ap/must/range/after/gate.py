class Gate:
    def open(self):
        log("gate")
        self.state = 1

    def close(self):
        self.state = -1
