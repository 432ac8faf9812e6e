RATE = "0.2"
