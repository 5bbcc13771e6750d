// The layouts of the boxes, as paths: boxes are put behind one after the other, and a state is how many mines the
// numbers that touch boxes on both sides still lack. What leads from state to state is found here once; the passes
// that count (passes.hpp) run over it with whatever numbers they need.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "boxes.hpp"
#include "buffer.hpp"
#include "order.hpp"
#include "watch.hpp"

namespace mastermine::minesweeper {

// Counts of a state: layouts so far, for each number of mines from `low` on.
struct State {
    std::uint32_t at;   // where its counts begin
    std::int16_t low;   // the fewest mines behind
    std::int16_t size;  // how many numbers of mines are possible; 0: it leads nowhere
};

// From a state before a box to one after it, by its place in the layer.
struct Move {
    std::uint32_t from, to;
};

// A box on the way from one layer of states to the next.
struct Step {
    int box;
    int cells;
    int least, most;                          // mines that it may hold
    std::uint32_t states;                     // where the layer before it begins
    std::array<std::uint32_t, 10> moves;      // moves[k] to moves[k + 1]: with least + k mines
};

struct Component {
    int first, last;         // its steps
    std::uint32_t end;       // its only state after the last step
    int low, high;           // mines that it can hold
    std::uint64_t counts;    // number of counts in its states
};

class Front {
  public:
    std::vector<Component> components;
    std::vector<Step> steps;
    Buffer<State> states;
    Buffer<Move> moves;
    std::vector<int> step_of;       // by box; -1 for a box that is fixed or part of another
    std::vector<int> component_of;  // by box, likewise
    int fixed_mines = 0;            // in boxes that can hold but one number of mines
    std::uint64_t counts = 0;       // how many counts all states have, and room for one vector

    // False if no layout fits, whatever the number of mines.
    bool build(const Boxes& boxes, Watch& watch);

    // Drops states and numbers of mines that go with no layout of all; `left` and `outside` as in Boxes. Gives the
    // counts their places. False if no layout fits.
    bool trim(int left, int outside, Watch& watch);

    // The states of the layer before a step; of the last layer for step == last.
    std::span<State> layer(const Component& component, int step) {
        if (step == component.last) return {states.data() + component.end, 1};
        const std::uint32_t next = step + 1 < component.last ? steps[step + 1].states : component.end;
        return {states.data() + steps[step].states, next - steps[step].states};
    }

    std::size_t bytes() const { return states.bytes() + moves.bytes() + keys_bytes_; }
    void release();

  private:
    template <class Key>
    struct Keys {
        Buffer<Key> now, next;
        std::array<Buffer<Key>, 9> lists;
    };
    template <class Key>
    bool explore(const Boxes& boxes, Component& component, Keys<Key>& keys, Watch& watch, bool& fits);
    void trim(Component& component, int fewest, int most, Watch& watch);

    Order order_;
    std::vector<int> ordered_, group_, place_of_;
    std::vector<std::uint8_t> grouped_;
    struct Field {
        int shift, bits;
        int next_least, next_most;
        bool open;
    };
    std::vector<Field> fields_;  // by number
    Keys<std::uint64_t> keys_;
    Keys<unsigned __int128> wide_keys_;
    struct Bounds {
        std::int16_t low, high;
    };
    Buffer<Bounds> ahead_, after_;
    std::uint32_t state_count_ = 0, move_count_ = 0;
    std::size_t keys_bytes_ = 0;
};

}  // namespace mastermine::minesweeper
