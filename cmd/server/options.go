package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"net/netip"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"espalier/web/app"
	"espalier/web/fair"
	"espalier/web/store/records"
)

// options are what the command line says.
type options struct {
	addr, data, nats string
	natsSynced       bool
	backup           string
	dataGiven        bool
	proxies          fair.Proxies
	hosts            []string
	pprof            string
	accessLog        bool
	version          bool
	base             app.Base
	maxStore         int64
	maxStoreGiven    bool
	check            string
	library          []string // the command on the library; nil: none
	experiment       []string // the command experiment; nil: none
	trace            []string // the command trace; nil: none
}

var errUsage = errors.New("the command line is wrong")

// readOptions reads the command line. With an error it has written what is wrong.
func readOptions(args []string, stderr io.Writer) (o options, err error) {
	flags := flag.NewFlagSet("server", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprint(stderr, "server [options]                 serves Espalier\nserver [options] library ...     manages the saved trees; without a command it lists the commands\n"+
			"server experiment ...            measures a table of a paper again; without a table it lists the tables\n"+
			"server trace check FILE...       checks what another program has printed about its search\nserver trace show FILE           draws it, also while it is printed\n\nThe options:\n")
		flags.PrintDefaults()
	}
	flags.StringVar(&o.addr, "addr", "127.0.0.1:8080", "`address` to serve on; port 0 takes a free one")
	flags.StringVar(&o.data, "data", dataDir(), "`folder` of the saved data")
	flags.StringVar(&o.nats, "nats", "", "`URL` of the NATS servers that keep the trees, in place of the folder")
	flags.BoolVar(&o.natsSynced, "nats-synced", false, "confirm that each of the NATS servers has the sync_interval always, so that no start warns of it")
	flags.StringVar(&o.backup, "backup", "", "`folder` for a copy of the trees every hour, from which a damaged one is restored; empty: none")
	proxies := flags.String("trusted-proxies", "", "`networks` of proxies whose X-Forwarded-For names the client, with commas between: 10.0.0.0/8,::1/128")
	hosts := flags.String("host", "", "`names` under which the server is reached, with commas between; addresses and localhost always work")
	flags.BoolVar(&o.accessLog, "access-log", false, "log every request, without edit keys")
	flags.StringVar(&o.pprof, "pprof", "", "`address` to serve Go’s profiles on, such as 127.0.0.1:6060; empty: none")
	base := flags.String("base-url", "", "`address` under which a proxy serves this server, with its path: https://example.edu/espalier")
	maxStore := flags.String("max-store", "8GiB", "`size` that the saved trees may take on the disk, such as 500MiB or 100GiB")
	flags.StringVar(&o.check, "check", "", "ask the `URL` of a running server, such as http://127.0.0.1:8080/readyz, and end with status 0 if the answer is 200 OK")
	flags.BoolVar(&o.version, "version", false, "print the version and end")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return o, err
		}
		return o, errUsage
	}
	wrong := func(format string, args ...any) (options, error) {
		fmt.Fprintf(stderr, "server: "+format+"\n", args...)
		return o, errUsage
	}
	switch {
	case flags.Arg(0) == "library":
		o.library = append([]string{}, flags.Args()[1:]...)
	case flags.Arg(0) == "experiment":
		o.experiment = append([]string{}, flags.Args()[1:]...)
	case flags.Arg(0) == "trace":
		o.trace = append([]string{}, flags.Args()[1:]...)
	case flags.NArg() > 0:
		var names []string
		flags.VisitAll(func(f *flag.Flag) { names = append(names, "-"+f.Name) })
		return wrong("%q is not an option; there are %s, and the commands library, experiment and trace", flags.Arg(0), strings.Join(names, ", "))
	}
	flags.Visit(func(f *flag.Flag) {
		o.dataGiven = o.dataGiven || f.Name == "data"
		o.maxStoreGiven = o.maxStoreGiven || f.Name == "max-store"
		if f.Name == "nats" && strings.TrimSpace(o.nats) == "" {
			err = errUsage
		}
	})
	if err != nil {
		return wrong("-nats is empty; leave it out to keep the trees in the folder of -data")
	}
	if o.natsSynced && o.nats == "" {
		return wrong("-nats-synced is about the servers of -nats; the store in the folder of -data always syncs")
	}
	for _, text := range list(*proxies) {
		network, err := netip.ParsePrefix(text)
		if err != nil {
			return wrong("-trusted-proxies: %q is not a network; 10.0.0.0/8 and 192.0.2.7/32 are", text)
		}
		o.proxies = append(o.proxies, network)
	}
	if o.maxStore, err = readSize(*maxStore); err != nil {
		return wrong("-max-store: %v", err)
	}
	if o.maxStoreGiven && o.nats != "" {
		return wrong("-max-store limits the folder of -data; in a cluster the NATS account has the limit")
	}
	if *base != "" {
		if o.base, err = app.ParseBase(*base); err != nil {
			return wrong("-base-url: %v", err)
		}
	}
	o.hosts = []string{} // not nil: no other name is served
	for _, name := range list(*hosts) {
		if strings.ContainsAny(name, ":/ ") {
			return wrong("-host: %q is not a name; give it without scheme and port, as trees.example.edu", name)
		}
		o.hosts = append(o.hosts, strings.ToLower(name))
	}
	if name, _, _ := strings.Cut(o.base.Host, ":"); name != "" && !strings.HasPrefix(name, "[") {
		o.hosts = append(o.hosts, strings.ToLower(name))
	}
	return o, nil
}

// readSize reads a number of bytes with its unit.
func readSize(text string) (int64, error) {
	for unit, size := range map[string]int64{"MiB": 1 << 20, "GiB": 1 << 30, "TiB": 1 << 40} {
		if number, found := strings.CutSuffix(text, unit); found {
			n, err := strconv.ParseInt(number, 10, 64)
			if err != nil || n < 1 || n > records.MostMaxBytes/size || n*size < records.LeastMaxBytes {
				break
			}
			return n * size, nil
		}
	}
	return 0, fmt.Errorf("%q is not a size from %dMiB to %dTiB, such as 500MiB or 100GiB", text, records.LeastMaxBytes>>20, records.MostMaxBytes>>40)
}

// list returns the elements of a list with commas.
func list(text string) (elements []string) {
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part != "" {
			elements = append(elements, part)
		}
	}
	return elements
}

// dataDir returns the folder for application data that is usual on the operating
// system.
func dataDir() string {
	base := os.Getenv("XDG_DATA_HOME")
	home, _ := os.UserHomeDir()
	switch {
	case base != "":
	case runtime.GOOS == "windows":
		base = os.Getenv("LocalAppData")
	case runtime.GOOS == "darwin":
		base = filepath.Join(home, "Library", "Application Support")
	default:
		base = filepath.Join(home, ".local", "share")
	}
	return filepath.Join(base, "espalier")
}
