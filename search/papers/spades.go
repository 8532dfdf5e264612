package papers

import (
	"espalier/search/engine"
)

// SpadesTable returns the leaf-value table of Sturtevant 2005, Table 1,
// computed from the rules. The outcome of a row has the number of tricks of each
// player, and its value has the ranks.
func SpadesTable() *engine.Table {
	outcomes, ranks := spadesTable()
	return engine.NewTable(len(spadesBids), outcomes, ranks)
}
