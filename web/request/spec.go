package request

import (
	"fmt"
	"strings"

	"espalier/search"
	"espalier/web/problem"
)

func ReadSpec(name, spec string, root int) (search.AlgorithmConfig, error) {
	parts := strings.Split(spec, ",")
	a, ok := search.Find(parts[0])
	if !ok {
		return search.AlgorithmConfig{}, &problem.QueryError{Name: name, Message: fmt.Sprintf("there is no algorithm %q; there are %s", parts[0], algorithmIDs())}
	}
	v := search.AlgorithmConfig{Algorithm: a, Options: search.Options{Root: root}}
	for _, option := range parts[1:] {
		on := search.OptionFlag(&v.Options, option)
		if on == nil {
			return v, &problem.QueryError{Name: name, Message: fmt.Sprintf("there is no option %q here; there are %s", option, strings.Join(search.OptionNames, ", "))}
		}
		*on = true
	}
	return v, nil
}
