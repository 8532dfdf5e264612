// Package papers computes what the papers print: the formulas for how many nodes a search visits, the columns of
// their tables, and the runs of their figures.
package papers
