def pay(order):
    lock(order)
    audit(order)
    charge(order)
    unlock(order)
