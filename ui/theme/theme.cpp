#include "ui/theme/theme.h"

#include <QFontDatabase>
#include <cmath>
#include <map>
#include <tuple>

#include "ui/theme/typeface.h"

// Resources in a static library are registered only when someone asks, and only from outside any namespace.
static void registerResources() { Q_INIT_RESOURCE(headscope); }

namespace attn::ui {
namespace {

double g_fontScale = 1.0;
thread_local QString t_family;      ///< What a TypefaceScope asks for.
thread_local bool t_isInScope = false;

const Theme kLight{
    .kind = ThemeKind::Light,
    .window = 0xFFF2F4F5, .surface = 0xFFFFFFFF, .raised = 0xFFE7EBED, .sunken = 0xFFF8F9FA,
    .hairline = 0xFFD3D9DD, .strongLine = 0xFF7F8A92,
    .text = 0xFF182026, .secondText = 0xFF4C5861, .disabledText = 0xFF87929A,
    .accent = 0xFF0B6E73, .onAccent = 0xFFFFFFFF, .accentGround = 0xFFDCEEEE,
    .query = 0xFF124AA0, .queryGround = 0xFFE1EAF7,
    .key = 0xFFA15400, .keyGround = 0xFFF9EBDA,
    .value = 0xFF6F2A60, .valueGround = 0xFFF2E3EF,
    .maskLine = 0xFF818C94, .maskGround = 0xFFEEF1F2,
    .warningText = 0xFF5C4700, .warningLine = 0xFFA67C00, .warningGround = 0xFFFFF3C4,
    .fault = 0xFFB3261E, .faultGround = 0xFFFCE9E7,
};

const Theme kDark{
    .kind = ThemeKind::Dark,
    .window = 0xFF14181B, .surface = 0xFF1B2024, .raised = 0xFF2B3237, .sunken = 0xFF171B1F,
    .hairline = 0xFF363F45, .strongLine = 0xFF77838B,
    .text = 0xFFE9EDEF, .secondText = 0xFFABB6BD, .disabledText = 0xFF69757D,
    .accent = 0xFF74D8D6, .onAccent = 0xFF0B2425, .accentGround = 0xFF1C3A3C,
    .query = 0xFF8ABBFA, .queryGround = 0xFF1C2E47,
    .key = 0xFFE59B3C, .keyGround = 0xFF3B2B16,
    .value = 0xFFCF8DB8, .valueGround = 0xFF3A2435,
    .maskLine = 0xFF6B777F, .maskGround = 0xFF20262A,
    .warningText = 0xFFF3DC8B, .warningLine = 0xFFC79A00, .warningGround = 0xFF3A3110,
    .fault = 0xFFFF8A80, .faultGround = 0xFF42211F,
};

Theme makePaper() {
    Theme paper = kLight;
    paper.window = paper.sunken = paper.surface = 0xFFFFFFFF;
    paper.text = paper.secondText = paper.strongLine = 0xFF000000;
    return paper;
}

}  // namespace

const Theme& theme(ThemeKind kind) { return kind == ThemeKind::Dark ? kDark : kLight; }

const Theme& paperTheme() {
    static const Theme kPaper = makePaper();
    return kPaper;
}

QFont bodyFont(int pixels, QFont::Weight weight) {
    return sizedFont(static_cast<int>(std::lround(pixels * g_fontScale)), weight);
}

QFont sizedFont(int scaledPixels, QFont::Weight weight, bool isItalic) {
    thread_local std::map<std::tuple<int, int, bool, bool, QString>, QFont> made;
    const auto [place, isNew] = made.try_emplace({scaledPixels, static_cast<int>(weight), isItalic, t_isInScope, t_family});
    if (isNew) {
        // "Lato Semibold" is a family of its own to fontconfig, a weight of "Lato" to the files bundled here.
        static const QStringList kFamilies{QStringLiteral("Lato"), QStringLiteral("DejaVu Sans")};
        QFont font(t_family.isEmpty() ? kFamilies : QStringList{t_family} + kFamilies);
        font.setPixelSize(scaledPixels);
        font.setWeight(weight);
        font.setItalic(isItalic);
        // Any spacing makes Qt leave out ligatures; this is the least there is, a part in 6400. A reader of a PDF that
        // looks for "attention" does not find it where "tt" and "ti" are one glyph each.
        if (t_isInScope)
            font.setLetterSpacing(QFont::PercentageSpacing, 100.0 + 1.0 / 64.0);
        place->second = font;
    }
    return place->second;
}

TypefaceScope::TypefaceScope(const QString& family)
    : m_before(std::exchange(t_family, family)), m_wasInScope(std::exchange(t_isInScope, true)) {}
TypefaceScope::~TypefaceScope() {
    t_family = m_before;
    t_isInScope = m_wasInScope;
}
const QString& TypefaceScope::family() { return t_family; }
bool TypefaceScope::isIn() { return t_isInScope; }

double fontScale() { return g_fontScale; }
void setFontScale(double scale) { g_fontScale = scale; }

void loadFonts() {
    registerResources();
    for (const char* file : {"Lato-Regular", "Lato-Semibold", "Lato-Italic"})
        QFontDatabase::addApplicationFont(QStringLiteral(":/fonts/%1.ttf").arg(QLatin1String(file)));
}

}  // namespace attn::ui
