package faulty

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

const childDir = "ESPALIER_FAULTY_CHILD"

// TestMain runs the child of TestDisk: it does what each line of its input says.
func TestMain(m *testing.M) {
	dir := os.Getenv(childDir)
	if dir == "" {
		os.Exit(m.Run())
	}
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		name := filepath.Join(dir, words[1])
		var err error
		switch words[0] {
		case "append", "synced", "sync":
			flags := os.O_CREATE | os.O_WRONLY | os.O_APPEND
			if words[0] == "sync" {
				flags = os.O_RDONLY
			}
			var f *os.File
			if f, err = os.OpenFile(name, flags, 0o600); err != nil {
				break
			}
			if words[0] != "sync" {
				_, err = f.WriteString(words[2])
			}
			if err == nil && words[0] != "append" {
				err = f.Sync()
			}
			f.Close()
		case "put":
			err = os.WriteFile(name, []byte(words[2]), 0o600)
		case "rename":
			err = os.Rename(name, filepath.Join(dir, words[2]))
		case "remove":
			err = os.RemoveAll(name)
		case "clock":
			fmt.Println(time.Now().Unix())
			continue
		}
		fmt.Println(err)
	}
	os.Exit(0)
}

// A child is a process on a faulty disk.
type child struct {
	*Disk
	t   *testing.T
	dir string
	cmd *exec.Cmd
	in  *os.File
	out *bufio.Reader
}

func begin(t *testing.T, program, dir string) *child {
	c := &child{t: t, dir: dir, cmd: exec.Command(program)}
	c.cmd.Env = append(os.Environ(), childDir+"="+dir)
	in, err := c.cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	c.in = in.(*os.File)
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	c.out = bufio.NewReader(out)
	if c.Disk, err = Start(c.cmd, dir, dir+".shadow"); err != nil {
		t.Fatal(err)
	}
	return c
}

// do returns what the child prints for a line.
func (c *child) do(line string) string {
	fmt.Fprintln(c.in, line)
	answer, err := c.out.ReadString('\n')
	if err != nil {
		c.t.Fatalf("%s: %v", line, err)
	}
	return strings.TrimSpace(answer)
}

func (c *child) must(lines ...string) {
	c.t.Helper()
	for _, line := range lines {
		if got := c.do(line); got != "<nil>" {
			c.t.Fatalf("%s: %s", line, got)
		}
	}
}

// cut cuts the power and returns the content of a file; "-" if there is none.
func (c *child) cut(seed uint64, name string) string {
	c.Cut(seed)
	c.cmd.Wait()
	c.Close()
	b, err := os.ReadFile(filepath.Join(c.dir, name))
	if err != nil {
		return "-"
	}
	return string(b)
}

// What is synced stays after a power cut, unless the disk lies; what is not synced may be lost
// from some byte on. All that can happen does, with some seed.
func TestDisk(t *testing.T) {
	program := Build(t, ".")
	for _, one := range []struct {
		name  string
		lines []string
		lie   string
		file  string
		may   []string // every content that the file may have
	}{
		{name: "synced", lines: []string{"synced a 123"}, may: []string{"123"}},
		{name: "not synced", lines: []string{"synced a 1", "append a 23", "append a 4"}, may: []string{"1", "12", "123", "1234"}},
		{name: "synced by another", lines: []string{"append a 12", "sync a"}, may: []string{"12"}},
		{name: "created", lines: []string{"synced b 0", "append a 1"}, may: []string{"-", "", "1"}},
		{name: "replaced", lines: []string{"synced a 11", "put a 2"}, may: []string{"11", "", "2"}},
		{name: "renamed", lines: []string{"synced a 1", "synced b 2", "rename b a"}, may: []string{"1", "2"}},
		{name: "renamed and synced", lines: []string{"synced a 1", "synced b 2", "rename b a", "synced c 3"}, may: []string{"2"}},
		{name: "removed", lines: []string{"synced a 1", "remove a"}, may: []string{"1", "-"}},
		{name: "lies", lines: []string{"synced a 1", "synced b 2"}, lie: "/a", may: []string{"1", "", "-"}},
		{name: "lies of another", lines: []string{"synced a 1"}, lie: "/b", may: []string{"1"}},
	} {
		t.Run(one.name, func(t *testing.T) {
			seen := map[string]bool{}
			for seed := range uint64(40) {
				c := begin(t, program, filepath.Join(t.TempDir(), "disk"))
				if err := os.Mkdir(c.dir, 0o700); err != nil {
					t.Fatal(err)
				}
				if err := c.Lie(one.lie); one.lie != "" && err != nil {
					t.Fatal(err)
				}
				c.must(one.lines...)
				seen[c.cut(1000*seed, "a")] = true
				if len(seen) == len(one.may) && seed > 8 {
					break
				}
			}
			for content := range seen {
				if !slices.Contains(one.may, content) {
					t.Errorf("the file has %q, want one of %q", content, one.may)
				}
			}
			for _, content := range one.may {
				if content != "-" && !seen[content] {
					t.Errorf("the file never has %q", content)
				}
			}
		})
	}

	c := begin(t, program, t.TempDir())
	defer func() {
		c.in.Close()
		c.cmd.Wait()
		c.Close()
	}()
	c.must("append a 1")
	c.Free(2)
	if got := c.do("append a 234"); !strings.Contains(got, "no space left") {
		t.Errorf("a write to a full disk: %s", got)
	}
	if b, err := os.ReadFile(filepath.Join(c.dir, "a")); string(b) != "123" {
		t.Errorf("a write to a full disk leaves %q, %v; want what fits", b, err)
	}
	c.Free(-1)
	c.Fail(true)
	if got := c.do("append a 4"); !strings.Contains(got, "input/output error") {
		t.Errorf("a write to a failing disk: %s", got)
	}
	c.Fail(false)
	c.Stall(true)
	fmt.Fprintln(c.in, "append a 4")
	if err := c.Clock(-72 * time.Hour); err != nil { // the order of the disk comes first
		t.Fatal(err)
	}
	if b, _ := os.ReadFile(filepath.Join(c.dir, "a")); string(b) != "123" {
		t.Errorf("a stalled disk has written %q", b)
	}
	c.Stall(false)
	if answer, err := c.out.ReadString('\n'); answer != "<nil>\n" {
		t.Errorf("after a stall: %q, %v", answer, err)
	}
	var now int64
	fmt.Sscan(c.do("clock x"), &now)
	if wrong := time.Until(time.Unix(now, 0)); wrong < -73*time.Hour || wrong > -71*time.Hour {
		t.Errorf("the clock is wrong by %s, want -72h", wrong)
	}
}
