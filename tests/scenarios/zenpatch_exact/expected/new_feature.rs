fn new_function() {
}
