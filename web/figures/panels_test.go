package figures_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"espalier/trees/figures"
	"espalier/web/webtest"
)

// Every figure must have a page at its first, middle and last step, and the page
// must not contain raw program output.
func TestEveryFigureAtItsSteps(t *testing.T) {
	_, server := webtest.Serve(t)
	slips := regexp.MustCompile(`&lt;nil&gt;|%!|undefined|NaN|\bmap\[|0x[0-9a-f]{6}`)
	lastStep := regexp.MustCompile(`step \d+ of (\d+)`)
	page := figures.All()
	for _, f := range figures.All() {
		page = append(page, f.Variants...)
	}
	for _, f := range page {
		path := server.URL + "/figures/" + f.ID
		check := func(query string) string {
			resp, b := webtest.Get(t, path+query)
			if resp.StatusCode != 200 {
				t.Errorf("GET %s%s = %d, want 200", f.ID, query, resp.StatusCode)
			}
			page := regexp.MustCompile(`data-request="[^"]*"`).ReplaceAllString(string(b), "")
			if slip := slips.FindString(page); slip != "" {
				t.Errorf("the page of %s%s says %q", f.ID, query, slip)
			}
			return page
		}
		steps := lastStep.FindStringSubmatch(check(""))
		if steps == nil {
			continue // the figure has no run
		}
		last, _ := strconv.Atoi(steps[1])
		for _, step := range []int{0, last / 2, last} {
			check("?step=" + strconv.Itoa(step))
		}
		if page := check("?step=last"); !strings.Contains(page, fmt.Sprintf("step %d of %d", last, last)) {
			t.Errorf("the page of %s?step=last is not at step %d", f.ID, last)
		}
	}
}

func TestInvalidSliderIsRejected(t *testing.T) {
	_, server := webtest.Serve(t)
	for _, query := range []string{"x=77", "x=a", "y=-1"} {
		resp, b := webtest.Get(t, server.URL+"/figures/k1991-fig5?"+query)
		name, _, _ := strings.Cut(query, "=")
		if resp.StatusCode != 200 || !strings.Contains(string(b), "The address has an error. "+name+": ") {
			t.Errorf("GET k1991-fig5?%s = %d without a notice that names %s", query, resp.StatusCode, name)
		}
	}
}

// A page must accept the fields of its own calculation, and reject all others.
func TestParametersOfACalculation(t *testing.T) {
	_, server := webtest.Serve(t)
	pages := map[string]*regexp.Regexp{
		"sk2000-fig4":  regexp.MustCompile(`^[nbD]$`),
		"s2005-table1": regexp.MustCompile(`^trick$`),
		"s2005-fig9":   regexp.MustCompile(`^(printed|(bound|least|most)[123])$`),
		"k1991-fig6":   regexp.MustCompile(`^$`), // it has no calculation
	}
	names := strings.Fields("n b D trick printed bound1 bound2 bound3 least1 least2 least3 most1 most2 most3")
	for id, own := range pages {
		_, b := webtest.Get(t, server.URL+"/figures/"+id)
		for _, name := range names {
			if has := strings.Contains(string(b), `name="`+name+`"`); has != own.MatchString(name) {
				t.Errorf("%s has a field %s: %v", id, name, has)
			}
			_, b := webtest.Get(t, server.URL+"/figures/"+id+"?"+name+"=2")
			if refused := strings.Contains(string(b), "The address has an error. "+name+": "); refused == own.MatchString(name) {
				t.Errorf("%s refuses %s=2: %v", id, name, refused)
			}
		}
	}
}

// An option that is on by default must be off if the query has an algorithm, but not
// the option.
func TestDefaultOptionCanBeSwitchedOff(t *testing.T) {
	_, server := webtest.Serve(t)
	on := regexp.MustCompile(`name="table" value="1" checked`)
	for query, want := range map[string]bool{"": true, "?algorithm=speculative": false, "?algorithm=speculative&table=1": true} {
		if _, b := webtest.Get(t, server.URL+"/figures/s2005-fig9"+query); on.Match(b) != want {
			t.Errorf("the table is on in s2005-fig9%s = %v, want %v", query, !want, want)
		}
	}
}

// TestListingRunsAsPrinted checks that the printed listing is shown beside its own
// run, with the story.
func TestListingRunsAsPrinted(t *testing.T) {
	_, server := webtest.Serve(t)
	_, b := webtest.Get(t, server.URL+"/figures/s2003-fig7")
	if !strings.Contains(string(b), `name="as_printed" value="1" checked`) {
		t.Error("s2003-fig7 does not begin with the printed procedure")
	}
	_, b = webtest.Get(t, server.URL+"/figures/s2003-fig7?step=last")
	if !strings.Contains(string(b), `aria-current="step"`) {
		t.Error("the last step of s2003-fig7 has no sentence of its story")
	}
}
