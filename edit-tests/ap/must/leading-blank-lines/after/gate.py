class Gate:
    def open(self):
        log("gate")
        self.state = 1
