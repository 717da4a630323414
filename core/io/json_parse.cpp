#include <algorithm>
#include <charconv>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/io/json.h"

namespace attn {

namespace {

constexpr std::size_t kDeepest = 64;
constexpr std::size_t kMostNumbers = std::size_t(1) << 27;
constexpr std::size_t kMostNodes = std::size_t(1) << 21;
constexpr std::size_t kMostKeys = 256;

/// Writes what the parser reports as compact JSON text.
class Recorder {
  public:
    void start(char bracket) {
        comma();
        m_text += bracket;
        ++m_depth;
    }
    void end(char bracket) {
        m_text += bracket;
        --m_depth;
    }
    void key(std::string_view name) {
        comma();
        appendJsonText(m_text, name);
        m_text += ':';
    }
    void value(std::string_view token) {
        comma();
        m_text += token;
    }
    void textValue(std::string_view value) {
        comma();
        appendJsonText(m_text, value);
    }
    bool isComplete() const { return m_depth == 0; }
    std::string take() { return std::exchange(m_text, {}); }

  private:
    void comma() {
        // A string ends in a quotation mark, so these three are always structure.
        if (!m_text.empty() && m_text.back() != '{' && m_text.back() != '[' && m_text.back() != ':')
            m_text += ',';
    }
    std::string m_text;
    std::size_t m_depth = 0;
};

/// Receives the parser's events. Every function returns false to stop, with the reason in `error`.
class Builder : public nlohmann::json_sax<nlohmann::json> {
  public:
    Builder(const std::vector<std::string>& rawKeys, bool allRaw) : m_rawKeys(rawKeys), m_isRaw(allRaw) {}

    std::optional<Error> error;
    std::size_t failedAt = 0;  ///< Bytes read when the text itself was at fault; 0 when it was not.
    std::string failure;       ///< What the parser said.
    Json root;

    bool null() override {
        if (m_isRaw)
            return recorded([&] { m_recorder.value("null"); });
        return add(Json{});
    }
    bool boolean(bool flag) override {
        if (m_isRaw)
            return recorded([&] { m_recorder.value(flag ? "true" : "false"); });
        if (isInArray())
            return push(flag ? 1.0 : 0.0, &Json::hasBools);
        Json value;
        value.kind = Json::Kind::Bool;
        value.flag = flag;
        return add(std::move(value));
    }
    bool number_integer(number_integer_t value) override {
        return m_isRaw ? recorded([&] { m_recorder.value(std::to_string(value)); })
                       : number(static_cast<double>(value));
    }
    bool number_unsigned(number_unsigned_t value) override {
        return m_isRaw ? recorded([&] { m_recorder.value(std::to_string(value)); })
                       : number(static_cast<double>(value));
    }
    bool number_float(number_float_t value, const string_t& token) override {
        return m_isRaw ? recorded([&] { m_recorder.value(token); }) : number(value);
    }
    bool string(string_t& text) override {
        if (m_isRaw)
            return recorded([&] { m_recorder.textValue(text); });
        double word = 0.0;
        if (isInArray() && m_open.back().value.kind == Json::Kind::Numbers && numberFromWord(text, word))
            return push(word, &Json::hasWords);
        Json value;
        value.kind = Json::Kind::String;
        value.text = std::move(text);
        return add(std::move(value));
    }
    bool binary(binary_t&) override { return false; }

    bool start_object(std::size_t) override {
        if (m_isRaw)
            return deeper() && recorded([&] { m_recorder.start('{'); });
        return open(Json::Kind::Object);
    }
    bool start_array(std::size_t) override {
        if (m_isRaw)
            return deeper() && recorded([&] { m_recorder.start('['); });
        return open(Json::Kind::Numbers);
    }
    bool end_object() override { return end('}'); }
    bool end_array() override { return end(']'); }

    bool key(string_t& name) override {
        if (m_isRaw) {
            m_recorder.key(name);
            return true;
        }
        Frame& frame = m_open.back();
        if (frame.value.find(name) != nullptr)
            return fail(ErrorCode::Malformed, "The key " + quoted(name) + " stands twice in one object.");
        if (frame.value.members.size() >= kMostKeys)
            return fail(ErrorCode::TooLarge, "An object has more than " + std::to_string(kMostKeys) + " keys.");
        frame.key = name;
        m_isRaw = name.rfind("x-", 0) == 0 || std::find(m_rawKeys.begin(), m_rawKeys.end(), name) != m_rawKeys.end();
        return true;
    }

    bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception& problem) override {
        failedAt = position;
        failure = problem.what();
        return false;
    }

    std::string takeRaw() { return m_recorder.take(); }

  private:
    struct Frame {
        Json value;
        std::string key;
    };

    static std::string quoted(const std::string& name) {
        std::string text;
        appendJsonText(text, name.size() <= 80 ? name : name.substr(0, 80) + "...");
        return text;
    }
    bool fail(ErrorCode code, std::string message) {
        error = Error{code, std::move(message)};
        return false;
    }
    bool isInArray() const { return !m_open.empty() && m_open.back().value.kind != Json::Kind::Object; }

    bool deeper() {
        if (++m_depth > kDeepest)
            return fail(ErrorCode::Malformed, "Brackets are nested more than " + std::to_string(kDeepest) + " deep.");
        return true;
    }
    /// Runs `write` and closes the raw value when it is whole.
    template <class Write>
    bool recorded(const Write& write) {
        write();
        if (!m_recorder.isComplete() || m_open.empty())
            return true;
        m_isRaw = false;
        Json value;
        value.kind = Json::Kind::Raw;
        value.text = m_recorder.take();
        return add(std::move(value));
    }

    bool open(Json::Kind kind) {
        if (!deeper())
            return false;
        m_open.emplace_back();
        m_open.back().value.kind = kind;
        return true;
    }
    bool end(char bracket) {
        --m_depth;
        if (m_isRaw)
            return recorded([&] { m_recorder.end(bracket); });
        Json value = std::move(m_open.back().value);
        m_open.pop_back();
        value.numbers.shrink_to_fit();
        return add(std::move(value));
    }

    /// The name of the innermost object member that is being read.
    std::string place() const {
        for (auto frame = m_open.rbegin(); frame != m_open.rend(); ++frame)
            if (frame->value.kind == Json::Kind::Object)
                return quoted(frame->key);
        return "An array";
    }

    bool number(double value) {
        if (isInArray())
            return push(value, &Json::hasNumbers);
        Json node;
        node.kind = Json::Kind::Number;
        node.number = value;
        return add(std::move(node));
    }
    bool push(double value, bool Json::*what) {
        Json& array = m_open.back().value;
        if (array.kind != Json::Kind::Numbers)
            return fail(ErrorCode::Malformed, place() + " mixes numbers with other values.");
        if (++m_numbers > kMostNumbers)
            return fail(ErrorCode::TooLarge, "The text has more than " + std::to_string(kMostNumbers) + " numbers.");
        array.numbers.push_back(value);
        array.*what = true;
        return true;
    }

    bool add(Json value) {
        if (++m_nodes > kMostNodes)
            return fail(ErrorCode::TooLarge, "The text has more than " + std::to_string(kMostNodes) + " values.");
        if (m_open.empty()) {
            root = std::move(value);
            return true;
        }
        Frame& frame = m_open.back();
        if (frame.value.kind == Json::Kind::Object) {
            frame.value.members.push_back({std::move(frame.key), std::move(value)});
            frame.key.clear();
            return true;
        }
        return addItem(frame.value, std::move(value));
    }
    bool addItem(Json& array, Json value) {
        if (array.kind == Json::Kind::Numbers) {
            // A list of words that began like numbers: the tokens "NaN" and "Infinity", say.
            if (array.hasNumbers || array.hasBools || (array.hasWords && value.kind != Json::Kind::String))
                return fail(ErrorCode::Malformed, place() + " mixes numbers with other values.");
            array.kind = Json::Kind::Array;
            for (const double word : std::exchange(array.numbers, {})) {
                Json node;
                node.kind = Json::Kind::String;
                appendJsonNumber(node.text, word);
                node.text = node.text.substr(1, node.text.size() - 2);
                array.items.push_back(std::move(node));
            }
        }
        array.items.push_back(std::move(value));
        return true;
    }

    const std::vector<std::string>& m_rawKeys;
    bool m_isRaw;
    Recorder m_recorder;
    std::vector<Frame> m_open;
    std::size_t m_depth = 0;
    std::size_t m_numbers = 0;
    std::size_t m_nodes = 0;
};

/// "The text is not valid JSON at byte 12 (line 2): unexpected end of input."
Error syntaxError(std::string_view text, std::size_t position, const std::string& said) {
    const std::size_t at = std::min(position, text.size());
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    const std::string where = "at byte " + std::to_string(at) + " (line " + std::to_string(line) + ")";
    if (said.find("unexpected end of input") != std::string::npos || at == 0)
        return {ErrorCode::Malformed, "The text ends too early, " + where + ": it is not complete JSON."};
    if (said.find("number overflow") != std::string::npos)
        return {ErrorCode::Malformed, "A number " + where + " is too large for double precision."};
    std::string reason = "unexpected text";
    if (said.find("ill-formed UTF-8") != std::string::npos)
        reason = "bytes that are not UTF-8";
    else if (said.find("control character") != std::string::npos)
        reason = "a control character inside a text";
    else if (said.find("end of input") != std::string::npos &&
             said.find("expected end of input") != std::string::npos)
        reason = "something follows the end";
    else if (said.find("invalid string") != std::string::npos)
        reason = "a text that does not end or has a bad escape";
    else if (said.find("invalid number") != std::string::npos)
        reason = "a malformed number";
    return {ErrorCode::Malformed, "The text is not valid JSON " + where + ": " + reason + "."};
}

Result<void> run(std::string_view text, Builder& builder) {
    if (text.empty())
        return Error{ErrorCode::Malformed, "The text is empty."};
    // The parser would take a zero byte for the end of the text, whatever follows.
    if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos)
        return Error{ErrorCode::Malformed,
                     "Byte " + std::to_string(zero + 1) + " of the text is zero: this is not JSON."};
    try {
        if (nlohmann::json::sax_parse(text.begin(), text.end(), &builder))
            return {};
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::TooLarge,
                     "There is not enough memory to read " + std::to_string(text.size()) + " bytes."};
    }
    if (builder.error)
        return *builder.error;
    return syntaxError(text, builder.failedAt, builder.failure);
}

}  // namespace

const Json* Json::find(std::string_view key) const {
    for (const auto& member : members)
        if (member.key == key)
            return &member.value;
    return nullptr;
}

bool numberFromWord(std::string_view word, double& value) {
    if (word == "NaN")
        value = std::numeric_limits<double>::quiet_NaN();
    else if (word == "Infinity")
        value = std::numeric_limits<double>::infinity();
    else if (word == "-Infinity")
        value = -std::numeric_limits<double>::infinity();
    else
        return false;
    return true;
}

Result<Json> parseJson(std::string_view text, const std::vector<std::string>& rawKeys) {
    Builder builder(rawKeys, false);
    if (auto done = run(text, builder); !done)
        return done.error();
    return std::move(builder.root);
}

Result<std::string> compactJson(std::string_view text) {
    const std::vector<std::string> none;
    Builder builder(none, true);
    if (auto done = run(text, builder); !done)
        return done.error();
    return builder.takeRaw();
}

}  // namespace attn
