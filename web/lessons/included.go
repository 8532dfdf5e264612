package lessons

import (
	"embed"
	"path"
)

//go:embed included/*.json
var files embed.FS

// Included are the ids of the lessons that come with Espalier, from the easiest to the
// hardest.
var Included = []string{"alpha-beta", "maxn", "deep-fails", "speculative", "leaf-values"}

var included = func() map[string]*Lesson {
	all := map[string]*Lesson{}
	for _, id := range Included {
		data, err := files.ReadFile(path.Join("included", id+".json"))
		if err != nil {
			panic(err)
		}
		l, err := readStored(id, data)
		if err != nil {
			panic(err)
		}
		all[id] = l
	}
	return all
}()
