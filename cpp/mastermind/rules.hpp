// Codes and answers: the parameters that all parts of the core share.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace mastermine {

constexpr int max_places = 16;
constexpr int max_colours = 65;  // 64 and a blank

enum class Kind : int { pegs = 0, black = 1, places = 2 };

struct Rules {
    int places;
    int colours;
    Kind kind;
    bool distinct = false;
};

using Code = std::array<std::uint8_t, max_places>;  // only the first `places` entries count

// Rows of `places` colours each, one code a row.
struct Codes {
    std::span<const std::uint8_t> cells;
    int places;

    std::size_t size() const { return cells.size() / places; }
    const std::uint8_t* operator[](std::size_t i) const { return cells.data() + i * places; }
};

// Answers to one guess, as the public feedback number:
// pegs: black * (places + 1) + white; black: black; places: bit p is set when place p is right.
class Responder {
  public:
    Responder(const Rules& rules, const std::uint8_t* guess);
    std::uint16_t operator()(const std::uint8_t* code) const;
    // The answers of many codes, several times faster than one by one.
    void all(Codes codes, std::uint16_t* answers) const;

  private:
    const Rules& rules_;
    Code guess_{};
    int distinct_colours_ = 0;
    Code colour_{};  // the colours of the guess, each once
    Code count_{};   // how often the guess has each
};

// The public feedback number of a guess that is the secret.
std::uint16_t all_right(const Rules& rules);

}  // namespace mastermine
