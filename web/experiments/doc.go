// Package experiments runs the experiments of search/experiment as jobs of a server, keeps
// their results, and reports their progress over websockets.
//
// A run is a document in the store, and one value for each finished task. A
// task is some consecutive jobs. Tasks wait in a queue in the memory of the NATS servers,
// from which all processes of a cluster take them.
//
// Invariants:
//
//   - The remaining work follows only from the document and the results. The queue may be
//     lost at any time; then the tasks without a result are put into it again.
//   - The result of a task is created, and never replaced. It counts once, even if its jobs
//     were done several times.
//   - Jobs compute while no page needs the processors. If pages search without a pause, one
//     job at a time computes for a moment every MaxJobWait. The clients with runs share the
//     processors.
package experiments
