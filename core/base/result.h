#pragma once
#include <cassert>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace attn {

enum class ErrorCode { ShapeMismatch, OutOfRange, Malformed, NotSupported, TooLarge, FileProblem, Cancelled };

/// What went wrong. `message` is one plain sentence with the numbers in it, fit to be shown to a person.
struct Error {
    ErrorCode code;
    std::string message;
};

/// A value, or the reason why there is none: the part of std::expected that this project uses.
template <class T>
class [[nodiscard]] Result {
  public:
    Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : m_state(std::in_place_index<1>, std::move(error)) {}

    explicit operator bool() const { return m_state.index() == 0; }

    const T& operator*() const& {
        assert(*this);
        return *std::get_if<0>(&m_state);
    }
    T& operator*() & {
        assert(*this);
        return *std::get_if<0>(&m_state);
    }
    T&& operator*() && {
        assert(*this);
        return std::move(*std::get_if<0>(&m_state));
    }
    const T* operator->() const { return &**this; }
    T* operator->() { return &**this; }

    const Error& error() const {
        assert(!*this);
        return *std::get_if<1>(&m_state);
    }

  private:
    std::variant<T, Error> m_state;
};

/// Success without a value, or the reason for failure.
template <>
class [[nodiscard]] Result<void> {
  public:
    Result() = default;
    Result(Error error) : m_error(std::move(error)) {}

    explicit operator bool() const { return !m_error; }
    const Error& error() const {
        assert(m_error);
        return *m_error;
    }

  private:
    std::optional<Error> m_error;
};

}  // namespace attn
