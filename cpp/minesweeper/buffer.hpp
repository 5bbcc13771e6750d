// Memory that is kept from one use to the next, and not filled with anything.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>

namespace mastermine::minesweeper {

template <class T>
class Buffer {
  public:
    T* data() { return data_.get(); }
    const T* data() const { return data_.get(); }
    T& operator[](std::size_t i) { return data_[i]; }
    const T& operator[](std::size_t i) const { return data_[i]; }
    std::size_t capacity() const { return capacity_; }
    std::size_t bytes() const { return capacity_ * sizeof(T); }

    // Makes room for `size` things and keeps the first `kept`.
    T* reserve(std::size_t size, std::size_t kept = 0) {
        if (size > capacity_) {
            const std::size_t capacity = std::max(size, kept == 0 ? size + size / 4 : 2 * capacity_);
            std::unique_ptr<T[]> larger(new T[capacity]);
            std::copy_n(data_.get(), kept, larger.get());
            data_ = std::move(larger);
            capacity_ = capacity;
        }
        return data_.get();
    }

    void release() {
        data_.reset();
        capacity_ = 0;
    }

  private:
    std::unique_ptr<T[]> data_;
    std::size_t capacity_ = 0;
};

}  // namespace mastermine::minesweeper
