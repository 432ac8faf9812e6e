package main

import "fmt"

func greet(name string) string {
	if name == "" {
		name = "you"
		fmt.Println("no name")
	}
	return fmt.Sprintf("hello %s", name)
}

func main() {
	fmt.Println(greet(""))
}
