#include "src/export/figure_style.h"

#include <QCoreApplication>
#include <QFile>
#include <QFontDatabase>
#include <algorithm>
#include <cmath>

namespace attn::app {
namespace {

constexpr double kMmPerInch = 25.4;
constexpr double kLeastMm = 1.0, kMostMm = 5000.0;

FigureLength inches(double value) { return {value, FigureLength::Unit::Inch}; }
FigureLength millimetres(double value) { return {value, FigureLength::Unit::Millimetre}; }

std::vector<BuiltInStyle> makeBuiltIn() {
    const auto named = [](const char* name) {
        FigureStyle style;
        style.name = QCoreApplication::translate("FigureStyle", name);
        return style;
    };
    FigureStyle paper = named(QT_TRANSLATE_NOOP("FigureStyle", "Paper column"));
    paper.width = millimetres(88.0);

    FigureStyle slide = named(QT_TRANSLATE_NOOP("FigureStyle", "Slide 16:9"));
    slide.width = inches(40.0 / 3.0);
    slide.height = inches(7.5);
    slide.marginMm = 10.0;
    slide.dpi = 144.0;
    slide.typePoints = 15.0;
    slide.theme = FigureTheme::Light;
    slide.part(FigurePart::Title) = true;
    slide.part(FigurePart::Caption) = false;

    FigureStyle poster = named(QT_TRANSLATE_NOOP("FigureStyle", "Poster"));
    poster.width = millimetres(400.0);
    poster.marginMm = 10.0;
    poster.dpi = 200.0;
    poster.typePoints = 28.0;
    poster.part(FigurePart::Title) = true;

    FigureStyle worksheet = named(QT_TRANSLATE_NOOP("FigureStyle", "Worksheet in grey"));
    worksheet.width = millimetres(170.0);
    worksheet.typePoints = 11.0;
    worksheet.map = ui::MapName::Ink;
    worksheet.part(FigurePart::Title) = true;
    worksheet.part(FigurePart::Grid) = true;
    worksheet.part(FigurePart::Selection) = false;
    return {{"paper", paper}, {"slide", slide}, {"poster", poster}, {"worksheet", worksheet}};
}

}  // namespace

const ui::Theme& FigureLook::colors() const {
    switch (theme) {
        case FigureTheme::Light:
            return ui::theme(ui::ThemeKind::Light);
        case FigureTheme::Dark:
            return ui::theme(ui::ThemeKind::Dark);
        case FigureTheme::Paper:
            break;
    }
    return ui::paperTheme();
}

const std::vector<VenueWidth>& venueWidths() {
    static const std::vector<VenueWidth> kVenues{
        {"acl-column", QT_TRANSLATE_NOOP("FigureStyle", "ACL, column"), 77.0},
        {"acl-text", QT_TRANSLATE_NOOP("FigureStyle", "ACL, both columns"), 160.0},
        {"acm-column", QT_TRANSLATE_NOOP("FigureStyle", "ACM, column"), 84.7},
        {"acm-text", QT_TRANSLATE_NOOP("FigureStyle", "ACM, both columns"), 177.8},
        {"elsevier-column", QT_TRANSLATE_NOOP("FigureStyle", "Elsevier, column"), 90.0},
        {"elsevier-text", QT_TRANSLATE_NOOP("FigureStyle", "Elsevier, both columns"), 190.0},
        {"icml-column", QT_TRANSLATE_NOOP("FigureStyle", "ICML, column"), 82.55},
        {"icml-text", QT_TRANSLATE_NOOP("FigureStyle", "ICML, both columns"), 171.45},
        {"ieee-column", QT_TRANSLATE_NOOP("FigureStyle", "IEEE, column"), 88.9},
        {"ieee-text", QT_TRANSLATE_NOOP("FigureStyle", "IEEE, both columns"), 181.864},
        {"lncs-text", QT_TRANSLATE_NOOP("FigureStyle", "LNCS, text"), 122.0},
        {"nature-column", QT_TRANSLATE_NOOP("FigureStyle", "Nature, column"), 89.0},
        {"nature-text", QT_TRANSLATE_NOOP("FigureStyle", "Nature, both columns"), 183.0},
        {"neurips-text", QT_TRANSLATE_NOOP("FigureStyle", "NeurIPS and ICLR, text"), 139.7},
    };
    return kVenues;
}

double FigureLength::mm() const {
    switch (unit) {
        case Unit::Inch:
            return value * kMmPerInch;
        case Unit::Venue:
            return venueWidths()[static_cast<std::size_t>(value)].mm;
        case Unit::Millimetre:
            break;
    }
    return value;
}

Result<FigureLength> lengthFromWord(const QString& word) {
    const auto& venues = venueWidths();
    for (std::size_t i = 0; i < venues.size(); ++i)
        if (word == QLatin1String(venues[i].word))
            return FigureLength{static_cast<double>(i), FigureLength::Unit::Venue};
    QString digits = word;
    FigureLength length;
    if (digits.endsWith(QStringLiteral("in")))
        length.unit = FigureLength::Unit::Inch;
    if (length.unit == FigureLength::Unit::Inch || digits.endsWith(QStringLiteral("mm")))
        digits.chop(2);
    bool isNumber = false;
    length.value = digits.trimmed().toDouble(&isNumber);
    if (!isNumber)
        return Error{ErrorCode::Malformed, "The length \"" + word.left(80).toStdString() +
                                               "\" is neither in mm (\"88 mm\") nor in inches (\"3.5 in\") nor a "
                                               "venue's (\"acl-column\")."};
    // Written so that NaN fails too.
    if (!(length.mm() >= kLeastMm && length.mm() <= kMostMm))
        return Error{ErrorCode::OutOfRange, "A length of " + word.left(80).toStdString() +
                                                " is not between 1 and 5000 mm."};
    return length;
}

QString lengthWord(const FigureLength& length) {
    if (length.unit == FigureLength::Unit::Venue)
        return QLatin1String(venueWidths()[static_cast<std::size_t>(length.value)].word);
    return QString::number(length.value, 'g', QLocale::FloatingPointShortest) +
           (length.unit == FigureLength::Unit::Inch ? QStringLiteral(" in") : QStringLiteral(" mm"));
}

const std::vector<std::string>& themeWords() {
    static const std::vector<std::string> kWords{"paper", "light", "dark"};
    return kWords;
}

const std::vector<std::string>& mapWords() {
    static const std::vector<std::string> kWords{"cividis", "viridis", "magma", "grey", "diverging", "ink"};
    return kWords;
}

const std::vector<std::string>& partWords() {
    static const std::vector<std::string> kWords{"title", "caption", "labels", "values", "grid", "bar", "selection"};
    return kWords;
}

FigureRequest requestOf(const FigureStyle& style, double widthMm, const QString& title) {
    FigureRequest request;
    static_cast<FigureLook&>(request) = style;
    request.widthMm = style.width ? style.width->mm() : widthMm;
    request.heightMm = style.height ? style.height->mm() : 0.0;
    request.title = title;
    return request;
}

Result<FigureStyle> loadFigureStyle(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return Error{ErrorCode::FileProblem, "The style cannot be read: " + file.errorString().toStdString() + "."};
    // One byte more than may be: a device or a growing file is told apart without reading all of it.
    const QByteArray bytes = file.read(static_cast<qint64>(kLargestStyle) + 1);
    return readFigureStyle({bytes.constData(), static_cast<std::size_t>(bytes.size())});
}

const std::vector<BuiltInStyle>& builtInStyles() {
    static const std::vector<BuiltInStyle> kStyles = makeBuiltIn();
    return kStyles;
}

Result<void> needFont(const FigureStyle& style) {
    if (style.family.isEmpty() || QFontDatabase::hasFamily(style.family))
        return {};
    return Error{ErrorCode::NotSupported, "The font \"" + style.family.toStdString() + "\" is not installed here."};
}

}  // namespace attn::app
