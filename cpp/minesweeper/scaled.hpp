// A positive number with a wide exponent, for fields so large that their layouts exceed a double.
#pragma once

#include <cmath>
#include <cstdint>

namespace mastermine::minesweeper {

// value * 2^(512 * power), where value is 0 or in [2^-256, 2^256): powers are mostly equal, and sums then plain sums.
class Scaled {
  public:
    Scaled() = default;
    Scaled(double value) : value_(value) { normalize(); }  // within 2^-700 to 2^700

    friend Scaled operator*(const Scaled& a, const Scaled& b) {
        Scaled product;
        product.value_ = a.value_ * b.value_;
        product.power_ = a.power_ + b.power_;
        product.normalize();
        return product;
    }
    Scaled& operator+=(const Scaled& other) {
        if (power_ == other.power_ || other.value_ == 0) {
            value_ += other.value_;
        } else if (value_ == 0 || power_ < other.power_) {
            const Scaled less = *this;
            *this = other;
            if (less.power_ == power_ - 1) value_ += less.value_ * 0x1p-512;
        } else if (other.power_ == power_ - 1) {
            value_ += other.value_ * 0x1p-512;
        }
        normalize();
        return *this;
    }
    friend bool operator>(const Scaled& a, double zero) { return a.value_ > zero; }

    friend double ratio(const Scaled& a, const Scaled& b) {
        if (a.value_ == 0) return 0;
        // A value too small for a double is not zero: the result is 0 only if there is no layout.
        const double quotient = std::ldexp(a.value_ / b.value_, 512 * clamp(a.power_ - b.power_));
        return quotient > 0 ? quotient : 0x1p-1022;
    }
    friend double as_double(const Scaled& a) { return std::ldexp(a.value_, 512 * clamp(a.power_)); }
    friend double log2_of(const Scaled& a) { return std::log2(a.value_) + 512.0 * a.power_; }

  private:
    void normalize() {
        if (value_ >= 0x1p256) {
            value_ *= 0x1p-512;
            ++power_;
        } else if (value_ < 0x1p-256) {
            if (value_ == 0) {
                power_ = 0;
            } else {
                value_ *= 0x1p512;
                --power_;
            }
        }
    }
    static int clamp(int power) { return power < -9 ? -9 : power > 9 ? 9 : power; }

    double value_ = 0;
    int power_ = 0;
};

inline double ratio(double a, double b) { return a / b; }
inline double as_double(double a) { return a; }
inline double log2_of(double a) { return std::log2(a); }

}  // namespace mastermine::minesweeper
