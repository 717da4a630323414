// Where everything of the explanation stands.
#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "ui/explain/explanation_page.h"
#include "ui/figure/figure_text.h"
#include "ui/theme/style.h"

namespace attn::ui {

namespace {

constexpr double kPadding = 16.0;
constexpr double kSpace = 12.0;      ///< Above and below a hairline.
constexpr double kLeastGap = 6.0;
constexpr double kLeastLabel = 40.0;

double lineHeight(int pixels) { return pixels <= type::kLabel ? scaled(20) : scaled(22); }

TextRuns strong(TextRuns runs) {
    for (TextRun& run : runs)
        run.isSemibold = true;
    return runs;
}

double widthOf(const TextRuns& runs, int pixels) { return runsWidth(runs, bodyFont(pixels)); }

}  // namespace

void ExplanationPage::placeWrapped(double& y, const TextRuns& runs, int pixels, double height) {
    for (TextRuns& line : wrapRuns(runs, bodyFont(pixels), inner())) {
        const QString whole = widthOf(line, pixels) > inner() ? plainText(line) : QString();
        m_texts.push_back({{kPadding, y, inner(), height}, std::move(line), pixels, false, false, whole});
        y += height;
    }
}

void ExplanationPage::placeRule(double& y) {
    y += kSpace;
    m_lines.push_back({0.0, y, m_width, 1.0});
    y += 1.0 + kSpace;
}

void ExplanationPage::placeWarning(double& y) {
    m_warning = {};
    if (m_picture.warning.isEmpty())
        return;
    const double left = kPadding + 12.0 + scaled(20) + 8.0;
    const double top = y;
    const double height = scaled(20);
    y += 8.0;
    for (TextRuns& line : wrapRuns({{m_picture.warning}}, bodyFont(), m_width - kPadding - 12.0 - left)) {
        m_texts.push_back({{left, y, m_width - kPadding - 8.0 - left, height}, std::move(line), type::kBody, false, false, {}, true});
        y += height;
    }
    y += 8.0;
    m_warning = {kPadding, top, inner(), y - top};
    placeRule(y);
}

void ExplanationPage::placeHeadline(double& y) {
    placeWrapped(y, m_picture.headline, type::kDockHeading, scaled(22));
    if (m_picture.value.isEmpty())
        return;
    const double height = scaled(42);
    const TextRuns value{{m_picture.value}};
    const double width = std::min(widthOf(value, type::kChosenValue), inner());
    m_texts.push_back({{kPadding, y, width, height}, value, type::kChosenValue, false, m_picture.isValueFault,
                       m_picture.exactValue});
    // Both stand on one baseline.
    const double capital = QFontMetricsF(bodyFont(type::kChosenValue)).capHeight();
    const double small = QFontMetricsF(bodyFont()).capHeight();
    const double lowered = (capital - small) / 2.0;
    const double left = kPadding + width + 8.0;
    const TextRuns words{{m_picture.valueWords, TextRun::Second}};
    if (left + widthOf(words, type::kBody) <= m_width - kPadding) {
        m_texts.push_back({{left, y + lowered, m_width - kPadding - left, height}, words, type::kBody, false, false, {}});
        y += height;
    } else {
        y += height;
        placeWrapped(y, words, type::kBody, scaled(20));
    }
}

void ExplanationPage::placeHeading(double& y, const TextRuns& title, const TextRuns& note) {
    const double height = scaled(20);
    const double titleWidth = widthOf(title, type::kBody);
    const double noteWidth = widthOf(note, type::kLabel);
    if (titleWidth + 8.0 + noteWidth <= inner()) {
        m_texts.push_back({{kPadding, y, titleWidth, height}, title, type::kBody, false, false, {}});
        m_texts.push_back({{m_width - kPadding - noteWidth, y, noteWidth, height}, note, type::kLabel, true, false, {}});
        y += height;
    } else {
        placeWrapped(y, title, type::kBody, height);
        placeWrapped(y, note, type::kLabel, height);
    }
    y += 6.0;
}

/// The largest type in which all columns fit; of what is spare each gap gets the same.
ExplanationPage::Columns ExplanationPage::columnsOf(const ExplainSection& section) const {
    constexpr int kSmallestWhole = 12, kSmallest = 11;
    Columns columns;
    for (int pixels = type::kBody; pixels >= kSmallest; --pixels) {
        columns.pixels = pixels;
        columns.widths.clear();
        for (const ExplainLine& line : section.lines) {
            if (line.cells.size() < 2)
                continue;
            columns.widths.resize(std::max(columns.widths.size(), line.cells.size()), 0.0);
            for (std::size_t i = line.isLeftOut ? 1 : 0; i < line.cells.size(); ++i)
                columns.widths[i] = std::max(columns.widths[i], widthOf(line.cells[i].runs, pixels));
        }
        if (columns.widths.empty())
            return columns;
        double sum = 0.0;
        for (const double width : columns.widths)
            sum += width;
        const double gaps = static_cast<double>(columns.widths.size() - 1);
        const double spare = inner() - sum - gaps * kLeastGap;
        if (spare >= 0.0) {
            columns.gap = kLeastGap + spare / gaps;
            return columns;
        }
        // A token is cut only where it would not fit in small type either.
        const double given = std::min(-spare, std::max(0.0, columns.widths[0] - scaled(static_cast<int>(kLeastLabel))));
        if ((given >= -spare && pixels <= kSmallestWhole) || pixels == kSmallest) {
            columns.widths[0] -= given;
            columns.gap = kLeastGap;
            return columns;
        }
    }
    return columns;
}

void ExplanationPage::placeSection(double& y, const ExplainSection& section, std::size_t number) {
    placeHeading(y, strong({{number > 0 ? QStringLiteral("%1  ").arg(number) + section.title : section.title}}), section.note);
    const Columns columns = columnsOf(section);
    bool isHeading = section.hasHeading;
    for (const ExplainLine& line : section.lines) {
        if (line.hasRuleAbove) {
            m_lines.push_back({kPadding, y, inner(), 1.0});
            y += 1.0;
        }
        const double height = lineHeight(isHeading ? type::kLabel : type::kBody);
        if (line.fold != ExplainFold::None)
            m_folds.push_back({{0.0, y, m_width, height}, line.fold});
        if (line.cells.size() == 1) {
            const ExplainCell& cell = line.cells[0];
            for (TextRuns& part : wrapRuns(cell.runs, bodyFont(), inner())) {
                m_texts.push_back({{kPadding, y, inner(), height}, std::move(part), type::kBody, cell.isRight, cell.isFault, cell.exact});
                y += height;
            }
        } else {
            double x = kPadding;
            for (std::size_t i = 0; i < line.cells.size(); ++i) {
                const ExplainCell& cell = line.cells[i];
                const int pixels = isHeading ? std::min(columns.pixels, type::kLabel) : columns.pixels;
                // What says that lines are left out may reach over the empty columns beside it.
                const double width = line.isLeftOut && i == 0 ? inner() - columns.widths.back() - columns.gap
                                                              : columns.widths[i];
                const bool isCut = widthOf(cell.runs, pixels) > width + 0.5;
                m_texts.push_back({{x, y, width, height}, cell.runs, pixels, cell.isRight, cell.isFault,
                                   isCut && cell.exact.isEmpty() ? plainText(cell.runs) : cell.exact});
                x += columns.widths[i] + columns.gap;
            }
            y += height;
        }
        isHeading = false;
    }
    if (!section.sentence.isEmpty())
        placeWrapped(y, {{section.sentence, TextRun::Second}}, type::kBody, scaled(20));
}

void ExplanationPage::placeBars(double& y) {
    if (m_picture.bars.empty())
        return;
    placeRule(y);
    placeHeading(y, strong({{m_picture.barsTitle}}), {{m_picture.barsNote, TextRun::Second}});
    const auto labelOf = [](const ExplainBar& bar) {
        TextRuns runs{{visibleToken(bar.label.text), bar.isChosen ? TextRun::Key : TextRun::Normal, bar.isChosen}};
        if (bar.label.isRepeated)
            runs.push_back({QString::number(bar.label.index), TextRun::Subscript});
        return runs;
    };
    double labelWidth = 0.0;
    double valueWidth = 0.0;
    for (const ExplainBar& bar : m_picture.bars) {
        labelWidth = std::max(labelWidth, widthOf(labelOf(bar), type::kBody));
        valueWidth = std::max(valueWidth, widthOf({{bar.text, TextRun::Semibold}}, type::kBody));
    }
    labelWidth = std::clamp<double>(labelWidth, scaled(24), inner() * 0.45);
    const double height = scaled(26);
    const double tall = scaled(16);
    for (std::size_t i = 0; i < m_picture.bars.size(); ++i) {
        const ExplainBar& bar = m_picture.bars[i];
        const TextRuns label = labelOf(bar);
        const bool isCut = widthOf(label, type::kBody) > labelWidth + 0.5;
        m_texts.push_back({{kPadding, y, labelWidth, height}, label, type::kBody, false, false, isCut ? plainText(label) : QString()});
        const double left = std::round(kPadding + labelWidth + 8.0);
        const double right = std::round(m_width - kPadding - valueWidth - 12.0);
        m_bars.push_back({{left, std::round(y + (height - tall) / 2.0), std::max(0.0, right - left), tall}, i});
        const bool isMasked = bar.state == CellState::Masked || bar.state == CellState::MaskedByHand;
        const TextRuns value{{bar.text, isMasked ? TextRun::Second : bar.isChosen ? TextRun::Semibold : TextRun::Normal}};
        m_texts.push_back({{m_width - kPadding - valueWidth, y, valueWidth, height}, value, type::kBody, true,
                           !std::isfinite(bar.value), isMasked ? tr("masked") : bar.exact});
        y += height;
    }
    if (!m_picture.barsLeftOut.isEmpty())
        placeWrapped(y, {{m_picture.barsLeftOut, TextRun::Second}}, type::kLabel, scaled(20));
    if (!m_picture.sentence.isEmpty()) {
        y += 6.0;
        placeWrapped(y, {{m_picture.sentence, TextRun::Second}}, type::kBody, scaled(20));
    }
}

void ExplanationPage::layOut() {
    m_texts.clear();
    m_lines.clear();
    m_bars.clear();
    m_folds.clear();
    m_warning = {};
    double y = kPadding;
    if (!m_picture.empty.isEmpty()) {
        placeWrapped(y, {{m_picture.empty, TextRun::Second}}, type::kBody, scaled(20));
    } else {
        placeWarning(y);
        placeHeadline(y);
        for (std::size_t i = 0; i < m_picture.sections.size(); ++i) {
            // Without a large value the headline is the heading of the first section.
            if (i > 0 || !m_picture.value.isEmpty())
                placeRule(y);
            else
                y += 6.0;
            placeSection(y, m_picture.sections[i], m_picture.sections.size() > 1 ? i + 1 : 0);
        }
        placeBars(y);
    }
    y += kPadding;
    resize(static_cast<int>(m_width), static_cast<int>(std::ceil(y)));
    update();
}

}  // namespace attn::ui
