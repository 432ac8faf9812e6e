def one():
    prepare()
    run()


def two():
    prepare()
    run()
