#include "boxes.hpp"

#include <algorithm>
#include <array>

#include "around.hpp"
#include "probability.hpp"

namespace mastermine::minesweeper {

void Few::remove(std::uint16_t item) {
    std::uint8_t kept = 0;
    for (int i = 0; i < size; ++i)
        if (items[i] != item) items[kept++] = items[i];
    size = kept;
}

bool Few::contains(const Few& other) const {
    if (other.size > size) return false;
    for (int i = 0, j = 0; i < other.size; ++i, ++j) {
        while (j < size && items[j] < other.items[i]) ++j;
        if (j == size || items[j] != other.items[i]) return false;
    }
    return true;
}

bool operator==(const Few& a, const Few& b) {
    if (a.size != b.size) return false;
    for (int i = a.size; i-- > 0;)
        if (a.items[i] != b.items[i]) return false;
    return true;
}

bool Boxes::read(std::span<const std::uint8_t> cells, int width, int height, int mines) {
    left = mines - static_cast<int>(std::count(cells.begin(), cells.end(), mined));
    possible_ = left >= 0;
    changed_ = false;
    numbers.clear();
    boxes.clear();
    collect(cells, width, height);
    read_numbers_ = numbers;
    read_boxes_ = boxes;
    return possible_ && settle_all();
}

bool Boxes::settle_all() {
    if (!reduce()) return false;
    if (changed_) merge();
    return true;
}

void Boxes::copy(const Boxes& before) {
    numbers = before.read_numbers_;
    boxes = before.read_boxes_;
    left = before.left;
    outside = before.outside;
    changed_ = false;
}

// Takes cells out of a box. An empty box touches no number.
void Boxes::take_out(int index, int cells) {
    if (index == out_there) {
        outside -= cells;
        return;
    }
    Box& box = boxes[index];
    box.most = box.cells -= cells;
    if (box.cells > 0) return;
    for (const int number : box.numbers) numbers[number].boxes.remove(static_cast<std::uint16_t>(index));
    box.numbers.size = 0;
}

bool Boxes::read_opened(const Boxes& before, std::span<const std::uint8_t> cells, int width, int height, int cell,
                        int number) {
    copy(before);
    // Boxes that the new number cuts in two: those near it come last.
    std::array<int, 8> cut{}, near{};
    int count = 0, lacking = number;
    around(cell, width, height, [&](int other) {
        if (other == cell) return;
        if (cells[other] == mined) --lacking;
        if (cells[other] != closed) return;
        const int* const known = std::find(cut.data(), cut.data() + count, before.box_of_[other]);
        if (known == cut.data() + count) cut[count++] = before.box_of_[other];
        ++near[known - cut.data()];
    });
    take_out(before.box_of_[cell], 1);
    const auto asking = static_cast<std::uint16_t>(numbers.size());
    numbers.push_back({lacking, {}});
    std::array<std::uint16_t, 8> asked;
    for (int i = 0; i < count; ++i) {
        const int index = cut[i];
        if (index != out_there && boxes[index].cells == near[i]) {
            boxes[index].numbers.add(asking);
            asked[i] = static_cast<std::uint16_t>(index);
            continue;
        }
        const auto part = asked[i] = static_cast<std::uint16_t>(boxes.size());
        boxes.push_back({near[i], 0, near[i], {}, part});
        take_out(index, near[i]);
        if (index != out_there) {
            boxes[part].numbers = boxes[index].numbers;
            for (const int other : boxes[part].numbers) numbers[other].boxes.add(part);
        }
        boxes[part].numbers.add(asking);
    }
    std::sort(asked.data(), asked.data() + count);
    for (int i = 0; i < count; ++i) numbers[asking].boxes.add(asked[i]);
    return settle_all();
}

bool Boxes::read_having(const Boxes& before, std::span<const int> mines, std::span<const int> safe) {
    copy(before);
    for (const int cell : mines) {
        const int box = before.box_of_[cell];
        if (box != out_there)
            for (const int number : boxes[box].numbers) --numbers[number].lacking;
        take_out(box, 1);
        --left;
    }
    for (const int cell : safe) take_out(before.box_of_[cell], 1);
    return left >= 0 && settle_all();
}

void Boxes::collect(std::span<const std::uint8_t> cells, int width, int height) {
    // Around the field lies a rim of cells that are neither closed nor numbers. Plain loops over bytes, without a
    // branch, tell what is around each cell; only cells at the front are then looked at one by one.
    const int stride = width + 2, begin = stride + 1, end = stride * (height + 1) - 1;
    const std::size_t size = static_cast<std::size_t>(stride) * (height + 2);
    for (const int cell : touched_) touching_[cell].size = 0;
    touched_.clear();
    if (touching_.size() < size) touching_.resize(size);
    padded_.assign(size, unnumbered);
    for (int y = 0; y < height; ++y)
        std::copy_n(cells.begin() + y * width, width, padded_.begin() + (y + 1) * stride + 1);
    box_of_.resize(cells.size());
    std::transform(cells.begin(), cells.end(), box_of_.begin(),
                   [](std::uint8_t cell) { return cell == closed ? out_there : nowhere; });

    count_around([](std::uint8_t cell) -> std::uint8_t { return cell == closed; }, stride, closed_around_);
    count_around([](std::uint8_t cell) -> std::uint8_t { return cell == mined; }, stride, mined_around_);
    count_around([](std::uint8_t cell) -> std::uint8_t { return cell < closed; }, stride, numbers_around_);
    const std::uint8_t *cell = padded_.data(), *mines = mined_around_.data(), *room = closed_around_.data();
    std::uint8_t wrong = 0;
    for (int at = begin; at < end; ++at)
        wrong |= (cell[at] < closed) & ((cell[at] < mines[at]) | (cell[at] > mines[at] + room[at]));
    possible_ = possible_ && !wrong;

    const int around[8] = {-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1};
    at_front_.resize(size);
    const auto find = [&](auto is_there) {
        int found = 0;
        int* const list = at_front_.data();
        for (int at = begin; at < end; ++at) {
            list[found] = at;
            found += is_there(at);
        }
        return std::span<const int>(list, found);
    };
    for (const int at : find([=](int i) { return (cell[i] < closed) & (room[i] != 0); })) {
        const auto number = static_cast<std::uint16_t>(numbers.size());
        numbers.push_back({cell[at] - mines[at], {}});
        for (const int step : around) {
            Few& touching = touching_[at + step];
            touching.items[touching.size] = number;
            touching.size += cell[at + step] == closed;
        }
    }
    first_cell_.clear();
    const std::uint8_t* numbers_near = numbers_around_.data();
    for (const int at : find([=](int i) { return (cell[i] == closed) & (numbers_near[i] != 0); })) {
        touched_.push_back(at);
        const Few& touching = touching_[at];
        int found = nowhere;
        for (const std::uint16_t box : numbers[touching.items[0]].boxes)
            if (touching_[first_cell_[box]] == touching) {
                found = box;
                break;
            }
        if (found == nowhere) {
            found = static_cast<int>(boxes.size());
            boxes.push_back({0, 0, 0, touching, found});
            first_cell_.push_back(at);
            for (const std::uint16_t number : touching) numbers[number].boxes.add(static_cast<std::uint16_t>(found));
        }
        boxes[found].most = ++boxes[found].cells;
        box_of_[(at / stride - 1) * width + at % stride - 1] = found;
    }
    outside = static_cast<int>(std::count(cells.begin(), cells.end(), closed) - std::ssize(touched_));
}

// For each cell how many of its neighbours are of a kind; for the rim nothing useful.
template <class Kind>
void Boxes::count_around(Kind kind, int stride, std::vector<std::uint8_t>& around) {
    const int size = static_cast<int>(padded_.size());
    across_.resize(size);
    around.resize(size);
    const std::uint8_t* cells = padded_.data();
    std::uint8_t* across = across_.data();
    across[0] = across[size - 1] = 0;
    for (int i = 1; i + 1 < size; ++i)
        across[i] = static_cast<std::uint8_t>(kind(cells[i - 1]) + kind(cells[i]) + kind(cells[i + 1]));
    std::uint8_t* out = around.data();
    for (int i = stride; i + stride < size; ++i)
        out[i] = static_cast<std::uint8_t>(across[i - stride] + across[i] + across[i + stride] - kind(cells[i]));
}

bool Boxes::reduce() {
    queue_.clear();
    waiting_.assign(numbers.size(), 0);
    for (std::size_t i = numbers.size(); i-- > 0;) touch(static_cast<int>(i));
    while (!queue_.empty()) {
        const int number = queue_.back();
        queue_.pop_back();
        waiting_[number] = 0;
        if (!settle(number)) return false;
    }
    return true;
}

bool Boxes::settle(int number) {
    const Number& asking = numbers[number];
    int least = 0, most = 0;
    for (const int box : asking.boxes) {
        least += boxes[box].least;
        most += boxes[box].most;
    }
    if (asking.lacking < least || asking.lacking > most) return false;
    if (asking.boxes.size == 0) return true;

    const Few its = asking.boxes;
    const int lacking = asking.lacking;
    for (const int index : its) {
        Box& box = boxes[index];
        const int low = std::max(box.least, lacking - (most - box.most));
        const int high = std::min(box.most, lacking - (least - box.least));
        if (low == high) {
            fix(index, low);
        } else if (low != box.least || high != box.most) {
            for (const int other : box.numbers) touch(other);
        }
        box.least = low;
        box.most = high;
    }
    if (waiting_[number]) return true;

    const std::uint16_t* rarest = std::min_element(
        its.begin(), its.end(), [&](int a, int b) { return boxes[a].numbers.size < boxes[b].numbers.size; });
    const Few sharing = boxes[*rarest].numbers;
    for (const int other : sharing)
        if (other != number && numbers[other].boxes.contains(its)) subtract(other, number);
    return true;
}

void Boxes::fix(int index, int mines) {
    Box& box = boxes[index];
    for (const int number : box.numbers) {
        numbers[number].boxes.remove(static_cast<std::uint16_t>(index));
        numbers[number].lacking -= mines;
        touch(number);
    }
    box.numbers.size = 0;
    changed_ = true;
}

void Boxes::subtract(int from, int number) {
    const Few& less = numbers[number].boxes;
    for (const std::uint16_t box : less) {
        numbers[from].boxes.remove(box);
        boxes[box].numbers.remove(static_cast<std::uint16_t>(from));
    }
    numbers[from].lacking -= numbers[number].lacking;
    touch(from);
    changed_ = true;
}

void Boxes::merge() {
    for (int index = 0; index < static_cast<int>(boxes.size()); ++index) {
        Box& box = boxes[index];
        if (box.numbers.size == 0) continue;
        for (const int other : numbers[box.numbers.items[0]].boxes) {
            if (other >= index) break;
            Box& first = boxes[other];
            if (!(first.numbers == box.numbers)) continue;
            // Bounds follow from the numbers, which ask for the sum only.
            first.cells += box.cells;
            first.least += box.least;
            first.most += box.most;
            for (const int number : box.numbers) numbers[number].boxes.remove(static_cast<std::uint16_t>(index));
            box.numbers.size = 0;
            box.part_of = other;
            break;
        }
    }
}

}  // namespace mastermine::minesweeper
