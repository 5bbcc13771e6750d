#include "chain.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "../random.hpp"

namespace mastermine {
namespace {

// Sixteen turns at once, a byte each.
constexpr std::size_t width = 16;
using Vector = std::uint8_t __attribute__((vector_size(width)));
using Comparison = std::int8_t __attribute__((vector_size(width)));

Vector mask(Comparison comparison) { return reinterpret_cast<Vector>(comparison); }

std::int64_t difference(Vector a, Vector b) {
#if defined(__SSE2__)
    const __m128i sums = _mm_sad_epu8(reinterpret_cast<__m128i>(a), reinterpret_cast<__m128i>(b));
    return _mm_cvtsi128_si32(sums) + _mm_extract_epi16(sums, 4);
#else
    const Vector apart = (a > b ? a : b) - (a > b ? b : a);
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < width; ++i) sum += apart[i];
    return sum;
#endif
}

// Some of 32 random bits would favour small numbers; what they are drawn for is then not done.
class Die {
  public:
    explicit Die(std::uint64_t sides) : sides_(sides), refused_(sides ? (std::uint64_t{1} << 32) % sides : 0) {}

    bool cast(std::uint64_t bits, std::size_t& side) const {
        const std::uint64_t product = bits * sides_;
        side = product >> 32;
        return (product & 0xFFFFFFFF) >= refused_;
    }

  private:
    std::uint64_t sides_, refused_;
};

struct Place {
    std::vector<std::uint8_t> colours;
    Die die;
};

struct Pegs {
    Vector black, common;
};

struct Replica {
    std::vector<std::uint8_t> code, count, where;  // how often each colour stands, and a place where it does
    std::vector<Pegs> pegs;                        // what each turn would have been told
    std::int64_t energy;
};

// `Fixed` is how many vectors there are, 0 if it is only known at run time.
template <std::size_t Fixed>
class Walk {
  public:
    Walk(const Constraints& constraints, const Chain& chain, Pause pause)
        : given_(constraints), chain_(chain), pause_(pause), vectors_(vectors(constraints)), random_(chain.seed),
          what_(2 * constraints.places), other_(constraints.places) {
        column_.assign(given_.places * size(), Vector{});
        times_.assign(given_.symbols * size(), Vector{});
        told_.assign(size(), Pegs{});
        counts_.assign(size(), Vector{});
        proposed_.assign(size(), Pegs{});
        for (std::size_t turn = 0; turn < given_.turns(); ++turn) {
            const std::size_t v = turn / width, lane = turn % width;
            if (given_.black[turn] >= 0) {
                counts_[v][lane] = 0xFF;
                told_[v].black[lane] = given_.black[turn];
            }
            if (given_.common[turn] >= 0) told_[v].common[lane] = given_.common[turn];
            for (std::size_t place = 0; place < given_.places; ++place) {
                const std::uint8_t colour = given_.guess(turn, place);
                column_[place * size() + v][lane] = colour;
                times_[colour * size() + v][lane] += given_.common[turn] >= 0;
            }
        }
        for (std::size_t place = 0; place < given_.places; ++place) {
            std::vector<std::uint8_t> colours;
            for (std::size_t colour = 0; colour < given_.symbols; ++colour)
                if (given_.allows(place, colour)) colours.push_back(colour);
            const Die die(colours.size());
            places_.push_back({std::move(colours), die});
        }
        for (std::size_t first = 0; first < chain.start.size(); first += given_.places)
            replicas_.push_back(replica(chain.start.subspan(first, given_.places)));
    }

    std::vector<std::uint8_t> run() {
        std::vector<std::uint8_t> found;
        std::int64_t missing = chain_.samples;
        for (std::int64_t sweep = 1; sweep <= chain_.burn + chain_.sweeps && missing > 0; ++sweep) {
            pause_();
            for (std::size_t r = 0; r < replicas_.size(); ++r)
                for (std::size_t i = 0; i < given_.places; ++i) step(replicas_[r], chain_.steps[r]);
            for (std::size_t r = 0; r + 1 < replicas_.size(); ++r)
                if (happens(replicas_[r + 1].energy - replicas_[r].energy, chain_.exchanges[r],
                            chain_.exchanges.columns))
                    std::swap(replicas_[r], replicas_[r + 1]);
            if (sweep <= chain_.burn || (sweep - chain_.burn) % chain_.every != 0) continue;
            for (const Replica& replica : replicas_)
                if (replica.energy == 0 && missing > 0) {
                    found.insert(found.end(), replica.code.begin(), replica.code.end());
                    --missing;
                }
        }
        return found;
    }

    static std::size_t vectors(const Constraints& constraints) {
        return std::max<std::size_t>(1, (constraints.turns() + width - 1) / width);
    }

  private:
    std::size_t size() const { return Fixed ? Fixed : vectors_; }

    Replica replica(std::span<const std::uint8_t> code) const {
        Replica made{{code.begin(), code.end()},
                     std::vector<std::uint8_t>(given_.symbols, 0),
                     std::vector<std::uint8_t>(given_.symbols, 0),
                     std::vector<Pegs>(size(), Pegs{}),
                     0};
        for (std::size_t place = 0; place < code.size(); ++place) {
            const std::uint8_t colour = code[place];
            made.where[colour] = place;
            for (std::size_t v = 0; v < size(); ++v) {
                Pegs& pegs = made.pegs[v];
                pegs.black -= mask(column_[place * size() + v] == colour) & counts_[v];
                pegs.common -= mask(times_[colour * size() + v] > made.count[colour]);
            }
            ++made.count[colour];
        }
        for (std::size_t v = 0; v < size(); ++v) made.energy += energy(made.pegs[v], v);
        return made;
    }

    std::int64_t energy(const Pegs& pegs, std::size_t v) const {
        return difference(pegs.black, told_[v].black) + difference(pegs.common, told_[v].common);
    }

    // A word is drawn only where there is a doubt.
    bool happens(std::int64_t cost, const std::uint64_t* chances, std::size_t columns) {
        if (cost <= 0) return true;
        return cost < static_cast<std::int64_t>(columns) && random_.word() < chances[cost];
    }

    // Proposes a change, as likely as its undoing, and perhaps makes it.
    void step(Replica& replica, const std::uint64_t* chances) {
        const std::uint64_t word = random_.word();
        std::size_t what, second;
        if (!what_.cast(word >> 32, what)) return;
        const std::size_t place = what / 2;
        if (what % 2) {
            if (other_.cast(word & 0xFFFFFFFF, second)) exchange(replica, place, second, chances);
            return;
        }
        if (!places_[place].die.cast(word & 0xFFFFFFFF, second)) return;
        const std::uint8_t colour = places_[place].colours[second];
        if (given_.distinct && replica.count[colour])
            exchange(replica, place, replica.where[colour], chances);
        else if (colour != replica.code[place])
            change(replica, place, colour, chances);
    }

    void exchange(Replica& replica, std::size_t place, std::size_t other, const std::uint64_t* chances) {
        const std::uint8_t mine = replica.code[place], yours = replica.code[other];
        if (mine == yours || !given_.allows(place, yours) || !given_.allows(other, mine)) return;
        const Vector *here = &column_[place * size()], *there = &column_[other * size()];
        std::int64_t sum = 0;
        for (std::size_t v = 0; v < size(); ++v) {
            Pegs& pegs = proposed_[v] = replica.pegs[v];
            pegs.black += (mask(here[v] == mine) - mask(here[v] == yours) + mask(there[v] == yours) -
                           mask(there[v] == mine)) &
                          counts_[v];
            sum += energy(pegs, v);
        }
        if (!happens(sum - replica.energy, chances, chain_.steps.columns)) return;
        replica.energy = sum;
        replica.pegs.swap(proposed_);
        replica.code[place] = yours;
        replica.code[other] = mine;
        replica.where[yours] = place;
        replica.where[mine] = other;
    }

    void change(Replica& replica, std::size_t place, std::uint8_t colour, const std::uint64_t* chances) {
        const std::uint8_t old = replica.code[place];
        const std::uint8_t left = replica.count[old] - 1, already = replica.count[colour];
        const Vector *here = &column_[place * size()], *less = &times_[old * size()], *more = &times_[colour * size()];
        std::int64_t sum = 0;
        for (std::size_t v = 0; v < size(); ++v) {
            Pegs& pegs = proposed_[v] = replica.pegs[v];
            pegs.black += (mask(here[v] == old) - mask(here[v] == colour)) & counts_[v];
            pegs.common += mask(less[v] > left) - mask(more[v] > already);
            sum += energy(pegs, v);
        }
        if (!happens(sum - replica.energy, chances, chain_.steps.columns)) return;
        replica.energy = sum;
        replica.pegs.swap(proposed_);
        --replica.count[old];
        ++replica.count[colour];
        replica.code[place] = colour;
        replica.where[colour] = place;
    }

    const Constraints& given_;
    const Chain& chain_;
    Pause pause_;
    std::size_t vectors_;
    Random random_;
    Die what_, other_;
    std::vector<Place> places_;
    std::vector<Vector> column_;  // what each turn has at a place
    std::vector<Vector> times_;   // how often each turn has a colour, where the common pegs were told
    std::vector<Vector> counts_;  // all ones where the black pegs were told
    std::vector<Pegs> told_, proposed_;
    std::vector<Replica> replicas_;
};

}  // namespace

std::vector<std::uint8_t> sampled(const Constraints& constraints, const Chain& chain, Pause pause) {
    switch (Walk<0>::vectors(constraints)) {
        case 1: return Walk<1>(constraints, chain, pause).run();
        case 2: return Walk<2>(constraints, chain, pause).run();
        default: return Walk<0>(constraints, chain, pause).run();
    }
}

}  // namespace mastermine
