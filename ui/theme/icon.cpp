#include "ui/theme/icon.h"

#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

#include "ui/theme/style.h"

namespace attn::ui {
namespace {

QPixmap renderedIcon(const QString& name, const QColor& color, QSize pixels) {
    if (pixels.isEmpty())
        return {};
    const QString key = QStringLiteral("headscope/%1/%2/%3x%4")
                            .arg(name, color.name(QColor::HexArgb))
                            .arg(pixels.width())
                            .arg(pixels.height());
    QPixmap picture;
    if (QPixmapCache::find(key, &picture))
        return picture;
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QSvgRenderer renderer(file.readAll().replace("#000", color.name(QColor::HexRgb).toLatin1()));
    picture = QPixmap(pixels);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    painter.setOpacity(color.alphaF());
    const double side = std::min(pixels.width(), pixels.height());
    renderer.render(&painter, QRectF((pixels.width() - side) / 2, (pixels.height() - side) / 2, side, side));
    painter.end();
    QPixmapCache::insert(key, picture);
    return picture;
}

/// Asks for the theme's colour each time it is painted, so that an icon outlives a change of theme.
class ThemeIconEngine : public QIconEngine {
  public:
    ThemeIconEngine(QString name, QColor Theme::*color) : m_name(std::move(name)), m_color(color) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override {
        const double ratio = painter->device() ? painter->device()->devicePixelRatioF() : 1.0;
        painter->drawPixmap(rect, scaledPixmap(rect.size() * ratio, mode, state, ratio));
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State) override {
        const Theme& now = currentTheme();
        return renderedIcon(m_name, mode == QIcon::Disabled ? now.disabledText : now.*m_color, size);
    }
    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state, qreal ratio) override {
        QPixmap picture = pixmap(size, mode, state);
        picture.setDevicePixelRatio(ratio);
        return picture;
    }
    QIconEngine* clone() const override { return new ThemeIconEngine(m_name, m_color); }
    QString key() const override { return QStringLiteral("headscope"); }
    bool isNull() override { return !iconNames().contains(m_name); }
    QString iconName() override { return m_name; }

  private:
    QString m_name;
    QColor Theme::*m_color;
};

}  // namespace

const QStringList& iconNames() {
    static const QStringList kNames =
        QStringLiteral(
            "new open save undo redo export present theme add remove close float drag play pause step-back step-on "
            "to-start fill reset paint lock snapshot warning info chevron-down chevron-up chevron-right copy")
            .split(QLatin1Char(' '));
    return kNames;
}

QIcon icon(const char* name, QColor Theme::*color) {
    return QIcon(new ThemeIconEngine(QString::fromLatin1(name), color));
}

QPixmap iconPixmap(const char* name, const QColor& color, int size, double devicePixelRatio) {
    QPixmap picture = renderedIcon(QString::fromLatin1(name), color, QSize(size, size) * devicePixelRatio);
    picture.setDevicePixelRatio(devicePixelRatio);
    return picture;
}

}  // namespace attn::ui
