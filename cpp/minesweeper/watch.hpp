// Ends what takes too much work or memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "probability.hpp"

namespace mastermine::minesweeper {

class Watch {
  public:
    void start(const Limits& limits, void (*pause)()) {
        limits_ = limits;
        pause_ = pause;
        done_ = since_ = 0;
    }

    // To be called before more memory is taken: `bytes` is what all would take then.
    void memory(std::size_t bytes) const {
        if (limits_.bytes != 0 && bytes > limits_.bytes) throw OutOfMemory("the analysis takes too much memory");
    }

    // To be called often; `more` is about how many states or cells were looked at since the last call.
    void work(std::size_t more) {
        since_ += more + 1;
        if (since_ < 1 << 16) return;
        done_ += since_;
        since_ = 0;
        if (pause_ != nullptr) pause_();
        if (limits_.work != 0 && done_ > limits_.work) throw OutOfWork("the analysis takes too much work");
    }

  private:
    Limits limits_;
    void (*pause_)() = nullptr;
    std::uint64_t done_ = 0, since_ = 0;
};

}  // namespace mastermine::minesweeper
