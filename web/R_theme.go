package web

// themeOf reads a theme; empty is the system's.
func themeOf(name string) (string, error) {
	if _, ok := findTheme(name); !ok && name != "" {
		return "", &queryError{"theme", `there is no theme "` + name + `"; there are light, dark and projector`}
	}
	return name, nil
}
