function f() {
  go();
}
