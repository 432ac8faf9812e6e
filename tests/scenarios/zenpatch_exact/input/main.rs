// some context
let old_variable = 1;
// more context
