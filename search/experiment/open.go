package experiment

// Open is what stays open of a table.
type Open struct {
	Text   string  `json:"text"`
	Trials []Trial `json:"trials"`
}

// A Trial is a choice that was tried and not taken, with the rows that it changes.
type Trial struct {
	Choice string `json:"choice"`
	Rows   string `json:"rows"`
}
