def one():
    prepare()
    run()


def two():
    prepare()
    run(fast=True)
