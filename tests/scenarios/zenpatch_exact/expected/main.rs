// some context
let new_variable = 2;
// more context
