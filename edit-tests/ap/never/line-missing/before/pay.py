def pay(order):
    lock(order)
    unlock(order)
