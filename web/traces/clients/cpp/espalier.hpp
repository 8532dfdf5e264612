// Prints the search of a program for Espalier, one line of JSON for each event. C++17 on POSIX, no library.
//     espalier::Trace trace("-", {{"kind", "minimax"}, {"algorithm", "alphabeta"}});
//     trace.enter("a", {{"player", 1}, {"alpha", alpha}, {"beta", beta}});  // the search of a node begins
//     trace.leaf("b", 5);                                                   // a leaf; returns the value
//     trace.prune("a", {{"cut", 2}});                                       // its other children are skipped
//     trace.exit("a", 5);                                                   // the search ends; returns the value
// "-" is the standard output; "run.ndjson" is a file; "http://127.0.0.1:8080" is a server, to which the search is sent while it runs. An id is
// a number or a text; nullptr is none. A value is a number, an array or a vector; {"values", "mover"} in the header is for negamax, "root" for
// one player against all others. The file with the first event is sent along if it has the name that the compiler was given, and each event of
// that file has its line; {"program", ""} leaves both out. The format: /traces/format. (c) 2026 The Espalier authors, MIT licence.
#pragma once
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <netdb.h>
#include <stdexcept>
#include <string_view>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>
#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif
namespace espalier {
struct Json { // a value as text
    std::string text;
    Json(std::nullptr_t) : text("null") {}
    template <class T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0> Json(T x) {
        if constexpr (std::is_same_v<T, char>) *this = Json(std::string(1, x));
        else if constexpr (std::is_same_v<T, bool>) text = x ? "true" : "false";
        else if constexpr (std::is_integral_v<T>) text = std::to_string(x);
        else if (x != x) throw std::invalid_argument("NaN is no value of a node");
        else if (x - x != 0) text = x > 0 ? "\"inf\"" : "\"-inf\""; // an open bound
        else { char b[64]; text.assign(b, std::to_chars(b, b + sizeof b, x).ptr); } // reads back as the same number
    }
    template <class S, std::enable_if_t<std::is_convertible_v<const S &, std::string_view>, int> = 0> Json(const S &s) : text("\"") {
        for (unsigned char c : std::string_view(s))
            if (char b[8]; c < ' ') text.append(b, std::snprintf(b, sizeof b, "\\u%04x", c));
            else text.append(c == '"' || c == '\\' ? "\\" : "").push_back(char(c));
        text += '"'; }
    template <class List, class = decltype(std::declval<List>().begin()), std::enable_if_t<!std::is_convertible_v<const List &, std::string_view>, int> = 0> Json(const List &list) : text("[") {
        for (const auto &x : list) text += (text.size() > 1 ? ", " : "") + Json(x).text;
        text += ']'; }
    Json(std::initializer_list<std::pair<const char *, Json>> object) : text("{") {
        for (const auto &[key, x] : object) text += (text.size() > 1 ? ", " : "") + Json(key).text + ": " + x.text;
        text += '}'; }
};
using Keys = std::initializer_list<std::pair<const char *, Json>>;
struct Place { const char *file; int line; static constexpr Place here(const char *f = __builtin_FILE(), int l = __builtin_LINE()) { return {f, l}; } };
class Trace {
    using clock = std::chrono::steady_clock;
    static constexpr long CHUNK = 1 << 18, PROGRAM = 1 << 18; // bytes that are sent at once, while the program goes on; of the longest file that is sent along
    static constexpr std::chrono::milliseconds PAUSE{200}; // after it fewer are sent
    std::FILE *out = stdout; // of a live trace a copy of all that is sent, which stays if the server fails
    int to = -1; // the connection with an answer to come
    std::string copy, server, key, answer, header, own; // header and own: what is printed before the first event; the file that prints that event
    long size = 0, sent = 0, unanswered = 0; // bytes: unanswered ones are on their way
    clock::time_point last = clock::now();
public:
    explicit Trace(const std::string &target = "-", Keys keys = {}) : header(Json(keys).text) {
        if (target.find("://") != std::string::npos) open(target);
        else if (target != "-" && !(out = std::fopen(target.c_str(), "w"))) throw std::runtime_error("espalier: cannot write " + target);
    }
    Trace(const Trace &) = delete;
    ~Trace() {
        if (flush(); !key.empty() && (ask("/" + key + "/end", ""), hear() / 100 != 2)) fail();
        if (out != stdout && !std::fclose(out) && !key.empty()) std::remove(copy.c_str());
    }
    void enter(const Json &id, Keys more = {}, Place at = Place::here()) { event("enter", id, "", more, at); }
    void prune(const Json &id = nullptr, Keys more = {}, Place at = Place::here()) { event("prune", id, "", more, at); }
    template <class T> T leaf(const Json &id, T value, Keys more = {}, Place at = Place::here()) { event("leaf", id, Json(value).text, more, at); return value; }
    template <class T> T exit(const Json &id, T value, Keys more = {}, Place at = Place::here()) { event("exit", id, Json(value).text, more, at); return value; }
    template <class T> T done(T value, Keys more = {}, Place at = Place::here()) { event("done", nullptr, Json(value).text, more, at); return value; }
    void flush(bool ahead = false) { // a slow server slows the program; nothing is left out
        std::fflush(out);
        for (int tries = 0; !key.empty() && (unanswered > 0 || sent < size);) {
            if (unanswered == 0) {
                if (std::string part(size - sent < CHUNK ? size - sent : CHUNK, ' '); std::fseek(out, sent, SEEK_SET) || std::fread(&part[0], 1, part.size(), out) != part.size()) throw std::runtime_error("espalier: cannot read " + copy);
                else ask("/" + key + "/lines?from=" + std::to_string(sent), part), unanswered = long(part.size());
                if (ahead && tries == 0) break; // the answer is read before the next part
            }
            if (int status = hear(); status / 100 == 2) sent += unanswered, tries = 0;
            else if (++tries == 6 || (status != 0 && status != 429 && status != 503 && answer.find("\"offset\":") == std::string::npos)) fail();
            else if (status == 409) sent = std::stol(member("offset")); // lost, or come twice
            else usleep(50000 << tries); // 3 seconds in all
            unanswered = 0;
        }
        if (last = clock::now(); !copy.empty()) std::fseek(out, 0, SEEK_END);
    }
private:
    void event(const std::string &type, const Json &id, const std::string &value, Keys more, Place at) {
        if (!header.empty()) begin(at.file);
        const std::string line = own == at.file && type != "done" ? ", \"line\": " + std::to_string(at.line) : "";
        print("{\"type\": \"" + type + '"' + (id.text == "null" ? "" : ", \"id\": " + id.text) + line + (value.empty() ? "" : ", \"value\": " + value) + (more.size() ? ", " : "") + Json(more).text.substr(1));
    }
    void begin(const char *file) { // prints the header, with the text of the file that prints the first event
        std::string text{std::istreambuf_iterator<char>(std::ifstream(file).rdbuf()), {}}, line;
        line.swap(header);
        int more = 0; // bytes that a character of UTF-8 still has; -1: this is none
        for (unsigned char c : text) more = more < 0 ? -1 : (c & 0xC0) == 0x80 ? more - 1 : more > 0 || c > 0xF4 ? -1 : c < 0x80 ? 0 : c < 0xE0 ? 1 : c < 0xF0 ? 2 : 3;
        if (more == 0 && !text.empty() && long(text.size()) <= PROGRAM && line.find("\"program\": ") == std::string::npos) own = file, line.replace(line.size() - 1, 1, (line.size() > 2 ? ", " : "") + ("\"program\": " + Json(text).text + '}'));
        if (line.size() > 2) print(line);
    }
    void print(const std::string &line) {
        std::fwrite((line + '\n').data(), 1, line.size() + 1, out), size += long(line.size()) + 1;
        if ((!key.empty() && size - sent - unanswered >= CHUNK) || clock::now() - last > PAUSE) flush(true);
    }
    void open(const std::string &target) {
        if (target.rfind("http://", 0) != 0) throw std::invalid_argument("espalier: this client speaks http, not " + target);
        server = target.substr(0, target.find_last_not_of('/') + 1);
        out = fdopen(mkstemp(&(copy = std::string(std::getenv("TMPDIR") ? std::getenv("TMPDIR") : "/tmp") + "/espalier-XXXXXX")[0]), "w+");
        if (ask("?live=1", ""), hear() != 201) return fail();
        key = member("key");
        std::fprintf(stderr, "espalier: the search is shown at %s/traces/%s\n", server.c_str(), member("id").c_str());
    }
    void fail() { // the program goes on, and the copy with it
        key.clear(), std::fprintf(stderr, "espalier: %s: %s. The trace is in %s\n", server.c_str(), member("detail").c_str(), copy.c_str());
    }
    std::string member(const std::string &name) { // a text or a number of the answer
        auto at = answer.find('"' + name + "\":");
        if (at == std::string::npos) return answer;
        std::string found;
        at = answer.find_first_not_of(' ', at + name.size() + 3);
        for (char end = answer[at] == '"' ? answer[at++] : ','; at < answer.size() && answer[at] != end && (end == '"' || answer[at] != '}'); at++)
            found += answer[at] == '\\' ? answer[++at] : answer[at];
        return found;
    }
    void ask(const std::string &path, const std::string &body) {
        std::string host = server.substr(7, server.find('/', 7) - 7), under = server.substr(7 + host.size());
        auto colon = host.rfind(':');
        std::string text = "POST " + under + "/api/v1/traces" + path + " HTTP/1.0\r\nHost: " + host + "\r\nContent-Type: application/x-ndjson\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
        addrinfo hints{0, AF_UNSPEC, SOCK_STREAM, 0, 0, nullptr, nullptr, nullptr}, *found = nullptr;
        if (getaddrinfo(host.substr(0, colon).c_str(), colon == std::string::npos ? "80" : &host[colon + 1], &hints, &found)) return;
        for (addrinfo *a = found; a && to < 0; a = a->ai_next)
            if (to = socket(a->ai_family, SOCK_STREAM, 0); connect(to, a->ai_addr, a->ai_addrlen)) ::close(to), to = -1;
        freeaddrinfo(found);
        for (ssize_t n = 1, done = 0; n > 0 && done < ssize_t(text.size()); done += n) n = ::send(to, &text[done], text.size() - done, MSG_NOSIGNAL);
    }
    int hear() { // returns the status, or 0 without an answer
        std::string got, b(4096, ' ');
        for (ssize_t n; (n = ::recv(to, &b[0], b.size(), 0)) > 0;) got.append(b, 0, n);
        auto end = (::close(to), to = -1, got.find("\r\n\r\n"));
        answer = end == std::string::npos ? "it does not answer" : got.substr(end + 4);
        return end == std::string::npos ? 0 : std::stoi(got.substr(9));
    }
};
} // namespace espalier
