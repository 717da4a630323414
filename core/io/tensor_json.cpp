#include <algorithm>
#include <cmath>

#include "core/base/random.h"
#include "core/io/fields.h"

namespace attn {

namespace {

constexpr double kMostRandomBytes = 2147483648.0;

/// The shape of a nested array, its numbers appended to `values`. False after a fault.
bool flatten(const Json& json, std::size_t depth, Shape& shape, std::vector<double>& values, const std::string& name,
             bool mayHoldBools, ReadState& state) {
    const bool isRow = json.kind == Json::Kind::Numbers;
    if (!isRow && json.kind != Json::Kind::Array) {
        state.fail(ErrorCode::Malformed, name + " must be a nested array of numbers.");
        return false;
    }
    const auto size = static_cast<Index>(isRow ? json.numbers.size() : json.items.size());
    if (json.hasBools && !mayHoldBools) {
        state.fail(ErrorCode::Malformed, name + " holds true or false where numbers are needed.");
        return false;
    }
    if (depth == shape.size() && values.empty())
        shape.push_back(size);
    else if (depth >= shape.size() || (isRow && depth + 1 != shape.size())) {
        state.fail(ErrorCode::ShapeMismatch, name + " is nested to different depths.");
        return false;
    }
    if (shape[depth] != size) {
        state.fail(ErrorCode::ShapeMismatch, name + " has rows of different lengths: " +
                                                 std::to_string(shape[depth]) + " and " + std::to_string(size) + ".");
        return false;
    }
    values.insert(values.end(), json.numbers.begin(), json.numbers.end());
    for (const Json& item : json.items)
        if (!flatten(item, depth + 1, shape, values, name, mayHoldBools, state))
            return false;
    return true;
}

/// The product of the sizes as a double; exact up to 2^53.
double countOf(const Shape& shape) {
    double product = 1.0;
    for (const Index size : shape)
        product *= static_cast<double>(size);
    return product;
}

std::optional<Tensor> readRandom(Fields& fields, const std::string& name, const Shape& shape) {
    ReadState& state = fields.state();
    auto random = fields.object("random");
    if (!random)
        return std::nullopt;
    const bool isUniform = random->choice("dist", {"normal", "uniform"}, 0) == 1;
    const Index seed = random->integer("seed", 0);
    const double scale = random->number("scale", 1.0);
    random->finish();
    if (seed < 0)
        state.fail(ErrorCode::OutOfRange,
                   random->path("seed") + " is " + std::to_string(seed) + "; it must be at least 0.");
    const double bytes = countOf(shape) * static_cast<double>(sizeof(double));
    state.randomBytes += bytes;
    if (!(state.randomBytes <= kMostRandomBytes))
        state.fail(ErrorCode::TooLarge, name + " of shape " + shapeText(shape) + " would need " + bytesText(bytes) +
                                            "; random tensors may take " + bytesText(kMostRandomBytes) +
                                            " in one file.");
    if (state.error)
        return std::nullopt;
    return randomTensor(shape, isUniform ? Distribution::Uniform : Distribution::Normal,
                        static_cast<std::uint64_t>(seed), scale);
}

std::optional<Tensor> readData(Fields& fields, const std::string& name, const Shape& shape, std::size_t dtype,
                               bool mayHoldBools) {
    ReadState& state = fields.state();
    const Json* data = fields.take("data");
    if (data == nullptr || data->kind != Json::Kind::Numbers) {
        state.fail(ErrorCode::Malformed, name + ".data must be a flat list of numbers.");
        return std::nullopt;
    }
    if (data->hasBools && !mayHoldBools && dtype != 0)
        state.fail(ErrorCode::Malformed, name + " holds true or false where numbers are needed.");
    const auto got = static_cast<double>(data->numbers.size());
    if (countOf(shape) != got) {
        std::string wanted;
        appendJsonNumber(wanted, countOf(shape));
        state.fail(ErrorCode::ShapeMismatch, name + " has shape " + shapeText(shape) + ", that is " + wanted +
                                                 " numbers, but its data has " +
                                                 std::to_string(data->numbers.size()) + ".");
    }
    for (const double value : data->numbers) {
        const bool isFlag = value == 0.0 || value == 1.0;
        if ((dtype == 0 && !isFlag) || (dtype == 1 && value != std::floor(value))) {
            std::string shown;
            appendJsonNumber(shown, value);
            state.fail(ErrorCode::Malformed,
                       name + " holds " + shown + ", which is not of its type " + (dtype == 0 ? "bool." : "int."));
            break;
        }
    }
    if (state.error)
        return std::nullopt;
    return Tensor(shape, data->numbers);
}

}  // namespace

std::optional<Tensor> readTensor(const Json& json, const std::string& name, bool mayHoldBools, ReadState& state) {
    if (json.kind != Json::Kind::Object) {
        Shape shape;
        std::vector<double> values;
        if (!flatten(json, 0, shape, values, name, mayHoldBools, state))
            return std::nullopt;
        if (countOf(shape) != static_cast<double>(values.size())) {
            state.fail(ErrorCode::ShapeMismatch, name + " is nested to different depths.");
            return std::nullopt;
        }
        return Tensor(std::move(shape), std::move(values));
    }
    Fields fields(json, name + ".", state);
    if (fields.take("file") != nullptr) {
        state.fail(ErrorCode::NotSupported, name + " is in a file of its own; tensor files are not yet supported.");
        return std::nullopt;
    }
    if (json.find("shape") == nullptr || json.find("shape")->kind == Json::Kind::Null) {
        state.fail(ErrorCode::Malformed, name + " has no shape.");
        return std::nullopt;
    }
    const std::vector<Index> shape = fields.integers("shape");
    const std::size_t dtype = fields.choice("dtype", {"bool", "int", "f64", "f32", "f16", "bf16"}, 2);
    if (shape.size() > 8)
        state.fail(ErrorCode::ShapeMismatch,
                   name + " has " + std::to_string(shape.size()) + " axes; at most 8 are read.");
    for (const Index size : shape)
        if (size < 0)
            state.fail(ErrorCode::OutOfRange, name + " has a negative size: " + shapeText(shape) + ".");
    if (countOf(shape) > 0x1p53)
        state.fail(ErrorCode::TooLarge,
                   name + " of shape " + shapeText(shape) + " would need " + bytesText(countOf(shape) * 8.0) + ".");
    if (state.error)
        return std::nullopt;
    auto tensor = fields.take("random") != nullptr ? readRandom(fields, name, shape)
                                                   : readData(fields, name, shape, dtype, mayHoldBools);
    fields.finish();
    return state.error ? std::nullopt : std::move(tensor);
}

}  // namespace attn
