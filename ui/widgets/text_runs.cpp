#include "ui/widgets/text_runs.h"

#include <QFontMetricsF>
#include <QHash>
#include <QPainter>
#include <QRegularExpression>
#include <unordered_map>

#include "ui/theme/typeface.h"

namespace attn::ui {
namespace {

struct RunLook {
    QFont font;
    QColor color;
    double lowered = 0.0;  ///< Pixels below the baseline.
};

bool isScript(const TextRun& run) {
    return run.kind == TextRun::Subscript || run.kind == TextRun::Superscript;
}

QColor colorOf(TextRun::Kind kind, const Theme& theme, const QColor& normal) {
    switch (kind) {
        case TextRun::Second:
            return theme.secondText;
        case TextRun::Query:
            return theme.query;
        case TextRun::Key:
            return theme.key;
        case TextRun::Value:
            return theme.value;
        case TextRun::Accent:
            return theme.accent;
        default:
            return normal.isValid() ? normal : theme.text;
    }
}

/// One of the program's own fonts, which differ in size, weight and slant only.
bool isOurs(const QFont& font) {
    return font.pixelSize() > 0 && font.styleStrategy() == QFont::PreferDefault &&
           font.families() == sizedFont(type::kBody).families();
}

/// `host` is the last run that is not a subscript or superscript: they look as it does.
RunLook lookOf(const TextRun& run, const TextRun& host, const QFont& font, const Theme& theme, const QColor& normal) {
    RunLook look{font, colorOf(host.kind, theme, normal)};
    const bool isItalic = host.kind == TextRun::Italic;
    const bool isSemibold = host.kind == TextRun::Semibold || host.isSemibold || (isScript(run) && run.isSemibold);
    // Semibold italic has a narrower 6: it is never used.
    const int weight = isItalic ? QFont::Normal : isSemibold ? QFont::DemiBold : font.weight();
    const int pixels = font.pixelSize() > 0 ? font.pixelSize() : QFontInfo(font).pixelSize();
    const int size = isScript(run) ? std::max(1, qRound(pixels * 0.75)) : pixels;
    if (isScript(run))
        look.lowered = pixels * (run.kind == TextRun::Subscript ? 0.22 : -0.33);
    if (weight == font.weight() && size == pixels && isItalic == font.italic())
        return look;
    if (isOurs(font)) {
        look.font = sizedFont(size, static_cast<QFont::Weight>(weight), isItalic);
        return look;
    }
    look.font.setWeight(static_cast<QFont::Weight>(weight));
    look.font.setItalic(isItalic);
    if (size != pixels)
        look.font.setPixelSize(size);
    return look;
}

/// Shaping a text is slow, and a layout asks for the same ones again and again: widths are kept.
double advanceOf(const QFont& font, const QString& text) {
    constexpr qsizetype kMostKept = 4096, kLongestKept = 200;
    if (!isOurs(font) || !TypefaceScope::family().isEmpty() || text.size() > kLongestKept)
        return QFontMetricsF(font).horizontalAdvance(text);
    struct Key {
        int pixels, weight;
        bool isInScope;
        QString text;
        bool operator==(const Key&) const = default;
    };
    struct Hash {
        std::size_t operator()(const Key& key) const {
            return qHashMulti(std::size_t(0), key.pixels, key.weight, key.isInScope, key.text);
        }
    };
    thread_local std::unordered_map<Key, double, Hash> kept;
    Key key{font.pixelSize(), font.weight() + (font.italic() ? 1000 : 0), TypefaceScope::isIn(), text};
    if (const auto found = kept.find(key); found != kept.end())
        return found->second;
    if (static_cast<qsizetype>(kept.size()) >= kMostKept)
        kept.clear();
    return kept[std::move(key)] = QFontMetricsF(font).horizontalAdvance(text);
}

template <class Visit>
double walkRuns(const TextRuns& runs, const QFont& font, const Theme& theme, const QColor& normal, Visit visit) {
    double x = 0.0;
    const TextRun plain;
    const TextRun* host = &plain;
    for (const TextRun& run : runs) {
        if (!isScript(run))
            host = &run;
        const RunLook look = lookOf(run, *host, font, theme, normal);
        visit(x, run, look);
        x += advanceOf(look.font, run.text);
    }
    return x;
}

}  // namespace

TextRuns nameRuns(const QString& name, TextRun::Kind kind) {
    const auto at = name.indexOf(QLatin1Char('_'));
    if (at <= 0 || at + 1 == name.size())
        return {{name, kind}};
    return {{name.left(at), kind}, {name.mid(at + 1), TextRun::Subscript}};
}

TextRuns proseRuns(const QString& sentence, TextRun::Kind kind) {
    static const QRegularExpression kName(QStringLiteral("(?<![\\w])(√?[A-Za-z])_([A-Za-z0-9]+)"));
    TextRuns runs;
    qsizetype done = 0;
    for (auto names = kName.globalMatch(sentence); names.hasNext();) {
        const QRegularExpressionMatch name = names.next();
        runs.push_back({sentence.mid(done, name.capturedEnd(1) - done), kind});
        runs.push_back({name.captured(2), TextRun::Subscript});
        done = name.capturedEnd();
    }
    if (done < sentence.size())
        runs.push_back({sentence.mid(done), kind});
    return runs;
}

QString plainText(const TextRuns& runs) {
    QString text;
    for (const TextRun& run : runs)
        text += run.text;
    return text;
}

double runsWidth(const TextRuns& runs, const QFont& font) {
    return walkRuns(runs, font, paperTheme(), {}, [](double, const TextRun&, const RunLook&) {});
}

void drawRuns(QPainter& painter, QPointF baseline, const TextRuns& runs, const QFont& font, const Theme& theme,
              const QColor& normal) {
    painter.save();
    walkRuns(runs, font, theme, normal, [&](double x, const TextRun& run, const RunLook& look) {
        painter.setFont(look.font);
        painter.setPen(look.color);
        painter.drawText(baseline + QPointF(x, look.lowered), run.text);
    });
    painter.restore();
}

namespace {

/// The part of `word` that fits into `width`, at least one sign; `word` keeps the rest.
TextRuns takeFitting(TextRuns& word, const QFont& font, double width) {
    TextRuns taken;
    while (!word.empty()) {
        TextRun& first = word.front();
        const qsizetype size = first.text.size() > 1 && first.text.at(0).isHighSurrogate() ? 2 : 1;
        TextRuns longer = taken;
        if (longer.empty() || longer.back().kind != first.kind)
            longer.push_back({{}, first.kind, first.isSemibold});
        longer.back().text += first.text.left(size);
        if (!taken.empty() && runsWidth(longer, font) > width)
            break;
        taken = std::move(longer);
        first.text.remove(0, size);
        if (first.text.isEmpty())
            word.erase(word.begin());
    }
    return taken;
}

}  // namespace

std::vector<TextRuns> wrapRuns(const TextRuns& runs, const QFont& font, double width) {
    // A word may span several runs ("d" and its "k"), so words are gathered first, as runs themselves.
    std::vector<TextRuns> words(1);
    for (const TextRun& run : runs) {
        const QStringList parts = run.text.split(QLatin1Char(' '));
        for (qsizetype i = 0; i < parts.size(); ++i) {
            if (i > 0)
                words.emplace_back();
            if (parts[i].isEmpty())
                continue;
            words.back().push_back({parts[i], run.kind, run.isSemibold});
        }
    }
    std::vector<TextRuns> lines(1);
    // Widths of runs add up, so each word is measured once.
    const TextRun space{QStringLiteral(" ")};
    const double spaceWidth = runsWidth({space}, font);
    double used = 0.0;
    for (TextRuns& word : words) {
        if (word.empty())
            continue;
        const double wordWidth = runsWidth(word, font);
        if (!lines.back().empty() && used + spaceWidth + wordWidth <= width) {
            lines.back().push_back(space);
            lines.back().insert(lines.back().end(), word.begin(), word.end());
            used += spaceWidth + wordWidth;
            continue;
        }
        if (!lines.back().empty())
            lines.emplace_back();
        lines.back() = std::move(word);
        used = wordWidth;
        while (used > width) {
            TextRuns rest = std::move(lines.back());
            lines.back() = takeFitting(rest, font, width);
            if (rest.empty())
                break;
            lines.push_back(std::move(rest));
            used = runsWidth(lines.back(), font);
        }
    }
    return lines;
}

}  // namespace attn::ui
