#include <QBuffer>
#include <QDeadlineTimer>
#include <QEventLoop>
#include <QPixmap>
#include <QTimer>
#include <map>

#include "core/io/scene_file.h"
#include "src/cli/commands.h"
#include "src/cli/gui_app.h"
#include "src/viewmodel/shown.h"
#include "src/window/appearance.h"
#include "src/window/centre.h"
#include "src/window/files.h"
#include "src/window/main_window.h"
#include "src/window/presentation.h"

namespace attn::app {
namespace {

constexpr int kLongestWait = 60'000;  ///< ms, for a scene that is slow to evaluate

struct ScreenshotWords {
    std::string scene;
    std::string output;
    std::string size = "1280x800";
    std::string theme = "light";
    bool isPresented = false;
    std::string instrument;  ///< Empty: what the file was saved with
};

Result<QSize> sizeFromWord(const std::string& word) {
    const QStringList parts = QString::fromStdString(word).split(QLatin1Char('x'));
    bool isWide = false;
    bool isHigh = false;
    const QSize size(parts.value(0).toInt(&isWide), parts.value(1).toInt(&isHigh));
    if (parts.size() != 2 || !isWide || !isHigh || size.width() < 800 || size.height() < 560 || size.width() > 8192 || size.height() > 8192)
        return Error{ErrorCode::OutOfRange, "The size \"" + word + "\" is not WIDTHxHEIGHT between 800x560 and 8192x8192."};
    return size;
}

Result<QByteArray> takeScreenshot(const ScreenshotWords& words) {
    const auto size = sizeFromWord(words.size);
    if (!size)
        return size.error();
    auto file = readSceneFile(words.scene);
    if (!file)
        return file.error();
    if (const auto shown = needShown(file->scene); !shown)
        return shown.error();
    GuiApp gui(GuiApp::Mode::Hidden);
    Appearance appearance;
    appearance.show(words.theme == "dark" ? ui::ThemeKind::Dark : ui::ThemeKind::Light);
    MainWindow window(appearance);
    window.resize(*size);
    window.show();
    window.files().show(*std::move(file), QString::fromLocal8Bit(words.scene.c_str()));
    if (!words.instrument.empty())
        window.centre().showById(QString::fromStdString(words.instrument));
    if (words.isPresented)
        window.presentation().enter(false);
    QEventLoop wait;
    QObject::connect(&window.session(), &Session::resultChanged, &wait, &QEventLoop::quit);
    QObject::connect(&window.centre(), &Centre::workDone, &wait, &QEventLoop::quit);
    QTimer::singleShot(kLongestWait, &wait, &QEventLoop::quit);
    const QDeadlineTimer deadline(kLongestWait);
    while (!window.isSettled() && window.session().fault().isEmpty() && !deadline.hasExpired())
        wait.exec();
    if (deadline.hasExpired())
        return Error{ErrorCode::TooLarge, "The scene was not evaluated within " + std::to_string(kLongestWait / 1000) + " s."};
    if (!window.session().fault().isEmpty())
        return Error{ErrorCode::OutOfRange, window.session().fault().toStdString()};
    QCoreApplication::processEvents();
    QByteArray png;
    QBuffer buffer(&png);
    buffer.open(QIODevice::WriteOnly);
    if (!window.grab().save(&buffer, "PNG"))
        return Error{ErrorCode::FileProblem, "The picture could not be made into a PNG."};
    return png;
}

}  // namespace

void addScreenshot(CLI::App& app, Outcome& outcome) {
    auto words = std::make_shared<ScreenshotWords>();
    std::vector<std::string> views;
    for (const InstrumentEntry& entry : instrumentRegistry())
        for (const QString& view : QStringList(entry.id) + entry.views)
            views.push_back(view.toStdString());
    CLI::App* command = app.add_subcommand("screenshot", "Draw the window, opened on a scene, into a PNG");
    command->add_option("SCENE", words->scene, "A scene file")->required();
    command->add_option("-o,--output", words->output, "A PNG file")->required()->check([](const std::string& name) {
        return name.ends_with(".png") ? std::string() : "The picture is a PNG: \"" + name + "\" does not end in .png.";
    });
    command->add_option("--size", words->size, "In pixels")->capture_default_str();
    command->add_option("--theme", words->theme, "light or dark")->capture_default_str()->check(CLI::IsMember({"light", "dark"}));
    command->add_option("--instrument", words->instrument, "Which instrument is shown (without it: the one in the file)")->check(CLI::IsMember(views));
    command->add_flag("--present", words->isPresented, "As a room sees it: large type, and no docks");
    command->callback([words, &outcome] {
        if (const auto other = needOtherFile(words->output, {words->scene}); !other)
            return outcome.fail(words->scene, other.error());
        const auto png = takeScreenshot(*words);
        if (!png)
            return outcome.fail(words->scene, png.error());
        if (const auto done = deliver(words->output, png->toStdString()); !done)
            outcome.fail({}, done.error());
    });
}

}  // namespace attn::app
