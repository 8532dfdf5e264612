// Package cluster keeps values under keys in the key-value store of NATS JetStream, in a server
// embedded in this process or in a cluster. It has the connection, the addresses of the servers,
// the lock of the folder and the trial of a disk that may be full. It imports the standard
// library, NATS, and store for the interface and its errors.
//
// The embedded server opens no port. An acknowledgement comes after the disk has synced the
// write. One process at a time uses a folder. The lock of the folder ends with the process.
//
// README.md lists the faults of nats-server that are worked around, each with the test that shows it.
//
// Before the embedded server starts, all its files are read. nats-server loops for ever
// at one wrong byte of a block file, and at others it cuts off the rest of the file with all
// whole records in it. So damaged records are taken out, and the file as it was is kept in the
// folder "damaged". If the server hangs nevertheless, Config.Hung is called. Neither a loop nor
// a deadlock in it can be ended, so the process has to end. hang.go describes how a hang is
// proved.
//
// A stalled disk is not a hang. Each exchange with the store then ends at its limit, and later
// ones end at once, until the disk is back. A write without an answer may have been stored. The
// store continues when the disk does. It is opened again only after a failure, and only once the
// server of the old bucket has ended.
//
// A folder that cannot be written to is read without a server, as an Archive.
//
// In a cluster, the operator's settings decide how safe an acknowledged write is. Nothing that was
// acknowledged is lost in a power failure or with one of the machines, with three servers,
// three replicas, and
//
//	jetstream { store_dir: …, sync_interval: always }
//
// on each of them, since NATS by default acknowledges first and syncs every two minutes. A
// server reports its sync_interval only on the subject $SYS.REQ.SERVER.PING.JSZ, which belongs
// to the system account. If that account exports the subject to the one of Espalier, Connect
// warns of each server that does not sync. Otherwise it warns at each start unless
// Config.Synced confirms the setting.
//
// That does not hold for a file that is damaged. nats-server may choose the server whose
// files are damaged as the leader, which then has less than the others, and the others remove
// what it does not have. Treestore notices that with a ledger of its own.
//
// A server whose files are damaged may stay without a leader. It then answers reads that are meant
// for the leader, with an error. leader.go repeats them.
//
// Other requirements:
//
//   - The bucket is named "espalier". A missing bucket is made with three copies. If the
//     servers cannot keep three, it is made with one, and the log has a warning. An existing
//     bucket is never changed.
//   - The people in a tree, what a classroom shows, and the marks of the ledgers are broadcast
//     on the subjects "espalier.told.>". The messages are not stored. If the NATS user has no permission for
//     these subjects, people see only those of the same process, follow a room of
//     another process some seconds late, and each process knows only of losses of trees that
//     it has had open.
//   - The tasks of experiments wait in the stream "espalier-tasks", in the memory of the
//     servers, on the subjects "espalier.tasks.>". A missing stream is made. Without memory
//     for JetStream no experiment runs.
//   - The limit of the stored bytes is that of the NATS account.
//   - max_payload of a server must be at least 528 KiB; by default it is 1 MB.
//   - One address is enough if the other servers of the cluster can be found through it. One
//     of the addresses has the credentials for all. In a password, the characters
//     , / # ? @ : % are written as %2C %2F %23 %3F %40 %3A %25.
//   - tls:// connects with TLS. The certificate of a private authority is given
//     by SSL_CERT_FILE. Client certificates and credential files are not
//     supported.
//   - Connect fails if no server answers. If there is no leader yet, or another process is
//     making the bucket, it waits for up to LeaderTime. A connection that is lost later is tried again
//     without end, even after a password was refused for a while. Meanwhile every call
//     returns a store.UnavailableError (HTTP status 503). The log has a line when that begins and
//     one when it ends.
package cluster
