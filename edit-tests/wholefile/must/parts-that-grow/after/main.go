package main

import (
	"fmt"
	"strings"
)

func greet(name string) string {
	if name == "" {
		name = "world"
	}
	return fmt.Sprintf("hello %s", strings.TrimSpace(name))
}

func main() {
	fmt.Println(greet(""))
}
