package web

import (
	"fmt"
	"strings"

	"espalier/search"
)

func readSpec(name, spec string, root int) (variant, error) {
	parts := strings.Split(spec, ",")
	a, ok := search.Find(parts[0])
	if !ok {
		return variant{}, &queryError{name, fmt.Sprintf("there is no algorithm %q; there are %s", parts[0], algorithmIDs())}
	}
	v := variant{a, search.Options{Root: root}}
	for _, option := range parts[1:] {
		on := flagOf(&v.Options, option)
		if on == nil {
			return v, &queryError{name, fmt.Sprintf("there is no option %q here; there are %s", option, strings.Join(flagNames, ", "))}
		}
		*on = true
	}
	return v, nil
}
