package util

func Slug(s string) string {
	return s
}
