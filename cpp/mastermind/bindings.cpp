// The Python face of Mastermind: checks arguments, releases the GIL, and nothing else.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <numeric>
#include <optional>
#include <tuple>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>

#include "../arrays.hpp"
#include "certificate.hpp"
#include "chain.hpp"
#include "constraints.hpp"
#include "distinguishing.hpp"
#include "guesses.hpp"
#include "lanes.hpp"
#include "listing.hpp"
#include "objective.hpp"
#include "optimum.hpp"
#include "rules.hpp"
#include "search.hpp"
#include "symmetry.hpp"

namespace mastermine {
namespace {

using Row = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Rows = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Table = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Doubles = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Flags = nb::ndarray<const bool, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Words = nb::ndarray<const std::uint64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

constexpr std::size_t most_listed = std::size_t{1} << 30;         // bytes of all codes
constexpr std::size_t most_distinguished = std::size_t{1} << 13;  // codes of which all pairs are distinguished

Rules make_rules(std::size_t places, int colours, int kind, bool distinct = false) {
    require(places >= 1 && places <= max_places, "a code has 1 to 16 places, not ", places);
    require(colours >= 1 && colours <= max_colours, "there are 1 to 65 colours, not ", colours);
    require(kind >= 0 && kind <= 2, "kind is 0 (pegs), 1 (black) or 2 (places), not ", kind);
    require(!distinct || colours >= static_cast<int>(places), places, " distinct colours out of ", colours,
            " are not possible");
    return {static_cast<int>(places), colours, static_cast<Kind>(kind), distinct};
}

Codes make_codes(const Rules& rules, const Rows& rows, const char* name) {
    require(static_cast<int>(rows.shape(1)) == rules.places || rows.shape(0) == 0, name, " has ", rows.shape(1),
            " places, but ", rules.places, " are expected");
    const std::span<const std::uint8_t> cells(rows.data(), rows.shape(0) * rules.places);
    const std::uint8_t highest = cells.empty() ? 0 : *std::max_element(cells.begin(), cells.end());
    require(highest < rules.colours, name, " has colour ", highest, ", but colours go from 0 to ", rules.colours - 1);
    return {cells, rules.places};
}

Objective make_objective(const Rules& rules, std::size_t size, const Table& array, bool largest, int shift) {
    const std::span<const std::int64_t> table = values(array, "table");
    require(table.size() > size, "the table ends at parts of ", table.size(), " - 1 candidates, but there are ", size);
    require(shift >= 0 && shift < 62, "shift goes from 0 to 61, not ", shift);
    const std::size_t parts = largest ? 1 : std::min<std::size_t>(size, answer_count(rules));
    const std::int64_t limit = (std::int64_t{1} << 61) / static_cast<std::int64_t>(std::max<std::size_t>(parts, 1));
    for (std::size_t n = 1; n <= size; ++n)
        require(-limit <= table[n] && table[n] <= limit, "table[", n, "] is too large: the sum of ", parts,
                " such costs must stay below 2**61");
    return Objective(table, size, largest, shift, answer_count(rules));
}

// The cells of every code, without the GIL; no more than so many bytes.
std::vector<std::uint8_t> all_cells(const Rules& rules, std::size_t most) {
    std::vector<std::uint8_t> alphabet(rules.colours), cells;
    std::iota(alphabet.begin(), alphabet.end(), std::uint8_t{0});
    Guesses codes(rules.places, rules.distinct, alphabet);
    require(codes.count() * rules.places <= static_cast<double>(most), "at most ", most, " bytes are listed");
    nb::gil_scoped_release release;
    cells.reserve(static_cast<std::size_t>(codes.count()) * rules.places);
    while (const std::uint8_t* code = codes.next()) cells.insert(cells.end(), code, code + rules.places);
    return cells;
}

MatrixView<std::uint8_t> py_all_codes(int places, int colours, bool distinct) {
    const Rules rules = make_rules(static_cast<std::size_t>(std::max(places, 0)), colours, 0, distinct);
    return to_view(all_cells(rules, most_listed), places);
}

std::tuple<std::optional<Matrix<std::uint8_t>>, std::int64_t, bool> py_distinguishing(std::size_t places, int colours,
                                                                                      bool distinct, int kind, int most,
                                                                                      double seconds) {
    const Rules rules = make_rules(places, colours, kind, distinct);
    require(kind != 2 || places <= 8, "answers of more than 8 places are not searched");
    require(most >= 0, "the number of guesses is not negative, not ", most);
    require(seconds >= 0, "the time limit is not negative, not ", seconds);
    const std::vector<std::uint8_t> cells = all_cells(rules, most_distinguished * places);
    Distinguishing found;
    {
        nb::gil_scoped_release release;
        found = distinguishing(rules, {cells, rules.places}, most, seconds, pause);
    }
    std::optional<Matrix<std::uint8_t>> guesses;
    if (found.guesses) guesses = to_numpy(std::move(*found.guesses), places);
    return {std::move(guesses), found.nodes, found.stopped};
}

// The answers of codes to a guess, on checked arguments, without the GIL; f(codes, answers) makes the result of them.
template <class F>
auto with_answers(const Row& guess, const Rows& codes, int colours, int kind, const F& f) {
    const Rules rules = make_rules(guess.shape(0), colours, kind);
    const Rows row(guess.data(), {1, guess.shape(0)}, nb::handle());
    make_codes(rules, row, "the guess");
    nb::gil_scoped_release release;
    const Codes all = make_codes(rules, codes, "codes");
    std::vector<std::uint16_t> answers(all.size());
    const Responder respond(rules, guess.data());
    respond.all(all, answers.data());
    return f(rules, all, std::move(answers));
}

Array<std::uint16_t> py_respond(const Row& guess, const Rows& codes, int colours, int kind) {
    return to_numpy(with_answers(guess, codes, colours, kind,
                                 [](const Rules&, Codes, std::vector<std::uint16_t> answers) { return answers; }));
}

View<std::int64_t> py_split(const Row& guess, const Rows& codes, int colours, int kind) {
    return to_view(with_answers(guess, codes, colours, kind,
                                [](const Rules& rules, Codes, const std::vector<std::uint16_t>& answers) {
                                    std::vector<std::int64_t> sizes(answer_space(rules));
                                    for (const std::uint16_t answer : answers) ++sizes[answer];
                                    return sizes;
                                }));
}

MatrixView<std::uint8_t> py_consistent(const Row& guess, const Rows& codes, int colours, int kind, int answer) {
    const auto fitting = [&](const Rules& rules, Codes all, const std::vector<std::uint16_t>& answers) {
        std::vector<std::uint8_t> cells;
        for (std::size_t i = 0; i < all.size(); ++i)
            if (answers[i] == answer) cells.insert(cells.end(), all[i], all[i] + rules.places);
        return cells;
    };
    return to_view(with_answers(guess, codes, colours, kind, fitting), guess.shape(0));
}

View<std::int64_t> py_rounded(const Doubles& array, int exponent) {
    std::vector<std::int64_t> whole;
    for (const double number : values(array, "numbers")) {
        const double scaled = std::ldexp(number, exponent);
        require(std::abs(scaled) < 0x1p63, "the numbers are too large, or none");
        whole.push_back(std::llrint(scaled));
    }
    return to_view(std::move(whole));
}

Array<std::int64_t> py_score(const Rows& guesses, const Rows& candidates, int colours, int kind, const Table& table,
                             bool largest, int shift) {
    const Rules rules = make_rules(candidates.shape(1), colours, kind);
    std::vector<std::int64_t> scores;
    {
        nb::gil_scoped_release release;
        const Codes all = make_codes(rules, guesses, "guesses");
        const Codes left = make_codes(rules, candidates, "candidates");
        require(left.size() > 0, "there is no candidate");
        scores.resize(all.size());
        score(rules, make_objective(rules, left.size(), table, largest, shift), all, left, scores, pause);
    }
    return to_numpy(std::move(scores));
}

// Calls f(search, candidates, history) on checked arguments.
template <class F>
auto with_search(const Rows& candidates, const Rows& history, int colours, bool distinct, int kind, const Table& table,
                 bool largest, int shift, bool symmetry, const F& f) {
    nb::gil_scoped_release release;
    const Rules rules = make_rules(candidates.shape(1), colours, kind, distinct);
    const Codes left = make_codes(rules, candidates, "candidates");
    const Codes made = make_codes(rules, history, "history");
    require(left.size() > 0, "there is no candidate");
    require(left.size() < std::size_t{1} << 32, "there are too many candidates");
    for (std::size_t i = 1; i < left.size(); ++i)
        require(std::memcmp(left[i - 1], left[i], rules.places) < 0,
                "candidates are not in numeric order, or one is there twice");
    Search search(rules, make_objective(rules, left.size(), table, largest, shift), symmetry, pause);
    Symmetry left_symmetry(rules, symmetry);
    for (std::size_t i = 0; i < made.size(); ++i) left_symmetry = left_symmetry.after(made[i]);
    return f(search, left, left_symmetry);
}

View<std::uint8_t> py_choose(const Rows& candidates, const Rows& history, int colours, bool distinct, int kind,
                             const Table& table, bool largest, int shift, bool symmetry) {
    const Code code = with_search(
        candidates, history, colours, distinct, kind, table, largest, shift, symmetry,
        [](Search& search, Codes left, const Symmetry& made) { return search.choose(left, made); });
    return to_view(std::vector<std::uint8_t>(code.begin(), code.begin() + candidates.shape(1)));
}

View<std::int64_t> py_evaluate(const Rows& candidates, const Rows& history, int colours, bool distinct, int kind,
                               const Table& table, bool largest, int shift, bool symmetry) {
    return to_view(
        with_search(candidates, history, colours, distinct, kind, table, largest, shift, symmetry,
                    [](Search& search, Codes left, const Symmetry& made) { return search.evaluate(left, made); }));
}

void check_task(int depth, int counts, int width) {
    require(counts >= 0 && counts <= 3, "cost is 0 (total), 1 (last), 2 (none) or 3 (missed), not ", counts);
    require(depth >= 0 && depth <= 100, "depth goes from 0 to 100, not ", depth);
    require(counts == 0 || depth > 0, "without a depth only the total is a cost");
    require(width >= 0, "width is not negative, not ", width);
}

std::unique_ptr<optimum::Search> make_tree_search(const Rows& candidates, int colours, bool distinct, int kind,
                                                  const Rows& first, int policy, unsigned without,
                                                  const std::optional<Table>& weights, std::size_t memory) {
    const Rules rules = make_rules(candidates.shape(1), colours, kind, distinct);
    require(candidates.shape(0) > 0, "there is no candidate");
    require(policy >= 0 && policy <= 2, "policy is 0 (any), 1 (consistent) or 2 (previous), not ", policy);
    require(!weights || weights->shape(0) == candidates.shape(0), "there are not as many weights as candidates");
    std::span<const std::int64_t> heavy;
    if (weights) heavy = values(*weights, "weights");
    for (const std::int64_t weight : heavy)
        require(0 <= weight && weight <= std::int64_t{1} << 32, "a weight goes from 0 to 2**32, not ", weight);
    nb::gil_scoped_release release;
    const Codes left = make_codes(rules, candidates, "candidates");
    require(left.size() < 65536, "at most 65535 candidates are searched, not ", left.size());
    for (std::size_t i = 1; i < left.size(); ++i)
        require(std::memcmp(left[i - 1], left[i], rules.places) < 0,
                "candidates are not in numeric order, or one is there twice");
    require(kind != 2 || rules.places <= 8, "answers of more than 8 places are not searched");
    return std::make_unique<optimum::Search>(optimum::Game{rules, left, make_codes(rules, first, "first"), heavy,
                                                           static_cast<optimum::Policy>(policy), without, memory});
}

optimum::Found found_by(optimum::Search& search, int depth, int counts, std::int64_t below, int width, double seconds) {
    check_task(depth, counts, width);
    nb::gil_scoped_release release;
    return search.find({depth, static_cast<optimum::Counts>(counts), below, width, seconds, pause});
}

std::tuple<std::int64_t, std::int64_t, Matrix<std::uint8_t>, std::int64_t> py_optimum(
    const Rows& candidates, int colours, bool distinct, int kind, const Rows& first, int policy, int depth, int counts,
    std::int64_t below, int width, unsigned without, double seconds, const std::optional<Table>& weights) {
    check_task(depth, counts, width);
    require(!weights || (counts == 0 && depth == 0), "weights are for the total, without a depth");
    const auto search = make_tree_search(candidates, colours, distinct, kind, first, policy, without, weights,
                                         std::size_t{1} << 28);
    optimum::Found found = found_by(*search, depth, counts, below, width, seconds);
    return {found.value, found.bound, to_numpy(std::move(found.tree), candidates.shape(1)), found.nodes};
}

nb::bytes bytes_of(std::span<const std::uint8_t> bytes) {
    return nb::bytes(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

void bind_tree_search(nb::module_& m) {
    using optimum::Search;
    nb::class_<Search>(m, "TreeSearch",
                       "One game that is searched for its best tree, by any number of threads at once.")
        .def(nb::new_([](const Rows& codes, int symbols, bool distinct, int kind, int policy, std::size_t memory) {
                 const Rows none(nullptr, {0, codes.shape(1)}, nb::handle());
                 return make_tree_search(codes, symbols, distinct, kind, none, policy, 0, std::nullopt, memory);
             }),
             array("codes"), nb::arg("symbols"), nb::arg("distinct"), nb::arg("kind"), nb::arg("policy"),
             nb::arg("memory"))
        .def(
            "find",
            [](Search& search, int depth, int cost, std::int64_t below, int width, double seconds) {
                const optimum::Found found = found_by(search, depth, cost, below, width, seconds);
                return std::make_tuple(found.value, found.bound, bytes_of(found.tree), found.nodes, found.stopped);
            },
            nb::arg("depth"), nb::arg("cost"), nb::arg("below"), nb::arg("width"), nb::arg("seconds"),
            "The tree that costs least: its cost, what is proven, its guesses in preorder, positions, whether stopped.")
        .def("stop", &Search::stop, "Stops all threads that search.")
        .def(
            "progress",
            [](const Search& search) {
                const optimum::Progress now = search.progress();
                return std::make_tuple(now.nodes, now.best, now.guess, now.guesses, now.lost);
            },
            "Positions, the cost of the best tree so far, which first guess of how many, facts that were lost.")
        .def(
            "certificate",
            [](Search& search, std::int64_t below, double seconds) {
                std::optional<std::vector<std::uint8_t>> hints;
                {
                    nb::gil_scoped_release release;
                    hints = search.certificate({.below = below, .seconds = seconds, .pause = pause});
                }
                return hints ? std::optional(bytes_of(*hints)) : std::nullopt;
            },
            nb::arg("below"), nb::arg("seconds"),
            "The hints of a certificate that no tree has a total below this; none where one has, or time is up.")
        .def(
            "take_facts",
            [](Search& search) {
                const std::vector<std::int64_t> facts = search.take_facts();
                return bytes_of({reinterpret_cast<const std::uint8_t*>(facts.data()), 8 * facts.size()});
            },
            "Facts that took long, since the last call: words of eight bytes.")
        .def(
            "add_facts",
            [](Search& search, const nb::bytes& bytes) {
                require(bytes.size() % 8 == 0, "facts are words of eight bytes");
                std::vector<std::int64_t> facts(bytes.size() / 8);
                std::memcpy(facts.data(), bytes.c_str(), bytes.size());
                search.add_facts(facts);
            },
            nb::arg("facts"), "Makes facts of another search known.");
}

std::tuple<int, Array<std::int64_t>, Matrix<std::int64_t>, std::int64_t, Matrix<std::int64_t>> py_check_bound(
    std::size_t places, int colours, bool distinct, int kind, std::int64_t bound, const nb::callable& read) {
    const Rules rules = make_rules(places, colours, kind, distinct);
    std::size_t codes = 1;
    for (int p = 0; p < rules.places; ++p) {
        codes *= distinct ? colours - p : colours;
        require(codes <= certificate::most_codes, "at most ", certificate::most_codes, " codes are checked");
    }
    require(kind != 2 || places <= 8, "answers of more than 8 places are not checked");
    require(1 <= bound && bound <= certificate::most_number, "the bound is 1 to ", certificate::most_number, ", not ",
            bound);
    const auto next = [&read] {
        nb::gil_scoped_acquire gil;
        const nb::object chunk = read(std::size_t{1} << 16);
        if (!PyBytes_Check(chunk.ptr())) throw nb::type_error("read must return bytes");
        return std::string(PyBytes_AS_STRING(chunk.ptr()), PyBytes_GET_SIZE(chunk.ptr()));
    };
    certificate::Verdict verdict;
    {
        nb::gil_scoped_release release;
        verdict = certificate::check(rules, bound, next, pause);
    }
    return {static_cast<int>(verdict.fault), to_numpy(std::move(verdict.numbers)), to_numpy(std::move(verdict.path), 2),
            verdict.sets, to_numpy(std::move(verdict.first), 2)};
}

// For codes of any length and number of colours that a byte can tell.
Constraints make_constraints(const Flags& allowed, const Rows& guesses, const Table& black, const Table& common,
                             bool distinct) {
    const std::size_t places = allowed.shape(0), symbols = allowed.shape(1), turns = guesses.shape(0);
    require(places >= 1 && places <= 255, "a code has 1 to 255 places, not ", places);
    require(symbols >= 1 && symbols <= 256, "there are 1 to 256 colours, not ", symbols);
    require(guesses.shape(1) == places, "guesses has ", guesses.shape(1), " places, but ", places, " are expected");
    const std::span<const std::int64_t> blacks = values(black, "black"), commons = values(common, "common");
    for (const auto& told : {blacks, commons}) {
        require(told.size() == turns, "there are ", turns, " guesses, but ", told.size(), " numbers of pegs");
        for (const std::int64_t pegs : told)
            require(-1 <= pegs && pegs <= static_cast<std::int64_t>(places),
                    "a number of pegs goes from -1 (untold) to ", places, ", not ", pegs);
    }
    // Other bytes are possible in numpy; to read one as a bool is not defined.
    const auto* flags = reinterpret_cast<const std::uint8_t*>(allowed.data());
    require(std::all_of(flags, flags + places * symbols, [](std::uint8_t flag) { return flag <= 1; }),
            "allowed holds a byte that is neither False nor True");
    for (std::size_t i = 0; i < turns * places; ++i)
        require(guesses.data()[i] < symbols, "guesses has colour ", guesses.data()[i], ", but colours go from 0 to ",
                symbols - 1);
    return {places, symbols, allowed.data(), guesses.data(), blacks, commons, distinct};
}

std::tuple<bool, Matrix<std::uint8_t>> py_listed(const Flags& allowed, const Rows& guesses, const Table& black,
                                                 const Table& common, bool distinct, std::int64_t nodes) {
    const Constraints constraints = make_constraints(allowed, guesses, black, common, distinct);
    require(nodes >= 0, "nodes is not negative, not ", nodes);
    Listing listing;
    {
        nb::gil_scoped_release release;
        listing = listed(constraints, nodes, pause);
    }
    return {listing.complete, to_numpy(std::move(listing.codes), constraints.places)};
}

Chances make_chances(const Words& words, std::size_t rows, const char* name) {
    require(words.shape(0) == rows, name, " has ", words.shape(0), " rows, but ", rows, " are expected");
    return {values(words, name), words.shape(1)};
}

Matrix<std::uint8_t> py_sampled(const Flags& allowed, const Rows& guesses, const Table& black, const Table& common,
                                bool distinct, const Rows& start, std::uint64_t seed, std::int64_t burn,
                                std::int64_t sweeps, std::int64_t every, std::int64_t samples, const Words& steps,
                                const Words& exchanges) {
    const Constraints constraints = make_constraints(allowed, guesses, black, common, distinct);
    const std::size_t places = constraints.places, replicas = start.shape(0);
    require(replicas >= 1, "there is no replica");
    require(start.shape(1) == places, "start has ", start.shape(1), " places, but ", places, " are expected");
    const std::int64_t most = std::int64_t{1} << 62;
    for (const std::int64_t number : {burn, sweeps, samples})
        require(0 <= number && number < most, "burn, sweeps and samples are 0 to 2**62 - 1, not ", number);
    require(every >= 1, "every is at least 1, not ", every);
    for (std::size_t r = 0; r < replicas; ++r) {
        std::vector<bool> used(constraints.symbols);
        for (std::size_t place = 0; place < places; ++place) {
            const std::uint8_t colour = start.data()[r * places + place];
            require(colour < constraints.symbols && constraints.allows(place, colour), "start has colour ", colour,
                    " at place ", place, ", where it is not allowed");
            require(!distinct || !used[colour], "start has colour ", colour, " twice");
            used[colour] = true;
        }
    }
    const Chain chain{{start.data(), replicas * places},
                      seed,
                      burn,
                      sweeps,
                      every,
                      samples,
                      make_chances(steps, replicas, "steps"),
                      make_chances(exchanges, replicas - 1, "exchanges")};
    std::vector<std::uint8_t> found;
    {
        nb::gil_scoped_release release;
        found = sampled(constraints, chain, pause);
    }
    return to_numpy(std::move(found), places);
}

}  // namespace

void bind_mastermind(nb::module_& m) {
    m.attr("vector_bytes") = vector_bytes();
    m.def("all_codes", &py_all_codes, nb::arg("places"), nb::arg("colours"), nb::arg("distinct"),
          "Every code in numeric order.");
    m.def("split", &py_split, array("guess"), array("codes"), nb::arg("colours"), nb::arg("kind"),
          "How many codes give each answer to a guess, by the number of the answer.");
    m.def("consistent", &py_consistent, array("guess"), array("codes"), nb::arg("colours"), nb::arg("kind"),
          nb::arg("answer"), "The codes that give this answer to a guess.");
    m.def("rounded", &py_rounded, array("numbers"), nb::arg("exponent"),
          "The whole numbers next to these times 2**exponent; halves go to the even one.");
    m.def("respond", &py_respond, array("guess"), array("codes"), nb::arg("colours"), nb::arg("kind"),
          "The answers of each code, taken as the secret, to one guess.");
    m.def("score", &py_score, array("guesses"), array("candidates"), nb::arg("colours"), nb::arg("kind"),
          array("table"), nb::arg("largest"), nb::arg("shift"),
          "The score of each guess: the costs of the parts into which it splits the candidates, added up or the "
          "greatest of them.");
    m.def("choose", &py_choose, array("candidates"), array("history"), nb::arg("colours"), nb::arg("distinct"),
          nb::arg("kind"), array("table"), nb::arg("largest"), nb::arg("shift"), nb::arg("symmetry"),
          "The best of all guesses: of least score, if possible a candidate, then the smallest.");
    m.def("evaluate", &py_evaluate, array("candidates"), array("history"), nb::arg("colours"), nb::arg("distinct"),
          nb::arg("kind"), array("table"), nb::arg("largest"), nb::arg("shift"), nb::arg("symmetry"),
          "How many candidates are found with 1, 2, 3, ... best guesses.");
    m.def("optimum", &py_optimum, array("codes"), nb::arg("symbols"), nb::arg("distinct"), nb::arg("kind"),
          array("first"), nb::arg("policy"), nb::arg("depth"), nb::arg("cost"), nb::arg("below"), nb::arg("width"),
          nb::arg("without"), nb::arg("seconds"), nb::arg("weights").noconvert() = nb::none(),
          "The tree that costs least: its cost, what is proven, its guesses in preorder, positions looked at.");
    bind_tree_search(m);
    m.def("check_bound", &py_check_bound, nb::arg("places"), nb::arg("symbols"), nb::arg("distinct"), nb::arg("kind"),
          nb::arg("bound"), nb::arg("read"),
          "Whether a certificate proves that no tree needs fewer guesses: the fault, its numbers and the guesses that "
          "lead to it, how many sets were checked, the bound of each first guess.");
    m.def(
        "distinguishing", &py_distinguishing, nb::arg("places"), nb::arg("symbols"), nb::arg("distinct"),
        nb::arg("kind"), nb::arg("most"), nb::arg("seconds"),
        "Guesses, made all at once, that distinguish all codes; how many sets were searched, and whether time was up.");
    m.def("listed", &py_listed, array("allowed"), array("guesses"), array("black"), array("common"),
          nb::arg("distinct"), nb::arg("nodes"),
          "All codes that fit, in numeric order, if the search has at most so many nodes; and whether it has.");
    m.def("sampled", &py_sampled, array("allowed"), array("guesses"), array("black"), array("common"),
          nb::arg("distinct"), array("start"), nb::arg("seed"), nb::arg("burn"), nb::arg("sweeps"), nb::arg("every"),
          nb::arg("samples"), array("steps"), array("exchanges"),
          "Codes that fit, drawn by a Markov chain with replica exchange, in the order in which they were met.");
}

}  // namespace mastermine
