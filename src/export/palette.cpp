#include "src/export/palette.h"

#include <algorithm>
#include <unordered_map>

namespace attn::app {
namespace {

constexpr std::size_t kMost = 256;
constexpr std::size_t kForEdges = 32;
constexpr int kArea = 9;  ///< Flat pixels that make an area of a colour.

struct Use {
    QRgb color;
    int flat = 0;  ///< Pixels whose right and lower neighbours are alike.
    int all = 0;
};

std::vector<Use> usesOf(const QImage& image, const QRect& part) {
    std::unordered_map<QRgb, std::size_t> places;
    std::vector<Use> uses;
    for (int y = part.top(); y <= part.bottom(); ++y) {
        const auto* line = reinterpret_cast<const QRgb*>(image.constScanLine(y));
        const auto* below = reinterpret_cast<const QRgb*>(image.constScanLine(std::min(y + 1, part.bottom())));
        std::size_t at = 0;
        for (int x = part.left(); x <= part.right(); ++x) {
            if (x == part.left() || line[x] != line[x - 1]) {
                const auto [place, isNew] = places.try_emplace(line[x], uses.size());
                if (isNew)
                    uses.push_back({line[x]});
                at = place->second;
            }
            ++uses[at].all;
            uses[at].flat += x < part.right() && line[x + 1] == line[x] && below[x] == line[x] ? 1 : 0;
        }
    }
    return uses;
}

int distance(QRgb a, QRgb b) {
    const int red = qRed(a) - qRed(b), green = qGreen(a) - qGreen(b), blue = qBlue(a) - qBlue(b);
    return 2 * red * red + 4 * green * green + 3 * blue * blue;
}

/// The colours that are kept, areas first; the same whatever the order in which they were found.
std::vector<QRgb> kept(std::vector<Use> uses) {
    const auto isArea = [](const Use& use) { return use.flat >= kArea; };
    std::sort(uses.begin(), uses.end(), [&](const Use& a, const Use& b) {
        if (isArea(a) != isArea(b))
            return isArea(a);
        const int x = isArea(a) ? a.flat : a.all, y = isArea(a) ? b.flat : b.all;
        return x != y ? x > y : a.color < b.color;
    });
    std::vector<QRgb> colors;
    if (uses.size() <= kMost) {
        for (const Use& use : uses)
            colors.push_back(use.color);
        return colors;
    }
    const auto areas = static_cast<std::size_t>(std::count_if(uses.begin(), uses.end(), isArea));
    const std::size_t edges = uses.size() - areas;
    const std::size_t forAreas = std::min(areas, kMost - std::min(edges, kForEdges));
    for (std::size_t i = 0; i < forAreas; ++i)
        colors.push_back(uses[i].color);
    for (std::size_t i = areas; i < uses.size() && colors.size() < kMost; ++i)
        colors.push_back(uses[i].color);
    return colors;
}

}  // namespace

IndexedPicture indexed(const QImage& image, const QRect& part) {
    const std::vector<Use> uses = usesOf(image, part);
    IndexedPicture picture;
    picture.colors = kept(uses);
    std::unordered_map<QRgb, std::uint8_t> places;
    for (std::size_t i = 0; i < picture.colors.size(); ++i)
        places.emplace(picture.colors[i], static_cast<std::uint8_t>(i));
    for (const Use& use : uses)
        if (places.count(use.color) == 0) {
            const auto nearest = std::min_element(picture.colors.begin(), picture.colors.end(), [&](QRgb a, QRgb b) {
                return distance(a, use.color) < distance(b, use.color);
            });
            places.emplace(use.color, static_cast<std::uint8_t>(nearest - picture.colors.begin()));
        }
    picture.pixels.reserve(static_cast<std::size_t>(part.width()) * static_cast<std::size_t>(part.height()));
    for (int y = part.top(); y <= part.bottom(); ++y) {
        const auto* line = reinterpret_cast<const QRgb*>(image.constScanLine(y));
        std::uint8_t place = 0;
        for (int x = part.left(); x <= part.right(); ++x) {
            if (x == part.left() || line[x] != line[x - 1])
                place = places.at(line[x]);
            picture.pixels.push_back(place);
        }
    }
    return picture;
}

}  // namespace attn::app
