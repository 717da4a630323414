#include "src/viewmodel/sweep.h"

#include <QStringList>
#include <algorithm>
#include <array>
#include <cmath>

#include "core/scene/edit.h"
#include "core/scene/validate.h"
#include "src/viewmodel/words.h"

namespace attn::app {
namespace {

using What = Sweep::What;

constexpr int kMost = 1000;
constexpr std::uint64_t kSeed = 1;
constexpr std::array kAll{What::Temperature, What::Scale, What::Softcap, What::Window, What::KeyWidth, What::Base};

Error outOfRange(const QString& sentence) {
    return {ErrorCode::OutOfRange, sentence.toStdString()};
}

bool isWhole(What what) {
    return what == What::Window || what == What::KeyWidth;
}

/// The smallest value that makes sense; scale may be anything.
double least(What what) {
    return isWhole(what) ? 1.0 : what == What::Scale ? -1e300 : 1e-300;
}

bool hasScores(const Scene& scene) {
    return scene.kind == Kind::Mha || scene.kind == Kind::Qkv;
}

/// W_q and W_k as wide as the widest frame, so that a wider head only adds columns.
Result<Scene> withWidth(const Scene& scene, Index widest, Index width) {
    Result<Scene> made = setKeyWidth(scene, widest);
    for (const MatrixId id : {MatrixId::Wq, MatrixId::Wk})
        if (made)
            made = fillMatrix(*made, id, 0, Fill::Random, id == MatrixId::Wq ? kSeed : kSeed + 1);
    if (!made)
        return made;
    return setKeyWidth(*made, width);
}

}  // namespace

double Sweep::at(int frame) const {
    const double part = count > 1 ? static_cast<double>(frame) / (count - 1) : 0.0;
    // Two powers: the ratio of the ends may be more than a number can hold.
    double value = isLog ? std::pow(from, 1.0 - part) * std::pow(to, part) : from + (to - from) * part;
    if (frame == count - 1)
        value = to;
    return isWhole(what) ? std::round(value) : value;
}

QString sweepWord(What what) {
    switch (what) {
        case What::Temperature:
            return QStringLiteral("temperature");
        case What::Scale:
            return QStringLiteral("scale");
        case What::Softcap:
            return QStringLiteral("softcap");
        case What::Window:
            return QStringLiteral("window");
        case What::KeyWidth:
            return QStringLiteral("d_k");
        case What::Base:
            return QStringLiteral("base");
    }
    return {};
}

Result<Sweep> sweepFromWord(const QString& word) {
    const qsizetype equals = word.indexOf(u'=');
    const QString name = word.left(equals);
    const auto found = std::find_if(kAll.begin(), kAll.end(), [&](What what) { return sweepWord(what) == name; });
    if (equals < 0 || found == kAll.end())
        return outOfRange(
            QStringLiteral(
                "The sweep \"%1\" does not begin with temperature=, scale=, softcap=, window=, d_k= or base=.")
                .arg(word));
    Sweep sweep;
    sweep.what = *found;
    QStringList parts = word.mid(equals + 1).split(u':');
    if (parts.last() == QStringLiteral("log")) {
        sweep.isLog = true;
        parts.removeLast();
    }
    bool isFrom = false, isTo = false, isCount = true;
    sweep.from = parts.value(0).toDouble(&isFrom);
    sweep.to = parts.value(1).toDouble(&isTo);
    if (parts.size() == 3)
        sweep.count = parts[2].toInt(&isCount);
    if (parts.size() < 2 || parts.size() > 3 || !isFrom || !isTo || !isCount || !std::isfinite(sweep.from) ||
        !std::isfinite(sweep.to))
        return outOfRange(
            QStringLiteral("The sweep \"%1\" is not NAME=FROM:TO, NAME=FROM:TO:COUNT or the same with :log.")
                .arg(word));
    if (sweep.count < 2 || sweep.count > kMost)
        return outOfRange(QStringLiteral("A sweep has between 2 and %1 values, not %2.").arg(kMost).arg(sweep.count));
    const double low = std::min(sweep.from, sweep.to);
    if (low < least(sweep.what))
        return outOfRange(
            QStringLiteral("The %1 of a sweep must be %2, not %3.")
                .arg(name, isWhole(sweep.what) ? QStringLiteral("at least 1") : QStringLiteral("above 0"))
                .arg(low));
    if (sweep.isLog && low <= 0.0)
        return outOfRange(QStringLiteral("A sweep with :log needs values above 0, not %1.").arg(low));
    return sweep;
}

Sweep proposedSweep(What what, const Scene& scene) {
    const auto dims = validate(scene);
    const double keys = dims ? static_cast<double>(std::clamp<Index>(dims->nk, 2, 24)) : 4.0;
    switch (what) {
        case What::Temperature:
            return {what, 0.25, 4.0, 25, true};
        case What::Scale:
            return {what, 0.0, 2.0, 25, false};
        case What::Softcap:
            return {what, 0.5, 50.0, 25, true};
        case What::Window:
            return {what, 1.0, keys, static_cast<int>(keys), false};
        case What::KeyWidth:
            return {what, 1.0, 64.0, 25, true};
        case What::Base:
            return {what, 10.0, 1e6, 25, true};
    }
    return {};
}

QString sweepFault(What what, const Scene& scene) {
    switch (what) {
        case What::Temperature:
        case What::Scale:
        case What::Softcap:
            return hasScores(scene) ? QString() : Words::tr("This kind of attention has no %1.").arg(sweepWord(what));
        case What::KeyWidth:
            return scene.kind == Kind::Mha ? QString()
                                           : Words::tr("The scene has no W_q and W_k whose width could change.");
        case What::Base:
            return scene.position.scheme == Position::Scheme::Rope ||
                           scene.position.scheme == Position::Scheme::Sinusoidal
                       ? QString()
                       : Words::tr("The scene has neither rotary nor sinusoidal positions, and so no base.");
        case What::Window:
            break;
    }
    return {};
}

Result<Scene> sweptScene(const Scene& scene, const Sweep& sweep, int frame) {
    if (const QString fault = sweepFault(sweep.what, scene); !fault.isEmpty())
        return outOfRange(fault);
    const double value = sweep.at(frame);
    Scene swept = scene;
    switch (sweep.what) {
        case What::Temperature:
            swept.temperature = value;
            break;
        case What::Scale:
            swept.scale = {ScaleMode::Custom, value};
            break;
        case What::Softcap:
            swept.softcap = value;
            break;
        case What::Base:
            swept.position.base = value;
            break;
        case What::Window:
            if (!swept.mask.window)
                swept.mask.window = Window{};
            swept.mask.window->left = static_cast<Index>(value) - 1;
            swept.mask.window->right = 0;
            break;
        case What::KeyWidth: {
            auto made = withWidth(scene, static_cast<Index>(std::max(sweep.at(0), sweep.at(sweep.count - 1))),
                                  static_cast<Index>(value));
            if (!made)
                return made.error();
            swept = *std::move(made);
            break;
        }
    }
    if (const auto dims = validate(swept); !dims)
        return dims.error();
    return swept;
}

QString sweptWords(const Sweep& sweep, int frame) {
    const double value = sweep.at(frame);
    switch (sweep.what) {
        case What::Window:
            return Words::tr("a window of %1").arg(counted(static_cast<Index>(value), "key"));
        case What::KeyWidth:
            return Words::tr("d_k %1, W_q and W_k random (seed %2)").arg(static_cast<int>(value)).arg(kSeed);
        case What::Temperature:
            return Words::tr("temperature %1").arg(factorText(value, 3));
        case What::Scale:
            return Words::tr("scores times %1").arg(factorText(value, 3));
        case What::Softcap:
            return Words::tr("soft cap %1").arg(factorText(value, 2));
        case What::Base:
            return Words::tr("base %1").arg(factorText(value, 0));
    }
    return {};
}

}  // namespace attn::app
