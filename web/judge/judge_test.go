package judge_test

import (
	"encoding/json"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/question"
	"espalier/trees"
	"espalier/web/app"
	"espalier/web/judge"
	"espalier/web/run"
	"espalier/web/webtest"
)

// Each kind has words, for the same pages as every other one.
func TestPhrases(t *testing.T) {
	if len(judge.Phrases) != len(question.Kinds) {
		t.Errorf("%d kinds have words, of %d", len(judge.Phrases), len(question.Kinds))
	}
	for i, p := range judge.Phrases {
		if p.Kind != question.Kinds[i] || p.Menu == "" || p.Edit == "" || p.Asked == "" {
			t.Errorf("the words of kind %d are %+v", i, p)
		}
		if (p.Choice != nil) != (p.Kind.Shape == question.IndexShape) {
			t.Errorf("%s: a choice that is a number needs a name, and no other one does", p.Kind.ID)
		}
		for _, gap := range regexp.MustCompile(`\{[a-z]*\}`).FindAllString(p.Asked+p.Chapter+p.Why+p.NoAnswer, -1) {
			if !strings.Contains("{node} {value} {run} {other} {from}", gap) {
				t.Errorf("%s: nothing fills %s", p.Kind.ID, gap)
			}
		}
	}
}

// The script of the forms and the description of the API have the kinds of the server.
func TestKindsAreKnownEverywhere(t *testing.T) {
	ids := question.IDs()
	script, err := os.ReadFile("../../static/js/shared/question-kinds.js")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(script), "const kinds = {")
	table, _, _ = strings.Cut(table, "\n};")
	var known []string
	for _, found := range regexp.MustCompile(`(?m)^  ([a-z]+): \{`).FindAllStringSubmatch(table, -1) {
		known = append(known, found[1])
	}
	if !slices.Equal(known, ids) {
		t.Errorf("the script has the kinds %v, the server %v", known, ids)
	}
	schema := webtest.At(webtest.Description(t), "components", "schemas", "NewQuestion")
	described, _ := json.Marshal(webtest.At(schema, "properties", "kind", "enum"))
	if want, _ := json.Marshal(ids); string(described) != string(want) {
		t.Errorf("the description has the kinds %s, the server %s", described, want)
	}
	says, _ := webtest.At(schema, "description").(string)
	for _, id := range ids {
		if !strings.Contains(says, id+" (") {
			t.Errorf("the description does not say what %s asks", id)
		}
	}
}

func korf6(t *testing.T) *question.Run {
	t.Helper()
	tree, err := trees.ReadText(webtest.Korf6)
	if err != nil {
		t.Fatal(err)
	}
	maxn, _ := algorithms.Find("maxn")
	return judge.Judge{Core: app.NewCore(app.Config{})}.On(run.OnTree(tree).With(engine.AlgorithmConfig{Algorithm: maxn}))
}

// What is written of a question is read as the same question.
func TestQuestionsAreReadAsWritten(t *testing.T) {
	r := korf6(t)
	deep, _ := algorithms.Find("deep")
	for _, want := range []question.Question{
		{Kind: question.Cut, Node: 2}, {Kind: question.Value, Node: 3}, {Kind: question.Terms, Step: 12, Node: -1},
		{Kind: question.Root, Node: 4, Value: trees.Vector{1 * trees.Unit, 2 * trees.Unit, 6 * trees.Unit}}, {Kind: question.Pick, Node: -1},
		{Kind: question.Change, Node: 4, Value: trees.Vector{5 * trees.Unit, 2 * trees.Unit, 2 * trees.Unit}}, {Kind: question.Fewer, Node: -1, Other: deep},
		{Kind: question.Order, Node: 2},
	} {
		text := judge.AppendJSON(nil, &want, r)
		got, err := judge.Read(text, r, func(text []byte) (step int, err error) {
			if text != nil {
				err = json.Unmarshal(text, &step)
			}
			return step, err
		})
		if err != nil || !reflect.DeepEqual(got.Question, want) {
			t.Errorf("%s is read as %+v (%v)", text, got, err)
		}
	}
}

// Answers are read as written, and the right one is read as it is stored.
func TestAnswersAreReadAsWritten(t *testing.T) {
	r := korf6(t)
	for _, c := range []struct {
		kind *question.Kind
		want question.Answer
		text string
	}{
		{question.Cut, question.Nodes{3, 6}, `[3,6]`}, {question.Cut, question.Nodes{}, `[]`}, {question.Terms, question.Nodes{0, 2}, `[0,2]`},
		{question.Value, question.Score{Value: []trees.Number{{Score: 1, Unit: 2}, trees.Whole(2), {Score: 1, Unit: 3}}}, `[0.5,2,"1/3"]`},
		{question.Root, question.Truth(true), `true`}, {question.Pick, question.Node(5), `5`}, {question.Choice, question.Index(1), `1`},
		{question.Order, question.Ordered{6, 3}, `[6,3]`}, {question.Fewer, question.Index(2), `2`},
	} {
		q := question.Question{Kind: c.kind, Node: 2, Choices: []string{"a", "b"}}
		form := q.Form(r)
		got, err := judge.ReadAnswer([]byte(c.text), &form)
		if err != nil || !reflect.DeepEqual(got, c.want) || string(judge.AppendAnswer(nil, got)) != c.text {
			t.Errorf("%s: %s is read as %#v (%v)", c.kind.ID, c.text, got, err)
		}
		stored, without := judge.Stored(question.Right{Answer: c.want, At: -1}), q.FormWithoutRun()
		if got, err := stored.Read(&without); err != nil || !question.Judge(c.want, got).Right {
			t.Errorf("%s: the right answer %s is read as %#v (%v)", c.kind.ID, c.text, got, err)
		}
	}
	// Of an order, several can be right. A student sends one.
	orders := question.Orders{{3, 6}, {6, 3}}
	several, ofOrder := judge.Stored(question.Right{Answer: orders, At: -1}), (&question.Question{Kind: question.Order, Node: 2}).Form(r)
	if got, err := several.Read(&ofOrder); err != nil || !question.Judge(got, question.Ordered{6, 3}).Right {
		t.Errorf("%s is read as %#v (%v)", several.Answer, got, err)
	}
	for _, wrong := range []string{`[3]`, `[3,3]`, `[3,6,6]`, `[3,4]`, `[[3,6]]`, `"3,6"`} {
		if got, err := judge.ReadAnswer([]byte(wrong), &ofOrder); err == nil {
			t.Errorf("the order %s is read as %#v", wrong, got)
		}
	}
	// An algorithm can back up a number on a tree of vectors. A vector is then not right.
	number := question.Score{Value: []trees.Number{trees.Whole(5)}, Scalar: true}
	q := question.Question{Kind: question.Value, Node: 2}
	stored, form := judge.Stored(question.Right{Answer: number, At: -1}), q.Form(r)
	if got, err := stored.Read(&form); err != nil || !question.Judge(number, got).Right {
		t.Errorf("%s is read as %#v (%v)", stored.Answer, got, err)
	}
	if none := judge.Stored(question.Right{At: -1}); string(none.Answer) != "null" {
		t.Errorf("no right answer is stored as %s", none.Answer)
	}
}
