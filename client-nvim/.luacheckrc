std = "luajit"
globals = { "vim" }
max_line_length = 133 -- what StyLua cannot break: messages and comments
