#include "src/window/dialogs/style_form.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QFontDatabase>
#include <QFormLayout>
#include <QGridLayout>
#include <algorithm>

#include "ui/theme/style.h"
#include "ui/widgets/number_box.h"

namespace attn::app {
namespace {

/// Places of the list of widths before the venues.
enum WidthKind { kProposed, kMillimetres, kInches, kVenues };

const char* const kParts[kFigureParts] = {
    QT_TRANSLATE_NOOP("attn::app::StyleForm", "Title"),       QT_TRANSLATE_NOOP("attn::app::StyleForm", "Caption"),
    QT_TRANSLATE_NOOP("attn::app::StyleForm", "Tokens"),      QT_TRANSLATE_NOOP("attn::app::StyleForm", "Numbers in cells"),
    QT_TRANSLATE_NOOP("attn::app::StyleForm", "Grid"),        QT_TRANSLATE_NOOP("attn::app::StyleForm", "Colour bar"),
    QT_TRANSLATE_NOOP("attn::app::StyleForm", "Selection"),
};
const char* const kMaps[] = {QT_TRANSLATE_NOOP("attn::app::StyleForm", "Cividis"),
                             QT_TRANSLATE_NOOP("attn::app::StyleForm", "Viridis"),
                             QT_TRANSLATE_NOOP("attn::app::StyleForm", "Magma"),
                             QT_TRANSLATE_NOOP("attn::app::StyleForm", "Grey, black to white"),
                             QT_TRANSLATE_NOOP("attn::app::StyleForm", "Diverging"),
                             QT_TRANSLATE_NOOP("attn::app::StyleForm", "Ink, white to black")};

QComboBox* makeList(const QString& name, const QStringList& words) {
    auto* list = new QComboBox;
    list->setAccessibleName(name);
    list->addItems(words);
    list->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    list->setMinimumContentsLength(12);
    return list;
}

ui::NumberBox* makeBox(const QString& name, double low, double high, int decimals, double step, const QString& suffix) {
    auto* box = new ui::NumberBox(name);
    box->setRange(low, high);
    box->setShownDecimals(decimals);
    box->setSingleStep(step);
    box->setSuffix(suffix);
    return box;
}

}  // namespace

StyleForm::StyleForm(const SceneFigure& figure, QWidget* parent)
    : QWidget(parent), m_figure(figure),
      m_widthKind(makeList(tr("Kind of width"), {tr("As proposed"), tr("In mm"), tr("In inches")})),
      m_font(makeList(tr("Font"), {tr("Lato (the usual)")})),
      m_theme(makeList(tr("Ground"), {tr("White, for paper"), tr("Light"), tr("Dark")})),
      m_map(makeList(tr("Colour map"), {tr("As shown")})),
      m_range(makeList(tr("Range of the colours"), {tr("As shown"), tr("Automatic"), tr("Per row"), tr("Logarithmic"), tr("Fixed")})),
      m_width(makeBox(tr("Width"), 1, 5000, 1, 1, {})), m_height(makeBox(tr("Height"), 0, 5000, 1, 1, tr(" mm"))),
      m_margin(makeBox(tr("Margin"), 0, 200, 1, 1, tr(" mm"))), m_dpi(makeBox(tr("Density"), 10, 4800, 0, 50, tr(" dpi"))),
      m_type(makeBox(tr("Size of type"), 2, 200, 1, 0.5, tr(" pt"))), m_low(makeBox(tr("Lowest"), -1e9, 1e9, 2, 0.1, {})),
      m_high(makeBox(tr("Highest"), -1e9, 1e9, 2, 0.1, {})), m_isTransparent(new QCheckBox(tr("Transparent"))) {
    auto* form = new QFormLayout(this);
    form->setContentsMargins(0, 0, 8, 0);
    form->setSpacing(6);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    addSize(*form);
    addLook(*form);
    addParts(*form);
    show();
}

void StyleForm::addSize(QFormLayout& form) {
    for (const VenueWidth& venue : venueWidths())
        m_widthKind->addItem(QCoreApplication::translate("FigureStyle", venue.title));
    m_height->setSpecialValueText(tr("as needed"));
    form.addRow(tr("Width"), m_widthKind);
    form.addRow(QString(), m_width);
    form.addRow(tr("Height"), m_height);
    form.addRow(tr("Margin"), m_margin);
    form.addRow(tr("Density"), m_dpi);
    connect(m_widthKind, &QComboBox::activated, this, [this](int kind) {
        change([this, kind] {
            const double mm = m_style.width ? m_style.width->mm() : m_figure.widthMm;
            if (kind == kProposed)
                m_style.width.reset();
            else if (kind == kMillimetres)
                m_style.width = FigureLength{mm, FigureLength::Unit::Millimetre};
            else if (kind == kInches)
                m_style.width = FigureLength{mm / 25.4, FigureLength::Unit::Inch};
            else
                m_style.width = FigureLength{static_cast<double>(kind - kVenues), FigureLength::Unit::Venue};
        });
    });
    connect(m_width, &ui::NumberBox::edited, this, [this](double value) { change([&] { m_style.width->value = value; }); });
    connect(m_height, &ui::NumberBox::edited, this, [this](double value) {
        change([&] {
            m_style.height.reset();
            if (value > 0.0)
                m_style.height = FigureLength{std::max(1.0, value), FigureLength::Unit::Millimetre};
        });
    });
    connect(m_margin, &ui::NumberBox::edited, this, [this](double value) { change([&] { m_style.marginMm = value; }); });
    connect(m_dpi, &ui::NumberBox::edited, this, [this](double value) { change([&] { m_style.dpi = value; }); });
}

void StyleForm::addLook(QFormLayout& form) {
    m_font->addItems(QFontDatabase::families());
    for (const char* map : kMaps)
        m_map->addItem(tr(map));
    form.addRow(tr("Font"), m_font);
    form.addRow(tr("Type"), m_type);
    form.addRow(tr("Ground"), m_theme);
    form.addRow(QString(), m_isTransparent);
    form.addRow(tr("Colours"), m_map);
    form.addRow(tr("Range"), m_range);
    auto* ends = new QHBoxLayout;
    ends->setSpacing(8);
    ends->addWidget(m_low);
    ends->addWidget(m_high);
    form.addRow(QString(), ends);
    m_map->setEnabled(m_figure.hasMap);
    m_range->setEnabled(m_figure.hasRange);
    connect(m_font, &QComboBox::activated, this, [this](int index) {
        change([&] { m_style.family = index == 0 ? QString() : m_font->itemText(index); });
    });
    connect(m_type, &ui::NumberBox::edited, this, [this](double value) { change([&] { m_style.typePoints = value; }); });
    connect(m_theme, &QComboBox::activated, this,
            [this](int index) { change([&] { m_style.theme = static_cast<FigureTheme>(index); }); });
    connect(m_isTransparent, &QCheckBox::clicked, this, [this](bool isOn) { change([&] { m_style.isTransparent = isOn; }); });
    connect(m_map, &QComboBox::activated, this, [this](int index) {
        change([&] { m_style.map = index == 0 ? std::nullopt : std::optional(static_cast<ui::MapName>(index - 1)); });
    });
    connect(m_range, &QComboBox::activated, this, [this] { takeRange(); });
    for (ui::NumberBox* end : {m_low, m_high})
        connect(end, &ui::NumberBox::edited, this, [this] { takeRange(); });
}

void StyleForm::addParts(QFormLayout& form) {
    auto* grid = new QGridLayout;
    grid->setSpacing(6);
    for (std::size_t i = 0; i < kFigureParts; ++i) {
        auto* box = new QCheckBox(tr(kParts[i]));
        const auto part = static_cast<FigurePart>(i);
        const auto had = std::find_if(m_figure.parts.begin(), m_figure.parts.end(),
                                      [&](const PartChoice& choice) { return choice.part == part; });
        box->setEnabled(had != m_figure.parts.end());
        m_parts.emplace_back(had != m_figure.parts.end() ? *had : PartChoice{part, false}, box);
        grid->addWidget(box, static_cast<int>(i) / 2, static_cast<int>(i) % 2);
        connect(box, &QCheckBox::clicked, this, [this, part](bool isOn) { change([&] { m_style.part(part) = isOn; }); });
    }
    form.addRow(tr("Shown"), grid);
}

void StyleForm::setStyle(const FigureStyle& style) {
    m_style = style;
    show();
}

void StyleForm::change(const std::function<void()>& how) {
    how();
    show();
    emit edited();
}

void StyleForm::takeRange() {
    change([this] {
        const int kind = m_range->currentIndex();
        m_style.range.reset();
        if (kind == 0)
            return;
        m_style.range = Range{static_cast<Range::Kind>(kind - 1)};
        if (m_style.range->kind != Range::Kind::Fixed)
            return;
        m_style.range->low = m_low->value();
        // The ends keep their order, whichever is moved.
        m_style.range->high = m_high->value() > m_low->value() ? m_high->value() : m_low->value() + 1.0;
    });
}

void StyleForm::show() {
    const bool isVenue = m_style.width && m_style.width->unit == FigureLength::Unit::Venue;
    m_widthKind->setCurrentIndex(!m_style.width ? kProposed
                                 : isVenue      ? kVenues + static_cast<int>(m_style.width->value)
                                 : m_style.width->unit == FigureLength::Unit::Inch ? kInches
                                                                                   : kMillimetres);
    const bool isInches = m_style.width && m_style.width->unit == FigureLength::Unit::Inch;
    m_width->setEnabled(m_style.width && !isVenue);
    m_width->setSuffix(isInches ? tr(" in") : tr(" mm"));
    m_width->setRange(isInches ? 0.05 : 1.0, isInches ? 196.0 : 5000.0);
    m_width->setShownDecimals(isInches ? 2 : 1);
    m_width->setValue(!m_style.width ? m_figure.widthMm : isVenue ? m_style.width->mm() : m_style.width->value);
    m_height->setValue(m_style.height ? m_style.height->mm() : 0.0);
    m_margin->setValue(m_style.marginMm);
    m_dpi->setValue(m_style.dpi);
    int font = m_style.family.isEmpty() ? 0 : m_font->findText(m_style.family, Qt::MatchFixedString);
    if (font < 0) {
        m_font->addItem(m_style.family);  // not installed here: the export says so
        font = m_font->count() - 1;
    }
    m_font->setCurrentIndex(font);
    m_type->setValue(m_style.typePoints);
    m_theme->setCurrentIndex(static_cast<int>(m_style.theme));
    m_isTransparent->setChecked(m_style.isTransparent);
    m_map->setCurrentIndex(m_style.map ? 1 + static_cast<int>(*m_style.map) : 0);
    m_range->setCurrentIndex(m_style.range ? 1 + static_cast<int>(m_style.range->kind) : 0);
    const bool isFixed = m_style.range && m_style.range->kind == Range::Kind::Fixed;
    m_low->setEnabled(isFixed && m_figure.hasRange);
    m_high->setEnabled(isFixed && m_figure.hasRange);
    if (isFixed) {
        m_low->setValue(m_style.range->low);
        m_high->setValue(m_style.range->high);
    } else {
        m_low->setValue(0.0);
        m_high->setValue(1.0);
    }
    for (const auto& [choice, box] : m_parts)
        box->setChecked(m_style.shows(choice.part, choice.isUsual));
}

}  // namespace attn::app
