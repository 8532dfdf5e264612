package search

// SpadesTable returns the leaf-value table of Sturtevant 2005, Table 1,
// computed: a row's outcome is the tricks that each player takes, its value
// their ranks.
func SpadesTable() *Table {
	outcomes, ranks := spadesTable()
	return NewTable(len(spadesBids), outcomes, ranks)
}
