class Gate:
    def open(self):
        log("gate")
        self.state = 1

    def close(self):
        log("gate")
        self.state = 0


class Door:
    def open(self):
        log("door")
        self.state = 1

    def close(self):
        log("door")
        self.state = 0
