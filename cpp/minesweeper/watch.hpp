// Ends what takes too long or too much memory.
#pragma once

#include <chrono>
#include <cstddef>

#include "probability.hpp"

namespace mastermine::minesweeper {

class Watch {
  public:
    void start(const Limits& limits, void (*pause)()) {
        limits_ = limits;
        pause_ = pause;
        begun_ = Clock::now();
        calls_ = 0;
    }

    // To be called before more memory is taken: `bytes` is what all would take then.
    void memory(std::size_t bytes) const {
        if (limits_.bytes != 0 && bytes > limits_.bytes) throw OutOfMemory("the analysis takes too much memory");
    }

    // To be called often; `work` is about how many states or cells were looked at since the last call.
    void time(std::size_t work) {
        calls_ += work + 1;
        if (calls_ < 1 << 16) return;
        calls_ = 0;
        if (pause_ != nullptr) pause_();
        if (limits_.seconds > 0 && std::chrono::duration<double>(Clock::now() - begun_).count() > limits_.seconds)
            throw OutOfTime("the analysis takes too long");
    }

  private:
    using Clock = std::chrono::steady_clock;
    Limits limits_;
    void (*pause_)() = nullptr;
    Clock::time_point begun_;
    std::size_t calls_ = 0;
};

}  // namespace mastermine::minesweeper
