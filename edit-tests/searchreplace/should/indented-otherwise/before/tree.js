function a() {
  if (x) {
    go();
  }
}
