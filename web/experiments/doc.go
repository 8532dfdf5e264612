// Package experiments runs the experiments of search/experiment as jobs of a server, keeps
// their results, and reports their progress over websockets.
//
// A run is a document in the store, and one value for each of its tasks that is done. A
// task is some consecutive jobs. Tasks wait in a queue in the memory of the NATS servers,
// from which all processes of a cluster take them.
//
// Invariants:
//
//   - What is to do follows from the document and the results alone. The queue may be lost
//     at any time; the tasks without a result are put into it again.
//   - The result of a task is created, never replaced. It counts once, however often its
//     jobs were done.
//   - Jobs compute while no searches of pages want to. Beside searches without a pause one
//     job at a time computes for a moment each MaxJobWait. The clients with runs share
//     the processors.
package experiments
