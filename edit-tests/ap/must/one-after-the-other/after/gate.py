class Gate:
    def open(self):
        log("gate")
        self.status = 1
        notify()

    def close(self):
        log("gate")
        self.state = 0
