package search

// SpadesTable returns the leaf-value table of Sturtevant 2005, Table 1,
// computed from the rules. A row's outcome is the number of tricks of each
// player, its value their ranks.
func SpadesTable() *Table {
	outcomes, ranks := spadesTable()
	return NewTable(len(spadesBids), outcomes, ranks)
}
