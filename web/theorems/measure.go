package theorems

// A measure is a table of what is predicted beside what is measured.
type measure struct {
	Intro   string
	Columns []string
	Rows    [][]string
	Note    string
}
