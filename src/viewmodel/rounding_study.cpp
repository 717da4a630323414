#include "src/viewmodel/rounding_study.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/evaluate/evaluate.h"
#include "src/viewmodel/growth_parts.h"
#include "src/viewmodel/heatmap_pictures.h"
#include "src/viewmodel/words.h"

namespace attn::app {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("Rounding", text);
}

/// "1.19 × 10⁻⁷"; 0 is "0".
QString sizeWords(double value) {
    if (value == 0.0)
        return QStringLiteral("0");
    int power = static_cast<int>(std::floor(std::log10(value)));
    QString digits = QString::number(value / std::pow(10.0, power), 'f', 1);
    if (digits == QStringLiteral("10.0")) {
        digits = QStringLiteral("1.0");
        ++power;
    }
    QString exponent = power < 0 ? QStringLiteral("⁻") : QString();
    for (const QChar sign : QString::number(std::abs(power)))
        exponent += QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹")[sign.digitValue()];
    return digits + QStringLiteral(" × 10") + exponent;
}

QString unitsWords(double units) {
    return units == std::floor(units) ? countWords(static_cast<Index>(units)) : QString::number(units, 'f', 1);
}

/// A share of the whole that one evaluation is, reported as such.
Progress quarter(const Progress& whole, int at) {
    return Progress([&whole] { return whole.shouldStop(); },
                    [&whole, at](double fraction) { whole.report((fraction + at) / 4.0); });
}

RoundingSide compare(std::shared_ptr<const Evaluation> naive, std::shared_ptr<const Evaluation> flash) {
    RoundingSide side;
    side.precision = naive->precision;
    const Values& a = naive->headOut;
    const Values& b = flash->headOut;
    side.numbers = a.size();
    double sum = 0.0;
    Index finite = 0;
    for (Index at = 0; at < side.numbers; ++at) {
        const double x = a.at(at), y = b.at(at);
        const bool isFinite = std::isfinite(x), isOther = std::isfinite(y);
        if (!isFinite || !isOther) {
            (isFinite == isOther ? side.bothNotFinite : side.oneFinite) += 1;
            continue;
        }
        const double difference = std::abs(x - y);
        sum += difference;
        ++finite;
        side.different += x != y ? 1 : 0;
        if (difference > side.largest) {
            side.largest = difference;
            side.where = at;
            side.units = difference / unitInLastPlace(std::max(std::abs(x), std::abs(y)), side.precision);
        }
    }
    side.mean = finite > 0 ? sum / static_cast<double>(finite) : 0.0;
    side.naive = std::move(naive);
    side.flash = std::move(flash);
    return side;
}

double largestDistance(const Values& from, const Values& exact) {
    double largest = 0.0;
    for (Index at = 0; at < from.size(); ++at)
        if (const double distance = std::abs(from.at(at) - exact.at(at)); std::isfinite(distance))
            largest = std::max(largest, distance);
    return largest;
}

/// "float32: largest at head 0, q3 “sat”, number 2: naive 0.768341, flash 0.768342."
QString whereWords(const RoundingStudy& study, const RoundingSide& side) {
    const QString name = QString::fromStdString(precisionText(side.precision));
    if (side.where < 0)
        return side.bothNotFinite + side.oneFinite == side.numbers && side.numbers > 0
                   ? tr("%1: no number is finite.").arg(name)
                   : tr("%1: the two agree to the last bit.").arg(name);
    const Dimensions& dims = side.naive->dims;
    const Index column = side.where % dims.dv;
    const Index query = side.where / dims.dv % dims.nq;
    const Index head = side.where / dims.dv / dims.nq % dims.heads;
    QString place = tr("head %1, q%2").arg(head).arg(query);
    if (const auto labels = queryLabels(*study.scene, dims.nq); !labels.empty())
        place += u' ' + quoted(labels[static_cast<std::size_t>(query)].text);
    if (dims.batch > 1)
        place.prepend(tr("batch item %1, ").arg(side.where / dims.dv / dims.nq / dims.heads));
    return tr("%1: largest at %2, column %3, naive %4, flash %5.")
        .arg(name, place, QString::number(column), exactText(side.naive->headOut.at(side.where), side.precision),
             exactText(side.flash->headOut.at(side.where), side.precision));
}

/// "Over all heads at most 6.0 × 10⁻⁸, 1 unit in the last place; 12 of 48 numbers differ."
QString sizeSentence(const RoundingSide& side) {
    return tr("Over all heads at most %1, in units in the last place %2; %3 of %4 numbers differ.")
        .arg(sizeWords(side.largest), unitsWords(side.units), countWords(side.different), countWords(side.numbers));
}

}  // namespace

double unitInLastPlace(double value, Precision precision) {
    const double size = std::abs(value);
    if (precision == Precision::F64)
        return std::nextafter(size, std::numeric_limits<double>::infinity()) - size;
    const auto narrow = static_cast<float>(size);
    return static_cast<double>(std::nextafter(narrow, std::numeric_limits<float>::infinity())) -
           static_cast<double>(narrow);
}

Result<RoundingStudy> roundingStudy(std::shared_ptr<const Scene> scene, const Progress& progress) {
    RoundingStudy study;
    int done = 0;
    for (const Precision precision : {Precision::F32, Precision::F64}) {
        std::shared_ptr<const Evaluation> paths[2];
        for (const Path path : {Path::Naive, Path::Flash}) {
            EvaluateOptions options;
            options.path = path;
            options.precision = precision;
            options.metrics = false;
            auto evaluation = evaluate(*scene, options, quarter(progress, done++));
            if (!evaluation)
                return evaluation.error();
            // Only head outputs are compared: n x n stages of four evaluations would fill the memory.
            Evaluation kept;
            kept.kind = evaluation->kind;
            kept.dims = evaluation->dims;
            kept.precision = evaluation->precision;
            kept.headOut = evaluation->headOut;
            paths[path == Path::Naive ? 0 : 1] = std::make_shared<const Evaluation>(std::move(kept));
        }
        study.sides.push_back(compare(paths[0], paths[1]));
    }
    const Values& exact = study.sides[1].naive->headOut;
    study.sides[0].naiveError = largestDistance(study.sides[0].naive->headOut, exact);
    study.sides[0].flashError = largestDistance(study.sides[0].flash->headOut, exact);
    study.scene = std::move(scene);
    return study;
}

ui::HeatmapPicture roundingPicture(const RoundingStudy& study, std::size_t at, const ui::Selection& selection) {
    const RoundingSide& side = study.sides[at];
    const Dimensions& dims = side.naive->dims;
    const ui::Selection shown = clamped(selection, dims);
    ui::HeatmapPicture picture = stagePicture(*study.scene, *side.naive, Stage::HeadOut, shown);
    picture.title = tr("Naive less flash");
    picture.stage = tr("difference in units in the last place");
    picture.quantity = tr("naive − flash, units in the last place");
    picture.map = ui::MapName::Diverging;
    picture.decimals = 0;
    picture.states.clear();
    picture.rangeNote.clear();
    const Index first = (shown.batch * dims.heads + shown.head) * dims.nq * dims.dv;
    double largest = 1.0;
    for (Index i = 0; i < dims.nq * dims.dv; ++i) {
        const double x = side.naive->headOut.at(first + i), y = side.flash->headOut.at(first + i);
        const double units = (x - y) / unitInLastPlace(std::max(std::abs(x), std::abs(y)), side.precision);
        picture.cells.values[static_cast<std::size_t>(i)] = x == y ? 0.0 : units;
        if (std::isfinite(units))
            largest = std::max(largest, std::abs(units));
        if (units != std::floor(units))
            picture.decimals = 1;
    }
    picture.low = -largest;
    picture.high = largest;
    picture.caption = (QStringList{tr("Output of head %1 in %2, naive less flash, in units in the last place.")
                                       .arg(shown.head)
                                       .arg(QString::fromStdString(precisionText(side.precision))),
                                   sizeSentence(side)} +
                       roundingTable(study).sentences)
                          .join(u' ');
    return picture;
}

ui::ValueTable roundingTable(const RoundingStudy& study) {
    ui::ValueTable table;
    table.title = tr("Over all heads");
    for (const RoundingSide& side : study.sides)
        table.columns.append(QString::fromStdString(precisionText(side.precision)));
    const auto row = [&](const QString& name, const auto& words) {
        QStringList cells;
        for (const RoundingSide& side : study.sides)
            cells.append(words(side));
        table.rows.push_back({name, cells});
    };
    row(tr("Largest difference"), [](const RoundingSide& side) { return sizeWords(side.largest); });
    row(tr("in last places"), [](const RoundingSide& side) { return unitsWords(side.units); });
    row(tr("Mean difference"), [](const RoundingSide& side) { return sizeWords(side.mean); });
    row(tr("Numbers that differ"), [](const RoundingSide& side) { return countWords(side.different); });
    row(tr("of"), [](const RoundingSide& side) { return countWords(side.numbers); });
    for (const RoundingSide& side : study.sides)
        table.sentences.append(whereWords(study, side));
    if (!study.sides.empty() && study.sides[0].where >= 0)
        table.sentences.append(tr("Neither is the true one: from naive in float64, naive in float32 is off by at "
                                  "most %1 and flash by %2.")
                                   .arg(sizeWords(study.sides[0].naiveError), sizeWords(study.sides[0].flashError)));
    table.sentences.append(
        tr("Both add up the same terms in another order, and each sum is rounded: there is no other difference."));
    for (const RoundingSide& side : study.sides)
        if (side.oneFinite > 0)
            table.sentences.append(
                tr("%1: %2 numbers are finite with one of the two only; an overflow came in another place.")
                    .arg(QString::fromStdString(precisionText(side.precision)), countWords(side.oneFinite)));
    if (!study.sides.empty() && study.sides[0].bothNotFinite > 0)
        table.sentences.append(
            tr("%1 numbers are not finite with either.").arg(countWords(study.sides[0].bothNotFinite)));
    return table;
}

}  // namespace attn::app
