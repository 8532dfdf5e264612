import java.io.*;
import java.lang.reflect.Array;
import java.net.URI;
import java.net.http.*;
import java.nio.file.*;
import java.util.*;
import java.util.regex.*;
import java.util.stream.Stream;
import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * Prints the search of a program for Espalier, one line of JSON for each event. After the id (and the value)
 * of a node, keys and their values follow in turn. A value is a number, an array or a list.
 * Espalier trace = new Espalier("-", "kind", "minimax", "algorithm", "alphabeta");
 * trace.enter("a", "player", 1, "alpha", alpha, "beta", beta);  // the search of a node begins
 * trace.leaf("b", 5);                                           // a leaf; returns the value
 * trace.prune("a", "cut", List.of("c", "d"));                   // its other children are skipped
 * trace.exit("a", 5);                                           // the search ends; returns the value
 * trace.close();
 * "-" is the standard output; "run.ndjson" is a file; "http://127.0.0.1:8080" is a server, to which the search
 * is sent while it runs. The source of the first event is sent along, if it is beside its class, or in "." or src, and
 * each event of that file has its line; "program", "" in the header leaves both out.
 * Java 11. Format: /traces/format. (c) 2026 The Espalier authors, MIT licence.
 */
public final class Espalier implements AutoCloseable {
    private static final int CHUNK = 1 << 18, PROGRAM = 1 << 18; // bytes that are sent at once; of the longest file that is sent along
    private static final long PAUSE = 200_000_000; // nanoseconds after which fewer are sent
    private static final Pattern AWKWARD = Pattern.compile("[\"\\\\\\p{Cntrl}]"); // in a text of JSON
    private static final StackWalker STACK = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
    private final PrintStream out;
    private final boolean standard; // out is the standard output, which stays open
    private HttpClient client;
    private File copy; // of all that is sent: it stays if the server fails
    private Object[] header; // until the first event
    private String server, key, answer, own; // own: the file of the first event
    private long size, sent, last = System.nanoTime();

    /** The keys are of the header: kind, players, maxsum, values ("mover": negamax, "root": one against all), ... */
    public Espalier(String target, Object... header) {
        try {
            boolean live = target.startsWith("http://") || target.startsWith("https://");
            if (live) copy = File.createTempFile("espalier-", ".ndjson");
            standard = target.equals("-");
            out = new PrintStream(new BufferedOutputStream(standard ? System.out : new FileOutputStream(live ? copy : new File(target)), 1 << 16));
            if (live) open(target.replaceAll("/+$", ""));
        } catch (IOException wrong) { throw new UncheckedIOException(wrong); }
        this.header = header;
    }
    public void enter(Object id, Object... more) { event("enter", id, more); }
    public void prune(Object id, Object... more) { event("prune", id, more); }
    public <T> T leaf(Object id, T value, Object... more) { event("leaf", id, more, "value", value); return value; }
    public <T> T exit(Object id, T value, Object... more) { event("exit", id, more, "value", value); return value; }
    public <T> T done(T value, Object... more) { event("done", null, more, "value", value); return value; }

    /** Writes or sends all that was printed. A slow server slows the program; nothing is left out. */
    public void flush() {
        if (out.checkError()) throw new IllegalStateException("espalier: the trace cannot be written");
        for (int tries = 0; key != null && sent < size; ) {
            byte[] part = new byte[(int) Math.min(CHUNK, size - sent)];
            try (RandomAccessFile file = new RandomAccessFile(copy, "r")) { file.seek(sent); file.readFully(part); }
            catch (IOException wrong) { throw new UncheckedIOException(wrong); }
            int status = request("/" + key + "/lines?from=" + sent, part);
            tries = status / 100 == 2 ? 0 : tries + 1;
            if (tries == 0) sent += part.length;
            else if (tries == 6 || !List.of(0, 429, 503).contains(status) && !answer.contains("\"offset\":")) fail();
            else if (status == 409) sent = Math.min(Long.parseLong(member("offset")), size); // lost, or come twice
            else java.util.concurrent.locks.LockSupport.parkNanos(50_000_000L << tries); // 3 seconds in all
        }
        last = System.nanoTime();
    }
    @Override public void close() { // sends the rest and ends the run
        flush();
        if (key != null && request("/" + key + "/end", new byte[0]) / 100 != 2) fail();
        if (!standard) out.close();
        if (key != null) copy.delete();
    }
    private void open(String address) {
        server = address;
        client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        if (request("?live=1", new byte[0]) != 201) { fail(); return; }
        key = member("key");
        System.err.println("espalier: the search is shown at " + server + "/traces/" + member("id"));
    }
    private void fail() { // the program goes on, and the copy with it
        key = null;
        System.err.println("espalier: " + server + ": " + member("detail") + ". The trace is in " + copy);
    }
    private int request(String path, byte[] body) { // returns the status, or 0 without an answer
        try {
            var to = HttpRequest.newBuilder(URI.create(server + "/api/v1/traces" + path)).timeout(java.time.Duration.ofMinutes(1));
            to.header("Content-Type", "application/x-ndjson").POST(HttpRequest.BodyPublishers.ofByteArray(body));
            var got = client.send(to.build(), HttpResponse.BodyHandlers.ofString());
            answer = got.body();
            return got.statusCode();
        } catch (IOException | InterruptedException wrong) { answer = "it does not answer (" + wrong + ")"; }
        return 0;
    }
    private String member(String name) { // a text or a number of the answer
        Matcher m = Pattern.compile("\"" + name + "\":\\s*(?:\"((?:[^\"\\\\]|\\\\.)*)\"|(\\d+))").matcher(answer);
        return !m.find() ? answer : m.group(1) == null ? m.group(2) : m.group(1).replaceAll("\\\\(.)", "$1");
    }
    private void event(String type, Object id, Object[] more, Object... value) {
        int at = header != null || own != null ? line() : 0;
        StringBuilder line = pairs(new StringBuilder("{"), "type", type);
        if (id != null) pairs(line, "id", id);
        if (at > 0 && !type.equals("done")) pairs(line, "line", at);
        print(pairs(line, value), more);
    }
    private int line() { // of the current event in the source of the first one; 0: it is in another one
        var search = STACK.walk(s -> s.dropWhile(f -> f.getDeclaringClass() == Espalier.class).findFirst().get());
        String file = search.getDeclaringClass().getPackageName().replace('.', '/') + "/" + search.getFileName();
        if (header != null) begin(file);
        return file.equals(own) ? search.getLineNumber() : 0;
    }
    private void begin(String file) { // prints the header, with the source of the first event
        StringBuilder line = pairs(new StringBuilder("{"), header);
        boolean wanted = !Arrays.asList(header).contains("program");
        String folders = String.join(File.pathSeparator, System.getProperty("java.class.path"), ".", "src", "src/main/java", "src/test/java");
        for (String folder : folders.split(File.pathSeparator)) try {
            String text = Files.readString(Path.of(folder, file));
            if (wanted && own == null && text.getBytes(UTF_8).length <= PROGRAM) { pairs(line, "program", text); own = file; }
        } catch (IOException | RuntimeException none) { } // it is not here
        header = null;
        if (line.length() > 1) print(line, new Object[0]);
    }
    private void print(StringBuilder line, Object[] more) {
        byte[] bytes = pairs(line, more).append("}\n").toString().getBytes(UTF_8);
        out.write(bytes, 0, bytes.length);
        size += bytes.length;
        if (key != null && size - sent >= CHUNK || System.nanoTime() - last > PAUSE) flush();
    }
    private static StringBuilder pairs(StringBuilder line, Object... pairs) {
        if (pairs.length % 2 == 1) throw new IllegalArgumentException("the last key has no value: " + pairs[pairs.length - 1]);
        for (int i = 0; i < pairs.length; i++) json(line.append(i % 2 == 1 ? ": " : line.length() > 1 ? ", " : ""), pairs[i]);
        return line;
    }
    private static void json(StringBuilder to, Object x) {
        double size = x instanceof Double || x instanceof Float ? ((Number) x).doubleValue() : 0;
        if (Double.isNaN(size)) throw new IllegalArgumentException("NaN is no value of a node");
        if (Double.isInfinite(size)) x = size > 0 ? "inf" : "-inf"; // an open bound
        if (x == null || x instanceof Number || x instanceof Boolean) to.append(x);
        else if (x instanceof Collection) json(to, ((Collection<?>) x).toArray());
        else if (x instanceof Map) to.append(pairs(new StringBuilder("{"), ((Map<?, ?>) x).entrySet().stream().flatMap(e -> Stream.of(e.getKey(), e.getValue())).toArray())).append('}');
        else if (x.getClass().isArray()) {
            for (int i = 0; i < Array.getLength(x); i++) json(to.append(i > 0 ? ", " : "["), Array.get(x, i));
            to.append(Array.getLength(x) > 0 ? "]" : "[]");
        } else to.append('"').append(AWKWARD.matcher(x.toString()).replaceAll(m -> String.format("\\\\u%04x", (int) m.group().charAt(0)))).append('"');
    }
}
