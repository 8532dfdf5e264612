// Package experiment measures the tables of the papers again.
//
// An experiment is a list of independent jobs, most often one for each deal and algorithm.
// A job returns whole numbers, and rows are computed from the numbers of all jobs that are
// done. The package starts no goroutine and stores nothing between jobs: the caller decides
// where and in which order the jobs run, and which results are kept.
//
//   - Equal parameters, the seed among them, give equal jobs, and equal jobs give equal
//     counts: in any order, on any machine.
//   - The defaults of the parameters are the setting of the paper.
//   - If a paper leaves something open, Choices says so, and says what we chose.
package experiment
