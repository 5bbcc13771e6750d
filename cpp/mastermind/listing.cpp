#include "listing.hpp"

#include <algorithm>
#include <utility>

namespace mastermine {
namespace {

// Each turn has two numbers, in a lane each: how many black and how many common pegs are still needed. A lane is a
// byte, or two where a code is long; its highest bit is set, and is lost when a number falls below zero. So a few
// operations on whole words look at all turns. `Fixed` is how many words there are, 0 if only known at run time.
template <class Lane, std::size_t Fixed>
class Search {
  public:
    Search(const Constraints& constraints, std::int64_t nodes, Pause pause)
        : given_(constraints), words_(words(constraints)), nodes_(nodes), pause_(pause), code_(given_.places) {
        const std::size_t places = given_.places, symbols = given_.symbols;
        levels_.resize(places);
        needed_.assign((places + 1) * size(), 0);
        black_.assign(places * symbols * size(), 0);
        limit_.assign(places * size(), 0);
        std::fill_n(needed_.begin(), size(), high);
        for (std::size_t turn = 0; turn < given_.turns(); ++turn) {
            if (given_.black[turn] >= 0) set(needed_.data(), 2 * turn, given_.black[turn]);
            if (given_.common[turn] >= 0) set(needed_.data(), 2 * turn + 1, given_.common[turn]);
        }
        for (std::size_t place = 0; place < places; ++place) {
            for (std::size_t colour = 0; colour < symbols; ++colour)
                if (given_.allows(place, colour)) levels_[place].colours.push_back(colour);
            levels_[place].fits.resize(symbols);
            std::fill_n(&limit_[place * size()], size(), high);
            for (std::size_t turn = 0; turn < given_.turns(); ++turn) {
                std::size_t later = 0;
                for (std::size_t p = place + 1; p < places; ++p) later += given_.allows(p, given_.guess(turn, p));
                if (given_.black[turn] >= 0) {
                    set(&limit_[place * size()], 2 * turn, later);
                    set(&black_[(place * symbols + given_.guess(turn, place)) * size()], 2 * turn, 1);
                }
                if (given_.common[turn] >= 0) set(&limit_[place * size()], 2 * turn + 1, places - place - 1);
            }
        }
        // Addition of the next peg of a colour to the common pegs: rows, of which the last is all zero.
        std::vector<std::size_t> times(symbols * given_.turns(), 0);
        for (std::size_t turn = 0; turn < given_.turns(); ++turn)
            for (std::size_t place = 0; place < places && given_.common[turn] >= 0; ++place)
                ++times[given_.guess(turn, place) * given_.turns() + turn];
        for (std::size_t colour = 0; colour < symbols; ++colour) {
            next_.push_back(common_.size());
            for (std::size_t already = 0, some = 1; some != 0; ++already) {
                some = 0;
                common_.resize(common_.size() + size(), 0);
                for (std::size_t turn = 0; turn < given_.turns(); ++turn) {
                    if (times[colour * given_.turns() + turn] <= already) continue;
                    set(&common_[common_.size() - size()], 2 * turn + 1, 1);
                    ++some;
                }
            }
            last_.push_back(common_.size() - size());
        }
        count_.assign(symbols, 0);
    }

    Listing run() {
        const bool complete = descend(0);
        if (!complete) codes_.clear();
        return {complete, std::move(codes_)};
    }

    static std::size_t words(const Constraints& constraints) {
        const std::size_t lanes = sizeof(std::uint64_t) / sizeof(Lane);
        return std::max<std::size_t>(1, (2 * constraints.turns() + lanes - 1) / lanes);
    }

  private:
    struct Level {
        std::vector<std::uint8_t> colours, fits;
    };

    static constexpr int bits = 8 * sizeof(Lane);
    static constexpr std::uint64_t high = ~std::uint64_t{0} / ((std::uint64_t{1} << bits) - 1) << (bits - 1);

    std::size_t size() const { return Fixed ? Fixed : words_; }

    static void set(std::uint64_t* words, std::size_t lane, std::size_t number) {
        const std::size_t lanes = sizeof(std::uint64_t) / sizeof(Lane);
        words[lane / lanes] += static_cast<std::uint64_t>(number) << (lane % lanes * bits);
    }

    // Returns true if the search is complete.
    bool descend(std::size_t place) {
        Level& level = levels_[place];
        const std::uint64_t* needed = &needed_[place * size()];
        const std::uint64_t* limit = &limit_[place * size()];
        const std::uint64_t* black = &black_[place * given_.symbols * size()];
        std::size_t fitting = 0;
        for (const std::uint8_t colour : level.colours) {
            const std::uint64_t* blacks = black + colour * size();
            const std::uint64_t* commons = &common_[next_[colour]];
            std::uint64_t good = high;
            for (std::size_t w = 0; w < size(); ++w) {
                const std::uint64_t rest = needed[w] - blacks[w] - commons[w];
                good &= rest & (limit[w] - (rest & ~high));
            }
            level.fits[fitting] = colour;
            fitting += good == high && !(given_.distinct && count_[colour]);
        }
        if ((nodes_ -= fitting) < 0) return false;
        if ((++visits_ & 0xFFF) == 0) pause_();
        if (place + 1 == given_.places) {
            for (std::size_t i = 0; i < fitting; ++i) {
                code_[place] = level.fits[i];
                codes_.insert(codes_.end(), code_.begin(), code_.end());
            }
            return true;
        }
        for (std::size_t i = 0; i < fitting; ++i) {
            const std::uint8_t colour = level.fits[i];
            const std::uint64_t* blacks = black + colour * size();
            const std::size_t row = next_[colour];
            std::uint64_t* rest = &needed_[(place + 1) * size()];
            for (std::size_t w = 0; w < size(); ++w) rest[w] = needed[w] - blacks[w] - common_[row + w];
            code_[place] = colour;
            ++count_[colour];
            if (row != last_[colour]) next_[colour] += size();
            const bool complete = descend(place + 1);
            next_[colour] = row;
            --count_[colour];
            if (!complete) return false;
        }
        return true;
    }

    const Constraints& given_;
    std::size_t words_;
    std::int64_t nodes_;
    Pause pause_;
    std::size_t visits_ = 0;
    std::vector<std::uint8_t> code_, codes_, count_;
    std::vector<Level> levels_;
    std::vector<std::uint64_t> needed_;  // with the first so many places set: a row for each number of them
    std::vector<std::uint64_t> limit_;   // what the places after each one can add at most, under the high bits
    std::vector<std::uint64_t> black_;   // what each colour adds at each place
    std::vector<std::uint64_t> common_;
    std::vector<std::size_t> next_, last_;  // of each colour: the row that counts now, and the one of zeros
};

template <class Lane>
Listing with_lanes(const Constraints& constraints, std::int64_t nodes, Pause pause) {
    switch (Search<Lane, 0>::words(constraints)) {
        case 1: return Search<Lane, 1>(constraints, nodes, pause).run();
        case 2: return Search<Lane, 2>(constraints, nodes, pause).run();
        case 3: return Search<Lane, 3>(constraints, nodes, pause).run();
        default: return Search<Lane, 0>(constraints, nodes, pause).run();
    }
}

}  // namespace

Listing listed(const Constraints& constraints, std::int64_t nodes, Pause pause) {
    if (constraints.places < 128) return with_lanes<std::uint8_t>(constraints, nodes, pause);
    return with_lanes<std::uint16_t>(constraints, nodes, pause);
}

}  // namespace mastermine
