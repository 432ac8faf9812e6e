const a = "one two";
const b = "xy";
const c = 5;
const d = 4;
