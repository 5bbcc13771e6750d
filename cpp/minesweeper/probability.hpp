// Exact mine probabilities of a visible position.
//
// Usage: keep one Analyzer (its memory is reused from one position to the next) and ask
//
//     Analyzer analyzer;                            // limits: analyzer.limits = {work, bytes}
//     if (!analyzer.analyze(cells, width, height, mines)) ...  // false: no layout fits
//     analyzer.risks()[cell]                        // 0 and 1 exactly where certain; nan for open cells
//     analyzer.numbers(cell)                        // the chance to see 0..8 there, and [9] of a mine
//
// boxes.hpp takes the position apart, front.hpp finds the states through which its layouts lead (order.hpp: in which
// order), passes.hpp counts over them, solver.hpp puts the counts together, exact.hpp does it in whole numbers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>

#include "../random.hpp"

namespace mastermine::minesweeper {

// Values of cells, besides the numbers from 0 to 8.
enum : std::uint8_t { closed = 9, unnumbered = 10, mined = 11 };

// Limits of an analysis; zero means no limit. Work is about how many states and cells are looked at, never time, so that
// the same position always has the same result. By default only the memory is limited.
struct Limits {
    std::uint64_t work = 0;
    std::size_t bytes = std::size_t{1} << 30;
};

struct OutOfWork : std::runtime_error {
    using std::runtime_error::runtime_error;
};
struct OutOfMemory : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct Wholes;  // exact.hpp

// What is known after one more click.
struct Outlook {
    double least, second;  // the two least risks of closed cells; 1 where all others are mines
    int certain;           // closed cells that are certainly safe
    int likely;            // closed cells whose risk is less than 10 %
};

class Analyzer {
  public:
    // `pause` is called now and then during long work; what it throws ends the work.
    explicit Analyzer(void (*pause)() = nullptr);
    ~Analyzer();

    Limits limits;

    // Analyses a position: `cells` in reading order, `mines` in the whole field, known ones included.
    // Returns whether any layout fits; only then may the rest be asked. The field has at most 2^15 cells.
    bool analyze(std::span<const std::uint8_t> cells, int width, int height, int mines);

    // The probability of a mine for each cell: exactly 0 if and only if no layout has a mine there, exactly 1
    // if and only if all have; nan for open cells, 1 for known mines. Valid until the next analysis.
    std::span<const double> risks() const;

    // The chance that a closed cell is safe and shows 0..8 when it is opened, and [9] that it is a mine.
    std::array<double, 10> numbers(int cell);

    // What is known once a closed cell of the position that `before` analysed is open, and shows a number; none if no
    // layout fits. Nothing else may be asked then.
    std::optional<Outlook> opened(const Analyzer& before, int cell, int number);

    // The chance, in that position, of mines in some closed cells and none in others. The work counts as that of `before`,
    // whose limits hold.
    double chance_having(Analyzer& before, std::span<const int> mines, std::span<const int> safe);

    // Draws one of the layouts of the position, each equally likely: a byte for each cell, 1 for a mine.
    void draw(Random& random, std::span<std::uint8_t> layout);

    // Gives back the memory of the last analysis if that was so much that it had better not be kept for the next one,
    // which does so itself. Only risks() may be asked then.
    void give_back();

    // The number of layouts as a floating-point number (infinite beyond its range).
    double solutions() const;

    // The exact number of layouts, but for the cells that touch no number: see front_counts in exact.hpp.
    Wholes exact_counts();

  private:
    struct Workspace;
    bool solve(bool large);

    std::unique_ptr<Workspace> workspace_;
};

}  // namespace mastermine::minesweeper
