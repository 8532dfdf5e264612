package faulty

import "testing"

func TestBuild(t *testing.T) { t.Log(Build(t, "../../treestore")) }
