// The order in which the boxes of a component are eliminated.
#pragma once

#include <cstdint>
#include <vector>

#include "boxes.hpp"
#include "watch.hpp"

namespace mastermine::minesweeper {

class Order {
  public:
    // Puts the boxes of a component in an order in which few states are expected at any time. `numbers` are those
    // of the component.
    void find(const Boxes& boxes, const std::vector<int>& numbers, std::vector<int>& ordered, Watch& watch);

  private:
    struct Progress {
        int lacking;
        int past_least, past_most;  // mines of the boxes behind
        int next_least, next_most;  // of those ahead

        // Number of values that the missing mines can have.
        int range() const {
            const int high = next_most < lacking - past_least ? next_most : lacking - past_least;
            const int low = next_least > lacking - past_most ? next_least : lacking - past_most;
            return high - low + 1;
        }
        void pass(const Box& box) {
            past_least += box.least, past_most += box.most;
            next_least -= box.least, next_most -= box.most;
        }
    };

    void prepare(const std::vector<int>& numbers);
    int farthest(int start);
    double greedy(int start, unsigned variant, double enough);
    float price(int number);
    float pass(int box);

    const Boxes* boxes_ = nullptr;
    std::vector<Progress> progress_;  // by number
    std::vector<float> logs_;         // of the ranges
    std::vector<std::uint8_t> behind_;  // by box
    std::vector<int> active_, place_, trial_, queue_;
    std::vector<unsigned> seen_;  // by number
    unsigned stamp_ = 0;
    struct Change {
        int number;
        Progress progress;
    };
    std::vector<Change> changes_;
};

}  // namespace mastermine::minesweeper
