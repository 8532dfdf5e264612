// Package question says what can be asked about a run: the kinds of questions, the answers
// to choose from, the right answer, and what an answer is worth.
//
// To add a kind, write a file with its Kind and register it in Kinds.
//
// It may import trees, trace and search. It knows no JSON and no words of a page, and it
// keeps no answers.
//
// What must hold:
//
//   - The right answer comes from the events of the run, wherever they come from: from an
//     engine or from a recording.
//   - A question is judged in one place, Judge.
package question
