#include <algorithm>
#include <cmath>

#include "core/io/fields.h"
#include "src/export/figure_style.h"

namespace attn::app {
namespace {

constexpr const char* kFormat = "headscope/style";
constexpr Index kVersion = 1;
constexpr const char* kAsShown = "as shown";   ///< A map or a range: as the figure comes.
constexpr const char* kProposed = "proposed";  ///< A width: as the figure proposes.
constexpr const char* kNeeded = "as needed";   ///< A height.
constexpr qsizetype kLongestName = 80, kLongestFamily = 120;

std::string shown(double value) {
    std::string text;
    appendJsonNumber(text, value);
    return text;
}

/// Reads the keys of one style file; the first fault is kept in the ReadState.
class Reader {
  public:
    explicit Reader(const Json& json) : m_fields(json, "", m_state) {}

    Result<FigureStyle> read() {
        if (m_fields.text("format") != kFormat)
            m_state.fail(ErrorCode::NotSupported, std::string("The file is no style: its format is not \"") + kFormat + "\".");
        if (const Index version = m_fields.integer("version", 0); version != kVersion)
            m_state.fail(ErrorCode::NotSupported, "The style has version " + std::to_string(version) + " where 1 is known.");
        m_style.name = plain("name", kLongestName);
        m_style.width = length("width", kProposed);
        m_style.height = length("height", kNeeded);
        m_style.marginMm = within("margin", m_style.marginMm, 0.0, 200.0);
        m_style.dpi = within("dpi", m_style.dpi, 10.0, 4800.0);
        m_style.family = plain("font", kLongestFamily);
        m_style.typePoints = within("font_size", m_style.typePoints, 2.0, 200.0);
        m_style.theme = static_cast<FigureTheme>(m_fields.choice("theme", themeWords(), 0));
        m_style.isTransparent = flag(m_fields, "transparent").value_or(false);
        std::vector<std::string> maps = mapWords();
        maps.emplace_back(kAsShown);
        if (const std::size_t map = m_fields.choice("colormap", maps, maps.size() - 1); map + 1 < maps.size())
            m_style.map = static_cast<ui::MapName>(map);
        readRange();
        if (auto parts = m_fields.object("show")) {
            for (std::size_t i = 0; i < kFigureParts; ++i)
                m_style.parts[i] = flag(*parts, partWords()[i]);
            parts->finish();
        }
        m_fields.finish();
        if (m_state.error)
            return *m_state.error;
        return m_style;
    }

  private:
    /// A name that neither breaks a line nor steers a terminal.
    QString plain(const std::string& key, qsizetype longest) {
        const QString text = QString::fromStdString(m_fields.text(key));
        if (text.size() > longest)
            m_state.fail(ErrorCode::TooLarge, key + " has " + std::to_string(text.size()) + " signs where " +
                                                  std::to_string(longest) + " are the most.");
        const auto isPlain = [](QChar sign) { return sign.isPrint() && sign.category() != QChar::Other_Format; };
        if (!std::all_of(text.begin(), text.end(), isPlain))
            m_state.fail(ErrorCode::Malformed, key + " holds a sign that cannot be seen.");
        return text;
    }

    double within(const std::string& key, double otherwise, double least, double most) {
        const double value = m_fields.number(key, otherwise);
        if (!(value >= least && value <= most))
            m_state.fail(ErrorCode::OutOfRange, key + " is " + shown(value) + " where " + shown(least) + " to " +
                                                    shown(most) + " is possible.");
        return value;
    }

    std::optional<bool> flag(Fields& fields, const std::string& key) {
        const Json* value = fields.take(key);
        if (value == nullptr)
            return std::nullopt;
        if (value->kind != Json::Kind::Bool)
            m_state.fail(ErrorCode::Malformed, fields.path(key) + " must be true or false.");
        return value->flag;
    }

    std::optional<FigureLength> length(const std::string& key, const char* none) {
        const std::string word = m_fields.text(key, none);
        if (word == none)
            return std::nullopt;
        const auto length = lengthFromWord(QString::fromStdString(word));
        if (!length) {
            m_state.fail(length.error().code, key + ": " + length.error().message);
            return std::nullopt;
        }
        return *length;
    }

    void readRange() {
        const std::string word = m_fields.text("range", kAsShown);
        if (word == kAsShown)
            return;
        m_style.range = rangeFromWord(QString::fromStdString(word));
        if (!m_style.range)
            m_state.fail(ErrorCode::Malformed, "range is \"" + word.substr(0, 80) +
                                                   "\" where \"as shown\", \"auto\", \"row\", \"log\" or \"LO:HI\" with LO < HI is needed.");
    }

    ReadState m_state;
    Fields m_fields;
    FigureStyle m_style;
};

}  // namespace

Result<FigureStyle> readFigureStyle(std::string_view json) {
    if (json.size() > kLargestStyle)
        return Error{ErrorCode::TooLarge, "A style has at most " + std::to_string(kLargestStyle) + " bytes; this file has more."};
    const auto parsed = parseJson(json);
    if (!parsed)
        return parsed.error();
    if (parsed->kind != Json::Kind::Object)
        return Error{ErrorCode::Malformed, "A style is an object with the key \"format\"."};
    return Reader(*parsed).read();
}

std::string writeFigureStyle(const FigureStyle& style) {
    std::string out = "{";
    const auto key = [&out](const std::string& name) {
        out += out.size() > 1 ? ",\n  " : "\n  ";
        appendJsonText(out, name);
        out += ": ";
    };
    const auto text = [&](const std::string& name, const std::string& value) {
        key(name);
        appendJsonText(out, value);
    };
    const auto number = [&](const std::string& name, double value) {
        key(name);
        appendJsonNumber(out, value);
    };
    text("format", kFormat);
    number("version", static_cast<double>(kVersion));
    text("name", style.name.toStdString());
    text("width", style.width ? lengthWord(*style.width).toStdString() : kProposed);
    text("height", style.height ? lengthWord(*style.height).toStdString() : kNeeded);
    number("margin", style.marginMm);
    number("dpi", style.dpi);
    text("font", style.family.toStdString());
    number("font_size", style.typePoints);
    text("theme", themeWords()[static_cast<std::size_t>(style.theme)]);
    key("transparent");
    out += style.isTransparent ? "true" : "false";
    text("colormap", style.map ? mapWords()[static_cast<std::size_t>(*style.map)] : kAsShown);
    text("range", style.range ? rangeWord(*style.range).toStdString() : kAsShown);
    key("show");
    std::string parts;
    for (std::size_t i = 0; i < kFigureParts; ++i)
        if (style.parts[i])
            parts += (parts.empty() ? "\"" : ", \"") + partWords()[i] + (*style.parts[i] ? "\": true" : "\": false");
    return out + "{" + parts + "}\n}\n";
}

}  // namespace attn::app
