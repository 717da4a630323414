#include "src/window/dock_places.h"

#include <QDockWidget>
#include <QMainWindow>
#include <QScreen>
#include <algorithm>
#include <array>
#include <numeric>
#include <tuple>

namespace attn::app {
namespace {

constexpr int kFarthest = 32767;
constexpr std::array kAreas{std::pair{u'L', Qt::LeftDockWidgetArea}, std::pair{u'R', Qt::RightDockWidgetArea},
                            std::pair{u'T', Qt::TopDockWidgetArea}, std::pair{u'B', Qt::BottomDockWidgetArea}};

bool isBeside(Qt::DockWidgetArea area) {
    return area == Qt::LeftDockWidgetArea || area == Qt::RightDockWidgetArea;
}

/// A whole number from `least` to `most`, written as such a number is.
std::optional<int> numberFrom(const QString& text, int least, int most) {
    bool isNumber = false;
    const int number = text.toInt(&isNumber);
    if (!isNumber || number < least || number > most || QString::number(number) != text)
        return {};
    return number;
}

std::optional<DockPlace> placeFrom(const QString& text, int count) {
    const QStringList words = text.split(u',');
    if (words.size() != 8 || words[0].size() != 1)
        return {};
    const auto area =
        std::find_if(kAreas.begin(), kAreas.end(), [&](const auto& known) { return words[0][0] == known.first; });
    const auto floating = numberFrom(words[1], 0, 1), hidden = numberFrom(words[2], 0, 1);
    const auto x = numberFrom(words[3], -kFarthest, kFarthest), y = numberFrom(words[4], -kFarthest, kFarthest);
    const auto width = numberFrom(words[5], 0, kFarthest), height = numberFrom(words[6], 0, kFarthest);
    const auto tabs = numberFrom(words[7], -1, count - 1);
    if (area == kAreas.end() || !floating || !hidden || !x || !y || !width || !height || !tabs)
        return {};
    return DockPlace{area->second, *floating == 1, *hidden == 1, QRect(*x, *y, *width, *height), *tabs};
}

/// Puts the docks of one area there, in their order.
class Area {
  public:
    Area(QMainWindow& window, const std::vector<QDockWidget*>& docks, const std::vector<DockPlace>& places)
        : m_window(window), m_docks(docks), m_places(places) {}

    void put(int dock) {
        const DockPlace& place = m_places[static_cast<std::size_t>(dock)];
        const auto leader = std::find(m_put.begin(), m_put.end(), place.tabbedWith);
        if (m_put.empty())
            m_window.addDockWidget(place.area, at(dock));
        else if (leader != m_put.end())
            m_window.tabifyDockWidget(at(*leader), at(dock));
        else
            m_window.splitDockWidget(at(m_put.back()), at(dock), directionFrom(m_put.back(), dock));
        m_put.push_back(dock);
    }

  private:
    QDockWidget* at(int dock) const { return m_docks[static_cast<std::size_t>(dock)]; }
    Qt::Orientation directionFrom(int before, int after) const {
        const QPoint apart = m_places[static_cast<std::size_t>(after)].rect.topLeft() -
                             m_places[static_cast<std::size_t>(before)].rect.topLeft();
        return std::abs(apart.x()) > std::abs(apart.y()) ? Qt::Horizontal : Qt::Vertical;
    }

    QMainWindow& m_window;
    const std::vector<QDockWidget*>& m_docks;
    const std::vector<DockPlace>& m_places;
    std::vector<int> m_put;
};

}  // namespace

QString dockPlacesText(const QMainWindow& window, const std::vector<QDockWidget*>& docks) {
    QStringList places;
    for (std::size_t i = 0; i < docks.size(); ++i) {
        QDockWidget* dock = docks[i];
        QRect rect = dock->geometry();
        int first = static_cast<int>(i);
        // Of docks that lie over each other only the uppermost has its real place.
        for (QDockWidget* other : window.tabifiedDockWidgets(dock)) {
            const auto at = std::find(docks.begin(), docks.end(), other);
            first = std::min(first, static_cast<int>(at - docks.begin()));
            if (other->geometry().right() > rect.right())
                rect = other->geometry();
        }
        const auto area = std::find_if(kAreas.begin(), kAreas.end(), [&](const auto& known) {
            return window.dockWidgetArea(dock) == known.second;
        });
        const int tabs = first < static_cast<int>(i) ? first : -1;
        const bool isInTabs = !window.tabifiedDockWidgets(dock).isEmpty();
        places.append(QStringLiteral("%1,%2,%3,%4,%5,%6,%7,%8")
                          .arg(QChar(area == kAreas.end() ? u'L' : area->first))
                          .arg(dock->isFloating() ? 1 : 0)
                          .arg(dock->isHidden() && !isInTabs ? 1 : 0)
                          .arg(std::clamp(rect.x(), -kFarthest, kFarthest))
                          .arg(std::clamp(rect.y(), -kFarthest, kFarthest))
                          .arg(std::clamp(rect.width(), 0, kFarthest))
                          .arg(std::clamp(rect.height(), 0, kFarthest))
                          .arg(tabs));
    }
    return places.join(u'|');
}

std::optional<std::vector<DockPlace>> dockPlacesFrom(const QString& text, std::size_t count) {
    const QStringList words = text.split(u'|');
    if (words.size() != static_cast<qsizetype>(count))
        return {};
    std::vector<DockPlace> places;
    for (const QString& word : words) {
        const auto place = placeFrom(word, static_cast<int>(count));
        if (!place)
            return {};
        places.push_back(*place);
    }
    return places;
}

void sizeDock(QMainWindow& window, QDockWidget* dock, const DockPlace& place) {
    const Qt::Orientation direction = isBeside(place.area) ? Qt::Horizontal : Qt::Vertical;
    const QSize size = place.rect.size();
    if (!size.isEmpty())
        window.resizeDocks({dock}, {direction == Qt::Horizontal ? size.width() : size.height()}, direction);
}

void putDocks(QMainWindow& window, const std::vector<QDockWidget*>& docks, const std::vector<DockPlace>& places) {
    for (QDockWidget* dock : docks) {
        dock->setFloating(false);  // one that is in no area could not be put anywhere
        window.removeDockWidget(dock);
    }
    std::vector<int> order(docks.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        const DockPlace& first = places[static_cast<std::size_t>(a)];
        const DockPlace& second = places[static_cast<std::size_t>(b)];
        const auto key = [](const DockPlace& place) {
            return isBeside(place.area) ? std::pair{place.rect.y(), place.rect.x()}
                                        : std::pair{place.rect.x(), place.rect.y()};
        };
        return std::tuple{first.area, key(first)} < std::tuple{second.area, key(second)};
    });
    for (const auto& known : kAreas) {
        Area area(window, docks, places);
        for (const int dock : order)
            if (places[static_cast<std::size_t>(dock)].area == known.second)
                area.put(dock);
    }
    for (std::size_t i = 0; i < docks.size(); ++i) {
        docks[i]->setVisible(!places[i].isHidden);
        sizeDock(window, docks[i], places[i]);
        if (!places[i].isFloating)
            continue;
        docks[i]->setFloating(true);
        const QRect screen = window.screen()->availableGeometry();
        QRect rect(places[i].rect.topLeft(),
                   places[i].rect.size().expandedTo(docks[i]->minimumSizeHint()).boundedTo(screen.size()));
        rect.moveLeft(std::clamp(rect.left(), screen.left(), screen.right() - rect.width() + 1));
        rect.moveTop(std::clamp(rect.top(), screen.top(), screen.bottom() - rect.height() + 1));
        docks[i]->setGeometry(rect);
    }
}

}  // namespace attn::app
