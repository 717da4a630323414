#pragma once
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/base/text.h"
#include "core/io/json.h"
#include "core/scene/scene.h"

namespace attn {

/// The first fault found while one file is read, and what it may still allocate.
struct ReadState {
    std::optional<Error> error;
    double randomBytes = 0.0;  ///< What "random" tensors took so far.

    void fail(ErrorCode code, std::string message) {
        if (!error)
            error = Error{code, std::move(message)};
    }
};

/// Reads the members of one JSON object. A fault is put into the ReadState, and every later reading gives its
/// default, so that a reader is a plain list of what is read. null counts as left out.
class Fields {
  public:
    /// `path` is what stands before a key in messages: "", "mask.", "Snapshot 'a': ".
    Fields(const Json& object, std::string path, ReadState& state);

    /// Null when absent or null.
    const Json* take(const std::string& key);
    std::string text(const std::string& key, const std::string& otherwise = {});
    double number(const std::string& key, double otherwise);
    /// A whole number of at most 2^53 in size.
    Index integer(const std::string& key, Index otherwise);
    std::vector<Index> integers(const std::string& key);
    std::vector<double> numbers(const std::string& key);
    /// A whole number from 0 to 2^53; 0 when absent.
    std::uint64_t seed(const std::string& key);
    /// One number, or a list of them.
    std::vector<Index> oneOrMore(const std::string& key);
    std::vector<std::string> texts(const std::string& key);
    std::vector<Cell> cells(const std::string& key);
    /// The position of the text in `choices`. Errors: OutOfRange naming the choices.
    std::size_t choice(const std::string& key, const std::vector<std::string>& choices, std::size_t otherwise);
    TensorPtr tensor(const std::string& key);
    BoolTensorPtr boolTensor(const std::string& key);
    std::optional<Fields> object(const std::string& key);

    /// Any key that was not taken is an error that names it, except those kept as text.
    void finish();

    std::string path(const std::string& key) const { return m_path + key; }
    ReadState& state() { return m_state; }
    const Json& json() const { return m_object; }

  private:
    void wrong(const std::string& key, const std::string& needed);
    TensorPtr anyTensor(const std::string& key, bool mayHoldBools);
    bool toIndex(double value, const std::string& key, Index& index);

    const Json& m_object;
    std::string m_path;
    ReadState& m_state;
    std::set<std::string> m_taken;
};

/// The tensor that `json` describes; `name` is for messages. Null after a fault.
/// Limits    "random" tensors of one file: 2 GiB.
std::optional<Tensor> readTensor(const Json& json, const std::string& name, bool mayHoldBools, ReadState& state);

}  // namespace attn
