// Alpha-beta as negamax on a small tree. It prints its search:
// g++ -std=c++17 -o alphabeta alphabeta.cpp && ./alphabeta > run.ndjson
#include "espalier.hpp"
#include <algorithm>
#include <limits>

struct Node {
    std::string name;
    double value = 0; // of a leaf, for Max
    std::vector<Node> children = {};
};

const Node tree = {"a", 0, {
    {"b", 0, {{"d", 5}, {"e", 4}}},
    {"c", 0, {{"f", 3}, {"g", 2}, {"h", 7}}},
}};
const double infinity = std::numeric_limits<double>::infinity();

// search returns the value for the player to move, which is what the trace has: "values" is "mover". sign is 1
// for Max and -1 for Min.
double search(espalier::Trace &trace, const Node &node, int sign, double alpha, double beta) {
    if (node.children.empty()) return trace.leaf(node.name, sign * node.value);
    trace.enter(node.name, {{"player", sign > 0 ? 1 : 2}, {"alpha", alpha}, {"beta", beta}});
    double best = -infinity;
    for (std::size_t i = 0; i < node.children.size(); i++) {
        double value = -search(trace, node.children[i], -sign, -beta, -alpha);
        best = std::max(best, value);
        alpha = std::max(alpha, best);
        int rest = int(node.children.size() - i - 1);
        if (alpha >= beta && rest > 0) {
            trace.prune(node.name, {{"cut", rest}});
            break;
        }
    }
    return trace.exit(node.name, best);
}

int main(int count, char **arguments) {
    espalier::Trace trace(count > 1 ? arguments[1] : "-", {{"values", "mover"}, {"algorithm", "alphabeta"}});
    trace.done(search(trace, tree, 1, -infinity, infinity));
}
