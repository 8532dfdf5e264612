// Package nats keeps values under keys in the key-value store of NATS
// JetStream: in a server embedded in this process, or in a cluster. It holds
// the connection, the addresses of the servers, the lock of the folder and the
// trial of a disk that may be full. It imports the standard library, NATS, and
// trees for the kinds of its errors alone.
//
// The embedded server opens no port. An acknowledgement comes after the disk
// has synced the write. One process at a time uses a folder; the lock ends
// with the process.
//
// Before the embedded server starts, all its files are read. nats-server 2.15.2
// counts for ever at one wrong byte of a block file, and cuts the file off at
// others, with what is whole after it. So a damaged record is taken out, and the
// file as it was is kept in the folder "damaged"; what is whole stays. If the
// server hangs all the same, Config.Hung is called: neither a loop nor a deadlock
// in it can be ended, and the process has to be. hang.go says how that
// is proved.
//
// A disk that stalls is no hang. Each exchange with the store ends at its limit then,
// and those that follow end at once, until the disk is back; what was written without
// an answer may be stored. The store goes on. It is opened anew only after a failure, and
// not before the server of the bucket before has ended.
//
// A folder that cannot be written to is read without a server, as an Archive.
//
// With a cluster the operator decides what an acknowledgement is worth. Nothing
// acknowledged is lost with three servers, three replicas, and
//
//	jetstream { store_dir: …, sync_interval: always }
//
// on each of them, since NATS by default acknowledges first and syncs every two
// minutes. Further:
//
//   - The bucket is named "espalier". A missing bucket is made, with three
//     copies where the servers can keep them, else with one, and the log has a
//     warning then. A bucket that exists is never changed.
//   - Who is where in a tree, and what a room of a class shows, is told on the
//     subjects "espalier.told.>", which are stored nowhere. A user who may not use
//     them sees the people of the same process alone, and a room of another one some
//     seconds late.
//   - The tasks of experiments wait in the stream "espalier-tasks", in the memory of the
//     servers, on the subjects "espalier.tasks.>". It is made where it is missing. Without
//     memory for JetStream no experiment runs.
//   - The limit of the stored bytes is that of the NATS account.
//   - max_payload of a server must be at least 528 KiB; by default it is 1 MB.
//   - One address is enough where the other servers of the cluster can be found
//     through it, and one of the addresses has the credentials of all. In a
//     password , / # ? @ : % are written %2C %2F %23 %3F %40 %3A %25.
//   - tls:// connects with TLS. The certificate of a private authority is given
//     by SSL_CERT_FILE. Client certificates and credential files are not
//     supported.
//   - Connect fails if no server answers. Later a lost connection is made again
//     for as long as it takes, also after a password was refused for a while.
//     Meanwhile every call returns an UnavailableError (HTTP status 503). The
//     log has a line when that begins and one when it ends.
package nats
