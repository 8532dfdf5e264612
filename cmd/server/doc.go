// Command server serves Espalier from one binary. It handles the flags, the signals,
// the order of the shutdown, and the operator's commands on the library.
// web/architecture_test.go lists what it imports.
//
// Invariants: an edit that was acknowledged is on the disk before the process ends,
// and the shutdown takes less than five seconds.
//
// # Health
//
//	/healthz   the process serves
//	/readyz    the library answers, too, and its disk has space; else status 503 and the
//	           reason, such as how much of it is read at a start, or for how long the
//	           disk has not answered. It is answered in two seconds. All pages are
//	           served meanwhile, but for saved trees that cannot be read
//	/metrics   the text format of Prometheus: requests by pattern and status, searches
//	           by algorithm, refusals by limit, latencies, websockets, bytes
//
// On a full disk /readyz has status 503, so that a load balancer sends editors to
// another server: edits are refused with 503, and everything that was saved can be read. When
// there is space again both are as before, without a restart. A folder of -data to which
// nothing can be written, a damaged tree, or the limit of -max-store leave the status at
// 200: no restart and no other process would change that, and the text names the first two.
//
// If the disk stalls, an edit gets 503 after 5 seconds at most, and a tree that is not in
// memory after 2. What had no answer may have been saved; an edit with a token that is
// sent again is made once. The process goes on when the disk is back. It ends with
// status 1, to be started again, only if the store does not answer for 30 seconds while
// the disk does. The system keeps a process that was ended while one of its calls to the disk
// has no answer; that is beyond the limit of five seconds.
//
// They need no password and hold no secret; a proxy can keep them from others. A
// scraper that uses a name for the server needs it in -host. "server -check URL" asks
// one of them, and ends with status 0 if all is well.
//
// # Behind a proxy
//
// With -base-url https://example.edu/espalier all links, scripts, redirects and
// websockets are below /espalier. The proxy may remove the prefix or pass it on. Changes
// and websockets are taken from pages of https://example.edu alone, and of programs; the
// cookie of a presenter is sent to /espalier alone, and by https alone.
// -trusted-proxies 127.0.0.1/32 believes its X-Forwarded-For: without it all clients
// share the limits of one address. For nginx:
//
//	location /espalier/ {
//		proxy_pass http://127.0.0.1:8080;
//		proxy_http_version 1.1;
//		proxy_set_header Host $host;
//		proxy_set_header Upgrade $http_upgrade;
//		proxy_set_header Connection $connection_upgrade;
//		proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
//		proxy_read_timeout 90s;
//		client_max_body_size 9m;
//	}
//
// # The library
//
// Commands on the library need a server that does not run, and print what they do:
//
//	server -data DIR library list | show ID [REVISION] | remove ID... | keep [ID...]
//	server -data DIR library export FILE [ID...] | import FILE | compact | verify
//	server -data DIR -backup DIR library restore ID...
//
// verify changes nothing, can be used beside a server, and ends with status 1 if
// something is damaged. restore mends a damaged tree; what the copies of -backup do
// not have stays lost, and the tree goes on from the newest revision that can be read.
// It mends a damaged lesson, too. If the copies have earlier revisions of it alone, the
// newest of them gets the next number.
//
// An export holds each revision, so that addresses and history stay as they are. It
// holds no edit key: the store has none. To back up a library, export it, or stop the
// server and copy the folder "library"; -backup copies it every hour while the server
// runs. To restore it, import the file into an empty folder, or put the copy there. Trees that a folder has are not changed by an import.
//
// -max-store bounds the bytes of the store; of these a tenth is kept for edits of
// trees that exist. From 80 % on the log has a warning, and trees are removed that were
// never edited after their making and that nobody has opened for 180 days. Once a day
// such trees are marked, and the log names them. A day later they are removed, and the log
// names them again. In between, opening the page of a tree keeps it, and so does "library
// keep ID"; without an ID, keep lists the marked trees. All marks are taken back when the
// library is below 80 % again. Removed trees are copied to DIR/removed first, where the
// copies stay for 30 days: keep puts a tree back from there, with its addresses, and
// "library import" all trees of a file. Both times count only while a server runs. In a
// cluster no tree is removed: the limit of the store is that of its operator.
//
// # Clocks
//
// The library has a time of its own, from which ages are computed. It advances as the servers
// see time pass by their monotonic clocks, and is kept in the store between them. So a
// clock that jumps while a server runs makes nothing older or younger, and servers of a
// cluster need no equal clocks. The log names each jump of more than 2 minutes. The time
// while no server ran is taken from the clock of the store, which is that of the machine,
// or of the NATS server that leads the bucket. If that clock goes back within a day, it was
// wrong, and the time is taken back. A negative age counts as 0.
//
// Nothing is removed because of its age before the clock was steady for 10 minutes, after
// a start and after a jump. So a room whose 24 hours end while no server runs ends 10
// minutes after the next start. A machine that sleeps sees no time pass: its rooms stay
// that much longer. Backups are made an hour after the last one, by the monotonic clock;
// a backup in the folder that is named after a time to come does not delay them. The file
// "order" in each backup says which was made last. Limits that count by the hour and the
// minute use monotonic clocks, too. What is shown is the clock of the machine: the dates
// of revisions, and the clock by which a room plays.
//
// # Experiments
//
//	server experiment ID [-quick] [-deals 20 …] [-format table|csv|json] [-workers 4]
//
// measures a table of a paper again, and prints its rows; "server experiment" lists
// them, "server experiment ID -h" the parameters. It needs no store. Equal parameters
// give equal rows on any machine. If it is interrupted it prints the rows of the jobs
// that are done, and ends with status 1.
//
// # A systemd unit
//
//	[Unit]
//	Description=Espalier
//	After=network.target
//
//	[Service]
//	ExecStart=/usr/local/bin/espalier -addr 127.0.0.1:8080 -data /var/lib/espalier -host trees.example.edu
//	ExecStartPost=/bin/sh -c 'for i in $(seq 60); do /usr/local/bin/espalier -check http://127.0.0.1:8080/readyz && exit 0; sleep 1; done; exit 1'
//	DynamicUser=yes
//	StateDirectory=espalier
//	StateDirectoryMode=0700
//	Restart=on-failure
//	MemoryMax=2G
//	NoNewPrivileges=yes
//	ProtectSystem=strict
//	ProtectHome=yes
//	PrivateTmp=yes
//	PrivateDevices=yes
//	RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
//	SystemCallFilter=@system-service
//
//	[Install]
//	WantedBy=multi-user.target
package main
