const a = "one two";
const b = "xy";
const c = 3;
const d = 4;
