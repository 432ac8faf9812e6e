package main

import "fmt"

func greet(name string) string {
	if name == "" {
		name = "world"
	}
	return fmt.Sprintf("hello %s", name)
}

func main() {
	fmt.Println(greet(""))
}
