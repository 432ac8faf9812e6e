function a() {
  if (x) {
    go();
    stop();
  }
}
