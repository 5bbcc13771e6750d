#include "lanes.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace mastermine {

namespace {

constexpr std::size_t group = 7;         // counters that are kept in registers at a time
// Up to this many candidates for each possible answer, comparing answers pair by pair beats counting them.
constexpr std::size_t pairwise_per_answer = 1;
constexpr std::uint8_t no_colour = 255;  // in the lanes of a last block that hold no guess

// The total is scaled by a power of two where it fits a byte; 38 keeps all answers of 16 places apart modulo 256.
constexpr int scale_of(int places) { return places < 8 ? 8 : places < 16 ? 16 : 38; }

}  // namespace

ByteAnswers::ByteAnswers(const Rules& rules) : scale(scale_of(rules.places)) {
    const int places = rules.places;
    if (rules.kind == Kind::black)
        for (int b = 0; b <= places; ++b) values.push_back(static_cast<std::uint8_t>(b));
    else if (rules.kind == Kind::places)
        for (int v = 0; v < 1 << std::min(places, 8); ++v) values.push_back(static_cast<std::uint8_t>(v));
    else
        for (int total = 0; total <= places; ++total)
            for (int black = 0; black <= total; ++black)
                if (total != places || black != places - 1)
                    values.push_back(static_cast<std::uint8_t>(total * scale + black));
    count = values.size();
    values.resize((count + group - 1) / group * group);
}

void Blocks::add(const std::uint8_t* guess) {
    const std::size_t lane = size_ % lane_count;
    const std::size_t start = size_ / lane_count * block_bytes();
    if (lane == 0 && start == data_.size()) data_.resize(start + block_bytes());
    std::uint8_t* block = data_.data() + start;
    if (lane == 0) {
        std::memset(block, no_colour, places_ * lane_count);
        std::memset(block + places_ * lane_count, 0, colours_ * lane_count);
    }
    for (int p = 0; p < places_; ++p) {
        block[p * lane_count + lane] = guess[p];
        ++block[(places_ + guess[p]) * lane_count + lane];
    }
    ++size_;
}

void Blocks::get(std::size_t i, std::uint8_t* guess) const {
    const std::uint8_t* lane = block(i / lane_count) + i % lane_count;
    for (int p = 0; p < places_; ++p) guess[p] = lane[p * lane_count];
}

Targets::Targets(const Rules& rules, Codes candidates) : rules_(rules) { assign(candidates); }

void Targets::assign(Codes candidates) {
    const int places = rules_.places;
    size_ = candidates.size();
    data_.resize(size_ * 2 * places);
    std::uint8_t* out = data_.data();
    for (std::size_t i = 0; i < size_; ++i, out += 2 * places) {
        const std::uint8_t* code = candidates[i];
        for (int p = 0; p < places; ++p) {
            int before = 0;
            for (int q = 0; q < p; ++q) before += code[q] == code[p];
            out[p] = code[p];
            out[places + p] = static_cast<std::uint8_t>(before);
        }
    }
}

// One build runs everywhere: the kernels are compiled for three generations of processors, each with vectors as wide
// as it has, and the best is taken at run time (or a lesser one, for tests: MASTERMINE_VECTOR_BYTES=32 or 16). The
// vectors are GCC's, so other processors need no code of their own.
// (The attribute target_clones would do this in one line, but takes vectors apart before it knows the processor.)

namespace {

struct Work {
    const std::uint8_t* blocks;
    std::size_t first, last, block_bytes;
    const std::uint8_t* targets;
    std::size_t size;
    int places, scale;
    const std::uint8_t* values;
    std::size_t value_count;
    std::uint8_t parts, largest;
};

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define KERNEL_NAMESPACE avx512
#define KERNEL_WIDTH 64
#define KERNEL_TARGET [[gnu::target("avx512f,avx512bw,avx512dq,avx512vl,bmi2")]]
#include "kernels.inc"
#define KERNEL_NAMESPACE avx2
#define KERNEL_WIDTH 32
#define KERNEL_TARGET [[gnu::target("avx2,bmi2")]]
#include "kernels.inc"
#define KERNEL_CHOICE 1
#endif
#define KERNEL_NAMESPACE portable
#define KERNEL_WIDTH 16
#define KERNEL_TARGET
#include "kernels.inc"

struct Kernels {
    std::size_t width;
    std::size_t (*find_pairwise)(Kind, const Work&, Sieve&);
    std::size_t (*find_counting)(Kind, const Work&, Sieve&);
    void (*tally)(Kind, const Work&, std::uint8_t*, std::uint32_t*);
    void (*fill)(Kind, const Work&, std::uint8_t*, std::size_t);
    void (*add_costs)(const std::uint32_t*, const Score*, Score*);
    void (*greatest_costs)(const std::uint32_t*, const Score*, Score*);
};

#define KERNELS_OF(ns) \
    Kernels { ns::width, ns::find_pairwise, ns::find_counting, ns::tally, ns::fill, ns::add_costs, ns::greatest_costs }

Kernels best_kernels() {
#ifdef KERNEL_CHOICE
    const char* wanted = std::getenv("MASTERMINE_VECTOR_BYTES");
    const long widest = wanted ? std::strtol(wanted, nullptr, 10) : 64;
    if (widest >= 64 && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"))
        return KERNELS_OF(avx512);
    if (widest >= 32 && __builtin_cpu_supports("avx2")) return KERNELS_OF(avx2);
#endif
    return KERNELS_OF(portable);
}

const Kernels kernels = best_kernels();

Work make_work(const Blocks& blocks, std::size_t first, std::size_t last, const Targets& targets,
               const ByteAnswers& bytes) {
    return {blocks.block(0),
            first,
            last,
            blocks.block_bytes(),
            targets.data(),
            targets.size(),
            targets.rules().places,
            bytes.scale,
            bytes.values.data(),
            bytes.count,
            0,
            255};
}

}  // namespace

namespace {

bool compares_pairs(const Targets& targets, const ByteAnswers& bytes) {
    return targets.size() <= pairwise_per_answer * bytes.count;
}

}  // namespace

std::size_t Sieve::find(const Blocks& blocks, std::size_t first, const Targets& targets, const ByteAnswers& bytes) {
    Work work = make_work(blocks, first, blocks.block_count(), targets, bytes);
    work.parts = parts;
    work.largest = largest;
    const Kind kind = targets.rules().kind;
    return compares_pairs(targets, bytes) ? kernels.find_pairwise(kind, work, *this)
                                          : kernels.find_counting(kind, work, *this);
}

Score Sieve::score(std::size_t lane, const Targets& targets, const ByteAnswers& bytes,
                   const Objective& objective) const {
    Score sum = objective.nothing();
    if (compares_pairs(targets, bytes)) {
        std::uint8_t size_of[256];
        for (std::size_t i = 0; i < targets.size(); ++i) size_of[answers[i][lane]] = 0;
        for (std::size_t i = 0; i < targets.size(); ++i) ++size_of[answers[i][lane]];
        for (std::size_t i = 0; i < targets.size(); ++i) {
            std::uint8_t& size = size_of[answers[i][lane]];
            sum = objective.combine(sum, objective.table()[size]);
            size = 0;
        }
    } else {
        for (std::size_t v = 0; v < bytes.count; ++v) sum = objective.combine(sum, objective.table()[sizes[v][lane]]);
    }
    return sum;
}

void Tally::score(const Blocks& blocks, std::size_t block, const Targets& targets, const ByteAnswers& bytes,
                  const Objective& objective, Score* out) {
    Work work = make_work(blocks, 0, 1, targets, bytes);
    work.blocks = blocks.block(block);
    buffer_.resize(Sieve::limit * lane_count);
    counts_.assign(bytes.count * lane_count, 0);
    kernels.tally(targets.rules().kind, work, buffer_.data(), counts_.data());
    std::fill_n(out, lane_count, objective.nothing());
    const auto combine_costs = objective.greatest() ? kernels.greatest_costs : kernels.add_costs;
    for (std::size_t v = 0; v < bytes.count; ++v)
        combine_costs(counts_.data() + v * lane_count, objective.table(), out);
}

void fill_answers(const Blocks& blocks, const Targets& targets, const ByteAnswers& bytes, std::uint8_t* rows,
                  std::size_t row_bytes) {
    kernels.fill(targets.rules().kind, make_work(blocks, 0, blocks.block_count(), targets, bytes), rows, row_bytes);
}

std::size_t vector_bytes() { return kernels.width; }

}  // namespace mastermine
