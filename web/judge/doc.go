// Package judge asks questions about runs: it reads questions and answers from JSON, finds
// what is right in turn with the searches of others, and has the words of each kind. What a
// kind is, and what an answer is worth, is in search/question.
//
// It is below classrooms, lessons and chapters. It knows no follower and keeps no answers.
//
// To add a kind, write it in search/question and give it its words in Phrases.
//
// What must hold: equal answers have equal JSON.
package judge
