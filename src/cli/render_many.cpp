#include "src/cli/render_many.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <map>

#include "core/evaluate/evaluate.h"
#include "core/scene/validate.h"
#include "src/cli/long_figure.h"

namespace attn::app {
namespace {

constexpr int kLongestName = 100;  ///< Signs; with four bytes each and an ending still a file name.

const QRegularExpression& places() {
    static const QRegularExpression kPlaces(QStringLiteral("\\{[^{}]*\\}"));
    return kPlaces;
}

bool isAwkward(QChar sign) {
    return !sign.isPrint() || sign.category() == QChar::Other_Format || sign.isNonCharacter() ||
           QStringLiteral("/\\:*?\"<>|").contains(sign);
}

QString nameOf(const std::string& scene) {
    return safeFileName(QFileInfo(QFile::decodeName(scene.c_str())).completeBaseName());
}

/// The template with its places filled, all in one go: what is filled in is never read again.
QString filled(const RenderOutput& output, const std::string& scene, std::optional<Index> head) {
    const QString path = output.isFolder() ? output.path + QStringLiteral("{scene}.png") : output.path;
    QString text;
    qsizetype from = 0;
    for (auto found = places().globalMatch(path); found.hasNext();) {
        const auto place = found.next();
        text += path.mid(from, place.capturedStart() - from);
        const QString word = place.captured();
        text += word == QStringLiteral("{scene}")                      ? nameOf(scene)
                : word == QStringLiteral("{view}")                     ? output.view
                : word == QStringLiteral("{stage}")                    ? output.stage
                : word == QStringLiteral("{head}") && head.has_value() ? QString::number(*head)
                                                                       : word;
        from = place.capturedEnd();
    }
    return text + path.mid(from);
}

struct Planned {
    std::string scene;
    std::vector<RenderJob> jobs;
};

/// Heads have to be counted before anything is named.
Result<std::vector<RenderJob>> jobsOf(const std::string& scene, const RenderOutput& output) {
    if (!output.hasPlace("{head}"))
        return std::vector<RenderJob>{{filled(output, scene, output.head), {}}};
    if (output.head)
        return std::vector<RenderJob>{{filled(output, scene, output.head), output.head}};
    const auto file = readSceneFile(scene);
    if (!file)
        return file.error();
    const auto dims = validate(file->scene);
    if (!dims)
        return dims.error();
    std::vector<RenderJob> jobs;
    for (Index head = 0; head < dims->heads; ++head)
        jobs.push_back({filled(output, scene, head), head});
    return jobs;
}

bool makeFolders(const std::vector<Planned>& plan) {
    for (const Planned& one : plan)
        for (const RenderJob& job : one.jobs)
            if (!QDir().mkpath(QFileInfo(job.output).path()))
                return false;
    return true;
}

template <class Make>
Result<const Evaluation*> onceMade(std::shared_ptr<const Evaluation>& made, const Make& make) {
    if (!made) {
        auto result = make();
        if (!result)
            return result.error();
        made = std::make_shared<const Evaluation>(*std::move(result));
    }
    return made.get();
}

}  // namespace

Result<const Evaluation*> DrawnScene::evaluation() {
    return onceMade(made, [&] { return evaluate(file.scene, {}, terminalProgress()); });
}

Result<const Evaluation*> DrawnScene::longEvaluation() {
    return onceMade(madeLong, [&] { return evaluateLong(file.scene, terminalProgress()); });
}

std::string checkOutput(const std::string& path) {
    const QString text = QFile::decodeName(path.c_str());
    static const QStringList kKnown{QStringLiteral("{scene}"), QStringLiteral("{head}"), QStringLiteral("{view}"),
                                    QStringLiteral("{stage}"), QStringLiteral("{frame}")};
    QString rest = text;
    rest.remove(places());
    if (rest.contains(u'{') || rest.contains(u'}'))
        return "\"" + path + "\" has a brace without its other.";
    for (auto found = places().globalMatch(text); found.hasNext();)
        if (const QString place = found.next().captured(); !kKnown.contains(place))
            return "\"" + path + "\" has the place " + place.toStdString() + "; known are " +
                   kKnown.join(QStringLiteral(", ")).toStdString() + ".";
    static const QStringList kEndings{QStringLiteral("png"),  QStringLiteral("svg"), QStringLiteral("pdf"),
                                      QStringLiteral("html"), QStringLiteral("gif"), QStringLiteral("tex")};
    if (!text.endsWith(u'/') && !kEndings.contains(QFileInfo(text).suffix().toLower()))
        return "\"" + path + "\" ends in none of ." + kEndings.join(QStringLiteral(", .")).toStdString() +
               ", nor in / for a folder.";
    return {};
}

QString safeFileName(const QString& name) {
    QString safe;
    for (const QChar sign : name.normalized(QString::NormalizationForm_C))
        safe += isAwkward(sign) && !sign.isSurrogate() ? QChar(u'_') : sign;
    const auto isEnd = [](QChar sign) { return sign == u'.' || sign.isSpace(); };
    while (!safe.isEmpty() && isEnd(safe.front()))
        safe.remove(0, 1);
    if (safe.size() > kLongestName)
        safe.truncate(safe[kLongestName - 1].isHighSurrogate() ? kLongestName - 1 : kLongestName);
    while (!safe.isEmpty() && isEnd(safe.back()))
        safe.chop(1);
    // A name that begins like a flag would be read as one by the next program.
    if (safe.startsWith(u'-'))
        safe.prepend(u'_');
    return safe.isEmpty() ? QStringLiteral("scene") : safe;
}

void renderMany(const std::vector<std::string>& scenes, const RenderOutput& output,
                const std::function<Result<void>(DrawnScene&, const RenderJob&)>& draw, Outcome& outcome) {
    const bool isMany = output.isFolder() || output.hasPlace("{scene}");
    if (scenes.size() > 1 && !isMany)
        return outcome.fail(QFile::encodeName(output.path).toStdString(),
                            {ErrorCode::OutOfRange, std::to_string(scenes.size()) +
                                                        " scenes need a folder to be rendered into, a name that ends "
                                                        "in /, or a name with {scene} in it."});
    std::vector<Planned> plan;
    std::map<QString, std::string> owners;
    for (const std::string& scene : scenes) {
        auto jobs = jobsOf(scene, output);
        if (!jobs) {
            outcome.fail(scene, jobs.error());
            continue;
        }
        for (const RenderJob& job : *jobs) {
            if (const auto other = needOtherFile(QFile::encodeName(job.output).toStdString(), scenes); !other)
                return outcome.fail(scene, other.error());
            const QString whole = QDir::cleanPath(QFileInfo(job.output).absoluteFilePath());
            if (const auto [first, isNew] = owners.emplace(whole, scene); !isNew)
                return outcome.fail(scene, {ErrorCode::OutOfRange,
                                            "Its figure would replace that of " + first->second + ": both are " +
                                                QFile::encodeName(job.output).toStdString() + "."});
        }
        plan.push_back({scene, *std::move(jobs)});
    }
    if (isMany || output.hasPlace("{")) {
        if (!makeFolders(plan))
            return outcome.fail(QFile::encodeName(output.path).toStdString(),
                                {ErrorCode::FileProblem, "The folder cannot be made."});
    }
    for (const Planned& one : plan) {
        auto file = readSceneFile(one.scene);
        if (!file) {
            outcome.fail(one.scene, file.error());
            continue;
        }
        DrawnScene scene{*std::move(file), nullptr, nullptr};
        for (const RenderJob& job : one.jobs)
            if (const auto done = draw(scene, job); !done) {
                outcome.fail(one.scene, done.error());
                break;
            }
    }
}

}  // namespace attn::app
