#include "core/io/fields.h"

#include <algorithm>
#include <cmath>

namespace attn {

Fields::Fields(const Json& object, std::string path, ReadState& state)
    : m_object(object), m_path(std::move(path)), m_state(state) {}

const Json* Fields::take(const std::string& key) {
    m_taken.insert(key);
    const Json* value = m_object.find(key);
    return value != nullptr && value->kind != Json::Kind::Null ? value : nullptr;
}

void Fields::wrong(const std::string& key, const std::string& needed) {
    m_state.fail(ErrorCode::Malformed, path(key) + " must be " + needed + ".");
}

std::string Fields::text(const std::string& key, const std::string& otherwise) {
    const Json* value = take(key);
    if (value == nullptr)
        return otherwise;
    if (value->kind != Json::Kind::String)
        wrong(key, "a text");
    return value->text;
}

double Fields::number(const std::string& key, double otherwise) {
    const Json* value = take(key);
    if (value == nullptr)
        return otherwise;
    double number = otherwise;
    if (value->kind == Json::Kind::Number)
        number = value->number;
    else if (value->kind != Json::Kind::String || !numberFromWord(value->text, number))
        wrong(key, "a number");
    return number;
}

bool Fields::toIndex(double value, const std::string& key, Index& index) {
    // Written so that NaN fails too.
    if (!(std::abs(value) <= 0x1p53) || value != std::floor(value)) {
        std::string shown;
        appendJsonNumber(shown, value);
        m_state.fail(ErrorCode::OutOfRange,
                     path(key) + " is " + shown + " where a whole number of at most 2^53 is needed.");
        return false;
    }
    index = static_cast<Index>(value);
    return true;
}

Index Fields::integer(const std::string& key, Index otherwise) {
    const Json* value = take(key);
    Index index = otherwise;
    if (value == nullptr)
        return otherwise;
    if (value->kind != Json::Kind::Number)
        wrong(key, "a whole number");
    else
        toIndex(value->number, key, index);
    return index;
}

std::vector<Index> Fields::integers(const std::string& key) {
    const Json* value = take(key);
    if (value == nullptr)
        return {};
    if (value->kind != Json::Kind::Numbers || value->hasBools) {
        wrong(key, "a list of whole numbers");
        return {};
    }
    std::vector<Index> list;
    for (const double number : value->numbers) {
        Index index = 0;
        if (!toIndex(number, key, index))
            return {};
        list.push_back(index);
    }
    return list;
}

std::vector<double> Fields::numbers(const std::string& key) {
    const Json* value = take(key);
    if (value == nullptr)
        return {};
    if (value->kind == Json::Kind::Numbers && !value->hasBools)
        return value->numbers;
    wrong(key, "a list of numbers");
    return {};
}

std::uint64_t Fields::seed(const std::string& key) {
    const Index value = integer(key, 0);
    if (value < 0)
        m_state.fail(ErrorCode::OutOfRange, path(key) + " is " + std::to_string(value) + "; it must be at least 0.");
    return static_cast<std::uint64_t>(std::max<Index>(value, 0));
}

std::vector<Index> Fields::oneOrMore(const std::string& key) {
    const Json* value = take(key);
    if (value != nullptr && value->kind == Json::Kind::Number)
        return {integer(key, 0)};
    return integers(key);
}

std::vector<std::string> Fields::texts(const std::string& key) {
    const Json* value = take(key);
    if (value == nullptr)
        return {};
    std::vector<std::string> list;
    if (value->kind == Json::Kind::Array) {
        for (const Json& item : value->items) {
            if (item.kind != Json::Kind::String) {
                wrong(key, "a list of texts");
                return {};
            }
            list.push_back(item.text);
        }
    } else if (value->kind == Json::Kind::Numbers && !value->hasNumbers && !value->hasBools) {
        // An empty list, or one of nothing but the words that stand for non-finite numbers.
        for (const double word : value->numbers)
            list.emplace_back(std::isnan(word) ? "NaN" : word > 0 ? "Infinity" : "-Infinity");
    } else {
        wrong(key, "a list of texts");
    }
    return list;
}

std::vector<Cell> Fields::cells(const std::string& key) {
    const Json* value = take(key);
    if (value == nullptr || (value->kind == Json::Kind::Numbers && value->numbers.empty()))
        return {};
    std::vector<Cell> list;
    if (value->kind != Json::Kind::Array)
        wrong(key, "a list of [row, column] pairs");
    for (const Json& item : value->items) {
        Cell cell;
        if (item.kind != Json::Kind::Numbers || item.numbers.size() != 2 || item.hasBools) {
            wrong(key, "a list of [row, column] pairs");
            return {};
        }
        if (!toIndex(item.numbers[0], key, cell.row) || !toIndex(item.numbers[1], key, cell.col))
            return {};
        list.push_back(cell);
    }
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
    return list;
}

std::size_t Fields::choice(const std::string& key, const std::vector<std::string>& choices, std::size_t otherwise) {
    const Json* value = take(key);
    if (value == nullptr)
        return otherwise;
    const auto found = std::find(choices.begin(), choices.end(), value->text);
    if (value->kind == Json::Kind::String && found != choices.end())
        return static_cast<std::size_t>(found - choices.begin());
    std::string known;
    for (const std::string& name : choices)
        known += (known.empty() ? "" : ", ") + name;
    std::string shown;
    if (value->kind == Json::Kind::String) {
        shown = " is ";
        appendJsonText(shown, value->text);
        shown += "; it";
    }
    m_state.fail(ErrorCode::OutOfRange, path(key) + shown + " must be one of " + known + ".");
    return otherwise;
}

TensorPtr Fields::tensor(const std::string& key) {
    return anyTensor(key, false);
}

TensorPtr Fields::anyTensor(const std::string& key, bool mayHoldBools) {
    const Json* value = take(key);
    if (value == nullptr || m_state.error)
        return nullptr;
    auto read = readTensor(*value, path(key), mayHoldBools, m_state);
    return read ? std::make_shared<const Tensor>(std::move(*read)) : nullptr;
}

BoolTensorPtr Fields::boolTensor(const std::string& key) {
    const TensorPtr numbers = anyTensor(key, true);
    if (!numbers)
        return nullptr;
    BoolTensor flags(numbers->shape());
    for (Index i = 0; i < flags.size(); ++i) {
        const double value = (*numbers)[i];
        if (value != 0.0 && value != 1.0) {
            std::string shown;
            appendJsonNumber(shown, value);
            m_state.fail(ErrorCode::OutOfRange, path(key) + " holds " + shown + " where only 0 and 1 are allowed.");
            return nullptr;
        }
        flags[i] = value == 1.0 ? 1 : 0;
    }
    return std::make_shared<const BoolTensor>(std::move(flags));
}

std::optional<Fields> Fields::object(const std::string& key) {
    const Json* value = take(key);
    if (value == nullptr)
        return std::nullopt;
    if (value->kind != Json::Kind::Object) {
        wrong(key, "an object in braces");
        return std::nullopt;
    }
    return Fields(*value, path(key) + ".", m_state);
}

void Fields::finish() {
    for (const auto& [key, value] : m_object.members) {
        if (m_taken.count(key) != 0 || key.rfind("x-", 0) == 0)
            continue;
        std::string shown;
        appendJsonText(shown, m_path + key);
        m_state.fail(ErrorCode::Malformed, "The key " + shown + " is unknown.");
        return;
    }
}

}  // namespace attn
