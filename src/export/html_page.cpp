#include "src/export/html_page.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <cmath>

#include "src/export/page_stages.h"
#include "src/viewmodel/words.h"
#include "ui/figure/figure_text.h"
#include "ui/figure/ticks.h"
#include "ui/figure/visible_signs.h"
#include "ui/theme/theme.h"

namespace attn::app {
namespace {

constexpr double kLargestPage = 64.0e6;
constexpr double kBesideNumbers = 60.0e3;  ///< Bytes of the page without its numbers.

QByteArray part(const char* name) {
    QFile file(QStringLiteral(":/page/") + QLatin1String(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// JSON that can stand in a script element, whatever is in it: nothing in it can end the element or begin another.
QByteArray scriptSafe(QByteArray json) {
    json.replace('&', "\\u0026").replace('<', "\\u003c").replace('>', "\\u003e");
    return json.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029");
}

QByteArray colorRules(const ui::Theme& theme) {
    const std::pair<const char*, QColor> all[] = {{"window", theme.window},     {"surface", theme.surface},
                                                  {"raised", theme.raised},     {"hairline", theme.hairline},
                                                  {"strong", theme.strongLine}, {"text", theme.text},
                                                  {"second", theme.secondText}, {"disabled", theme.disabledText},
                                                  {"accent", theme.accent},     {"query", theme.query},
                                                  {"key", theme.key},           {"value", theme.value},
                                                  {"maskline", theme.maskLine}, {"maskground", theme.maskGround},
                                                  {"fault", theme.fault},       {"faultground", theme.faultGround}};
    QByteArray rules;
    for (const auto& [name, color] : all)
        rules += QByteArray("--") + name + ':' + color.name().toLatin1() + ';';
    return rules;
}

QByteArray styleSheet() {
    const QByteArray light = colorRules(ui::theme(ui::ThemeKind::Light)) + "color-scheme:light;";
    const QByteArray dark = colorRules(ui::theme(ui::ThemeKind::Dark)) + "color-scheme:dark;";
    return ":root{" + light + "}\n@media (prefers-color-scheme:dark){:root{" + dark + "}}\n:root[data-theme=light]{" +
           light + "}\n:root[data-theme=dark]{" + dark + "}\n@media print{:root,:root[data-theme]{" + light + "}}\n" +
           part("page.css");
}

QJsonObject axisJson(const ui::Axis& axis) {
    static constexpr const char* kRoles[] = {"", "query", "key", "value"};
    QJsonArray labels;
    for (const ui::AxisLabel& label : axis.labels)
        labels.append(ui::visibleToken(label.text));
    return {{QStringLiteral("title"), axis.title},
            {QStringLiteral("letter"), axis.letter},
            {QStringLiteral("role"), QLatin1String(kRoles[static_cast<int>(axis.role)])},
            {QStringLiteral("labels"), labels}};
}

QJsonObject mapJson(ui::MapName map) {
    QString colors;
    for (const QRgb color : ui::colorTable(map))
        colors += QColor(color).name().mid(1);
    return {{QStringLiteral("colors"), colors}, {QStringLiteral("isSigned"), map == ui::MapName::Diverging}};
}

/// The place of `item` in `list`, which it joins where it is new.
qsizetype placeIn(QJsonArray& list, const QJsonObject& item) {
    for (qsizetype i = 0; i < list.size(); ++i)
        if (list[i].toObject() == item)
            return i;
    list.append(item);
    return list.size() - 1;
}

/// "0.00012", two digits, never too little.
QString roundingText(double rounding) {
    const double unit = std::pow(10.0, std::floor(std::log10(rounding)) - 1.0);
    return QString::number(std::ceil(rounding / unit) * unit, 'g', 2);
}

class PageMaker {
  public:
    PageMaker(const Scene& scene, const Evaluation& evaluation, const PageRequest& request)
        : m_scene(scene), m_evaluation(evaluation), m_request(request) {}

    Result<ScenePage> make(const Progress& progress);

  private:
    QJsonObject stageJson(const PageStage& stage);
    QString notesOf(const PageStage& stage, double rounding) const;
    QString facts() const;

    const Scene& m_scene;
    const Evaluation& m_evaluation;
    const PageRequest& m_request;
    QJsonArray m_axes, m_maps, m_states;
    std::map<Stage, double> m_roundings;
    QStringList m_rounded;
};

QString PageMaker::facts() const {
    const Dimensions& dims = m_evaluation.dims;
    static constexpr const char* kPrecisions[] = {"float64", "float32", "float16", "bfloat16"};
    QStringList parts{counted(dims.heads, "head"),
                      dims.isCross ? Words::tr("%1 over %2").arg(counted(dims.nq, "query"), counted(dims.nk, "key"))
                                   : counted(dims.nq, "token")};
    if (dims.dk > 0)
        parts << QStringLiteral("d_k %1").arg(dims.dk);
    if (dims.batch > 1)
        parts << Words::tr("batch item %1 of %2").arg(m_request.batch).arg(dims.batch);
    parts << QString::fromLatin1(kPrecisions[static_cast<int>(m_evaluation.precision)]);
    return parts.join(QStringLiteral(" · ")) + QStringLiteral(". ") +
           Words::tr("Rows are queries, which attend; columns are keys, which are attended; all count from 0.");
}

QString PageMaker::notesOf(const PageStage& stage, double rounding) const {
    QStringList notes;
    if (stage.pictures.size() > 1)
        notes << Words::tr("One range of colours for all heads.");
    notes << stage.pictures.front().rangeNote;
    if (rounding > 0.0)
        notes << Words::tr("Rounded to within %1, so that the page stays small.").arg(roundingText(rounding));
    notes.removeAll(QString());
    return notes.join(u' ');
}

QJsonObject PageMaker::stageJson(const PageStage& stage) {
    const ui::HeatmapPicture& first = stage.pictures.front();
    QJsonObject numbers;
    double rounding = 0.0;
    bool isSingle = m_evaluation.precision != Precision::F64;
    if (stage.making.kind == PageMaking::Kind::Stored) {
        PackedNumbers stored = packed(stage.numbers, stage.packing);
        numbers = std::move(stored.json);
        rounding = stored.rounding;
        isSingle = areFloats(stage.numbers) && isSingle;
        if (rounding > 0.0)
            m_rounded << Words::tr("%1 to within %2").arg(stageTitle(stage.stage), roundingText(rounding));
    } else {
        static constexpr const char* kKinds[] = {"", "times", "where", "joined"};
        rounding = m_roundings[stage.making.of] * std::abs(stage.making.by);
        QJsonArray silent;
        for (const Index head : m_scene.silenced)
            silent.append(static_cast<qint64>(head));
        numbers = {{QStringLiteral("as"), QLatin1String(kKinds[static_cast<int>(stage.making.kind)])},
                   {QStringLiteral("of"), stageWord(stage.making.of)},
                   {QStringLiteral("by"), stage.making.by},
                   {QStringLiteral("single"), stage.making.isSingle},
                   {QStringLiteral("silent"), silent}};
    }
    m_roundings[stage.stage] = rounding;
    QJsonArray captions, parts, ticks;
    for (const ui::HeatmapPicture& picture : stage.pictures) {
        captions.append(ui::visibleSigns(picture.caption));
        parts.append(ui::visibleSigns(picture.subtitle));
    }
    for (const ui::Tick& tick : ui::scaleTicks(first.low, first.high, first.logRange, 0.09))
        ticks.append(QJsonArray{tick.at, tick.text});
    const QJsonObject states = packedStates(stage.pictures);
    return {{QStringLiteral("word"), stageWord(stage.stage)},
            {QStringLiteral("title"), stageTitle(stage.stage)},
            {QStringLiteral("noun"), first.stage},
            {QStringLiteral("quantity"), first.quantity},
            {QStringLiteral("rows"), static_cast<qint64>(first.cells.rows)},
            {QStringLiteral("cols"), static_cast<qint64>(first.cells.cols)},
            {QStringLiteral("heads"), stage.hasHeads ? static_cast<qint64>(stage.pictures.size()) : 0},
            {QStringLiteral("rowAxis"), static_cast<qint64>(placeIn(m_axes, axisJson(first.rows)))},
            {QStringLiteral("colAxis"), static_cast<qint64>(placeIn(m_axes, axisJson(first.cols)))},
            {QStringLiteral("map"), static_cast<qint64>(placeIn(m_maps, mapJson(first.map)))},
            {QStringLiteral("states"), states.isEmpty() ? -1 : static_cast<qint64>(placeIn(m_states, states))},
            {QStringLiteral("low"), first.low},
            {QStringLiteral("high"), first.high},
            {QStringLiteral("isLog"), first.logRange},
            {QStringLiteral("isPerRow"), first.perRowRange},
            {QStringLiteral("isSingle"), isSingle},
            {QStringLiteral("decimals"), first.decimals},
            {QStringLiteral("rounding"), rounding},
            {QStringLiteral("ticks"), ticks},
            {QStringLiteral("captions"), captions},
            {QStringLiteral("parts"), parts},
            {QStringLiteral("notes"), notesOf(stage, rounding)},
            {QStringLiteral("numbers"), numbers}};
}

Result<ScenePage> PageMaker::make(const Progress& progress) {
    const Dimensions& dims = m_evaluation.dims;
    const auto isPlace = [](Index given, Index count) { return given >= 0 && given < count; };
    if (!isPlace(m_request.batch, dims.batch))
        return Error{ErrorCode::OutOfRange, "There is no batch item " + std::to_string(m_request.batch) +
                                                ": the scene has " + std::to_string(dims.batch) +
                                                ", counted from 0."};
    if (m_request.head && !isPlace(*m_request.head, dims.heads))
        return Error{ErrorCode::OutOfRange, "There is no head " + std::to_string(*m_request.head) +
                                                ": the scene has " + std::to_string(dims.heads) +
                                                ", counted from 0."};
    std::vector<PageStage> stages = pageStages(m_scene, m_evaluation, m_request);
    if (stages.empty())
        return Error{ErrorCode::OutOfRange, "The scene has no stage that a page could show."};
    const std::vector<Stage> all = [&] {
        std::vector<Stage> words;
        for (const PageStage& stage : stages)
            words.push_back(stage.stage);
        return words;
    }();
    fitStages(stages, m_request.size - kBesideNumbers);
    if (const double size = storedSize(stages); size > kLargestPage)
        return Error{ErrorCode::TooLarge, "The page would have " +
                                              QString::number(size * 1e-6, 'f', 0).toStdString() +
                                              " MB, and 64 MB is the most: choose one head, or fewer tokens."};
    QStringList missing;
    for (const Stage word : all)
        if (std::none_of(stages.begin(), stages.end(), [=](const PageStage& stage) { return stage.stage == word; }))
            missing << stageTitle(word);
    QJsonArray shown;
    for (std::size_t i = 0; i < stages.size(); ++i) {
        if (progress.shouldStop())
            return Error{ErrorCode::Cancelled, "The page was cancelled."};
        shown.append(stageJson(stages[i]));
        progress.report(static_cast<double>(i + 1) / static_cast<double>(stages.size()));
    }
    QJsonArray numbers;
    for (Index head = 0; head < dims.heads; ++head)
        if (!m_request.head || *m_request.head == head)
            numbers.append(static_cast<qint64>(head));
    QString facts = this->facts();
    QStringList told;
    if (!m_rounded.isEmpty())
        told << Words::tr("Rounded, so that the page stays small: %1.").arg(m_rounded.join(QStringLiteral(", ")));
    if (!missing.isEmpty()) {
        told << Words::tr("Left out, so that the page stays small: %1.").arg(missing.join(QStringLiteral(", ")));
        facts += u' ' + told.last();
    }
    const QJsonObject json{{QStringLiteral("facts"), facts},
                           {QStringLiteral("first"), stageWord(m_request.first)},
                           {QStringLiteral("headCount"), numbers.size()},
                           {QStringLiteral("headNumbers"), numbers},
                           {QStringLiteral("stages"), shown},
                           {QStringLiteral("axes"), m_axes},
                           {QStringLiteral("maps"), m_maps},
                           {QStringLiteral("states"), m_states}};
    const QString title = m_scene.title.empty() ? Words::tr("Self-attention") : QString::fromStdString(m_scene.title);
    // Put together piece by piece: a title may itself hold what looks like a place to be filled.
    const std::pair<const char*, QByteArray> places[] = {
        {"@GENERATOR@", "Headscope"},
        {"@TITLE@", ui::visibleSigns(title).toHtmlEscaped().toUtf8()},
        {"@STYLE@", styleSheet()},
        {"@DATA@", scriptSafe(QJsonDocument(json).toJson(QJsonDocument::Compact))},
        {"@SCRIPT@", part("data.js") + part("draw.js") + part("hand.js")}};
    QByteArray page;
    const QByteArray frame = part("page.html");
    qsizetype from = 0;
    while (from < frame.size()) {
        qsizetype next = frame.size();
        const std::pair<const char*, QByteArray>* filled = nullptr;
        for (const auto& place : places)
            if (const qsizetype at = frame.indexOf(place.first, from); at >= 0 && at < next) {
                next = at;
                filled = &place;
            }
        page += frame.mid(from, next - from);
        if (filled)
            page += filled->second;
        from = filled ? next + static_cast<qsizetype>(qstrlen(filled->first)) : next;
    }
    return ScenePage{page, told.join(u' ')};
}

}  // namespace

Result<ScenePage> scenePage(const Scene& scene, const Evaluation& evaluation, const PageRequest& request,
                            const Progress& progress) {
    return PageMaker(scene, evaluation, request).make(progress);
}

}  // namespace attn::app
