#include "src/export/animation.h"

#include <QDir>
#include <QFileInfo>
#include <QPainter>
#include <QSaveFile>
#include <QTemporaryDir>
#include <cmath>

#include "src/export/gif_writer.h"
#include "ui/figure/figure_text.h"

namespace attn::app {
namespace {

constexpr double kPointsPerMm = 72.0 / 25.4;
constexpr double kLine = 20.0;  ///< Points that the words and the bar take.
const QString kPlace = QStringLiteral("{frame}");

Error cancelled() {
    return {ErrorCode::Cancelled, "The animation was cancelled."};
}

/// Gives the figure of every frame to `take`; the progress is the part of the work from `begin` on that is `share`.
Result<void> eachFigure(const Animation& animation, const Progress& progress, double begin, double share,
                        const FigureRequest& request, const std::function<Result<void>(int, const Figure&)>& take) {
    for (int i = 0; i < animation.count; ++i) {
        if (progress.shouldStop())
            return cancelled();
        const auto figure = animation.make(i);
        if (!figure)
            return figure.error();
        if (const auto taken = take(i, figure->make(request)); !taken)
            return taken.error();
        progress.report(begin + share * (i + 1) / animation.count);
    }
    return {};
}

/// The same size for every frame: the height is that of the highest.
Result<FigureRequest> commonSize(const Animation& animation, FigureRequest request, const Progress& progress) {
    if (request.heightMm > 0.0)
        return request;
    double height = 0.0;
    const auto measured = eachFigure(animation, progress, 0.0, 0.2, request, [&](int, const Figure& figure) -> Result<void> {
        const auto size = figureMillimetres(figure, request);
        if (!size)
            return size.error();
        height = std::max(height, size->height());
        return {};
    });
    if (!measured)
        return measured.error();
    request.heightMm = height;
    return request;
}

/// Gives the PNG of every frame to `take`.
Result<void> eachFrame(const Animation& animation, const FigureRequest& request, const Progress& progress,
                       const std::function<Result<void>(int, const QByteArray&)>& take) {
    return eachFigure(animation, progress, 0.2, 0.8, request, [&](int i, const Figure& figure) -> Result<void> {
        const auto png = renderPng(figure, request);
        return png ? take(i, *png) : png.error();
    });
}

Error fileFault(const QString& path, const QString& reason) {
    return {ErrorCode::FileProblem,
            (QDir::toNativeSeparators(path) + QStringLiteral(" cannot be written: ") + reason + u'.').toStdString()};
}

Result<void> writeGif(const Animation& animation, const FigureRequest& request, int hundredths, const QString& path,
                      const Progress& progress) {
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return fileFault(path, file.errorString());
    GifWriter gif(file);
    const auto drawn = eachFrame(animation, request, progress, [&](int, const QByteArray& png) {
        return gif.add(QImage::fromData(png, "PNG"), hundredths);
    });
    if (!drawn)
        return drawn.error();
    if (const auto finished = gif.finish(); !finished)
        return finished.error();
    if (!file.commit())
        return fileFault(path, file.errorString());
    return {};
}

/// Into a folder beside them first, so that only a complete row replaces what was there.
Result<void> writePngs(const Animation& animation, const FigureRequest& request, const QString& path,
                       const Progress& progress) {
    const QFileInfo info(path);
    const QTemporaryDir beside(info.dir().filePath(QStringLiteral(".headscope-XXXXXX")));
    if (!beside.isValid())
        return fileFault(path, beside.errorString());
    const auto digits = std::max<qsizetype>(4, QString::number(animation.count).size());
    const auto nameOf = [&](int i) {
        return info.fileName().replace(kPlace, QString::number(i + 1).rightJustified(digits, u'0'));
    };
    const auto drawn = eachFrame(animation, request, progress, [&](int i, const QByteArray& png) {
        return writeFigure(beside.filePath(nameOf(i)), png);
    });
    if (!drawn)
        return drawn.error();
    for (int i = 0; i < animation.count; ++i) {
        const QString target = info.dir().filePath(nameOf(i));
        QFile::remove(target);
        if (!QFile::rename(beside.filePath(nameOf(i)), target))
            return fileFault(target, QStringLiteral("it cannot be put into its place"));
    }
    return {};
}

}  // namespace

bool isAnimationName(const QString& path) {
    const QString ending = QFileInfo(path).suffix().toLower();
    return ending == QStringLiteral("gif") ||
           (ending == QStringLiteral("png") && QFileInfo(path).fileName().contains(kPlace));
}

SceneFigure announced(SceneFigure figure, const QString& words, double part) {
    SceneFigure whole = figure;
    whole.make = [inner = std::move(figure), words, part](const FigureRequest& request) {
        FigureRequest rest = request;
        if (request.heightMm > 0.0)
            rest.heightMm = std::max(1.0, request.heightMm - kLine * request.scale() / kPointsPerMm);
        const Figure made = inner.make(rest);
        const ui::Theme& colors = request.colors();
        return Figure{[made, words, part, &colors](QPainter& painter, QSizeF size) {
                          const QFont font = ui::paperFont(8.0, QFont::DemiBold);
                          painter.setPen(colors.text);
                          ui::drawFigureText(painter, QPointF(0.0, ui::metricsOf(font).ascent()), words, font);
                          painter.save();
                          painter.setRenderHint(QPainter::Antialiasing, false);
                          painter.fillRect(QRectF(0.0, 12.0, size.width(), 2.0), colors.hairline);
                          painter.fillRect(QRectF(0.0, 12.0, size.width() * part, 2.0), colors.accent);
                          painter.restore();
                          painter.save();
                          painter.translate(0.0, kLine);
                          made.paint(painter, size - QSizeF(0.0, kLine));
                          painter.restore();
                      },
                      [made](double width) { return kLine + (made.heightFor ? made.heightFor(width) : width * 0.7); },
                      made.isRigid};
    };
    return whole;
}

Result<void> writeAnimation(const Animation& animation, const AnimationRequest& request, const QString& path,
                            const Progress& progress) {
    if (animation.count < 1)
        return Error{ErrorCode::OutOfRange, "There is nothing to animate."};
    const double rate = request.framesPerSecond;
    if (!(rate >= 0.02 && rate <= 50.0))
        return Error{ErrorCode::OutOfRange, "An animation has between 0.02 and 50 frames a second, not " +
                                                QString::number(rate, 'g', 6).toStdString() + "."};
    const auto figure = commonSize(animation, request.figure, progress);
    if (!figure)
        return figure.error();
    return QFileInfo(path).fileName().contains(kPlace)
               ? writePngs(animation, *figure, path, progress)
               : writeGif(animation, *figure, static_cast<int>(std::lround(100.0 / rate)), path, progress);
}

}  // namespace attn::app
