package request

import (
	"fmt"
	"strings"

	"espalier/search"
	"espalier/web/problem"
)

// ReadSpec reads an algorithm with its options as AlgorithmConfig.Spec writes
// them, such as speculative,as_printed; parameter is its name in the query.
func ReadSpec(parameter, spec string, root int) (search.AlgorithmConfig, error) {
	parts := strings.Split(spec, ",")
	a, ok := search.Find(parts[0])
	if !ok {
		return search.AlgorithmConfig{}, &problem.QueryError{Name: parameter, Message: fmt.Sprintf("there is no algorithm %q; there are %s", parts[0], search.IDs())}
	}
	v := search.AlgorithmConfig{Algorithm: a, Options: search.Options{Root: root}}
	for _, name := range parts[1:] {
		option := search.FindOption(name)
		if option == nil || !option.Pages || option.Kind != search.FlagOption {
			return v, &problem.QueryError{Name: parameter, Message: fmt.Sprintf("there is no option %q here; there are %s", name, strings.Join(search.PageFlagNames(), ", "))}
		}
		option.SetOn(&v.Options, true)
	}
	return v, nil
}
