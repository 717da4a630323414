#include "ui/theme/icon.h"

#include <QFile>
#include <QImage>

#include "tests/support/catch.h"
#include "ui/theme/style.h"

using namespace attn::ui;

TEST_CASE("icon: each is in the resources and draws within its clear border", "[theme][icon]") {
    REQUIRE(iconNames().size() == 29);
    for (const QString& name : iconNames()) {
        INFO(name.toStdString());
        CHECK(QFile::exists(QStringLiteral(":/icons/%1.svg").arg(name)));
        const QImage picture = iconPixmap(name.toLatin1().constData(), Qt::black, 20, 4.0).toImage();
        REQUIRE(picture.size() == QSize(80, 80));
        int inside = 0;
        int outside = 0;
        for (int y = 0; y < 80; ++y)
            for (int x = 0; x < 80; ++x)
                if (qAlpha(picture.pixel(x, y)) > 32)
                    ++(std::min({x, y, 79 - x, 79 - y}) < 8 ? outside : inside);
        CHECK(inside > 100);
        CHECK(outside == 0);
    }
}

TEST_CASE("icon: takes the colour of the theme of the moment", "[theme][icon]") {
    const QIcon plus = icon("add");
    for (const auto kind : {ThemeKind::Dark, ThemeKind::Light}) {
        applyTheme(*qApp, kind);
        CHECK(plus.pixmap(20).toImage().pixelColor(10, 10).rgb() == currentTheme().text.rgb());
        CHECK(plus.pixmap(20, QIcon::Disabled).toImage().pixelColor(10, 10).rgb() ==
              currentTheme().disabledText.rgb());
    }
}

TEST_CASE("icon: an unknown name is null and draws nothing", "[theme][icon]") {
    CHECK(iconPixmap("no-such", Qt::black).isNull());
    CHECK(icon("no-such").isNull());
}
