package play

import (
	"strconv"

	"espalier/trees"
	"espalier/web/draw"
	"espalier/web/problem"
)

// ReadIDs reads a list of node ids.
func ReadIDs(raw []byte, path string) ([]trees.ID, error) {
	elements, err := problem.SplitArray(raw, path)
	if err != nil {
		return nil, err
	}
	if len(elements) > draw.MaxFolded {
		return nil, problem.Refused(path, "these are %d nodes; a view names at most %d", len(elements), draw.MaxFolded)
	}
	ids := make([]trees.ID, len(elements))
	for i, e := range elements {
		id, err := problem.ReadWhole(e, path+"["+strconv.Itoa(i)+"]", 1, 1<<32-1)
		if err != nil {
			return nil, err
		}
		ids[i] = trees.ID(id)
	}
	return ids, nil
}
