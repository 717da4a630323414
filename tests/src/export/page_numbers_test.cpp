#include "src/export/page_numbers.h"

#include <cmath>
#include <cstring>
#include <limits>

#include "tests/support/catch.h"
#include "tests/support/gui/heatmap_pictures.h"

using namespace attn;
using namespace attn::app;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

QByteArray dataOf(const PackedNumbers& numbers) {
    return QByteArray::fromBase64(numbers.json[QStringLiteral("data")].toString().toLatin1());
}

/// What the page makes of steps: plain loops, as its script has them.
std::vector<double> fromSteps(const PackedNumbers& numbers, std::size_t count) {
    const QByteArray bytes = dataOf(numbers);
    const auto at = [&](std::size_t i) { return static_cast<unsigned char>(bytes[static_cast<qsizetype>(i)]); };
    const bool isWide = numbers.json[QStringLiteral("as")].toString() == QStringLiteral("s16");
    const int last = isWide ? 65535 : 4095;
    std::vector<double> values;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t pair = i / 2 * 3;
        const int code = isWide  ? at(2 * i) | at(2 * i + 1) << 8
                         : i % 2 ? at(pair + 1) >> 4 | at(pair + 2) << 4
                                 : at(pair) | (at(pair + 1) & 15) << 8;
        values.push_back(code == last       ? std::nan("")
                         : code == last - 1 ? kInfinity
                         : code == last - 2 ? -kInfinity
                                            : numbers.json[QStringLiteral("low")].toDouble() +
                                                  code * numbers.json[QStringLiteral("step")].toDouble());
    }
    return values;
}

}  // namespace

TEST_CASE("page numbers: exact ones keep every bit, in four bytes where a float holds them", "[export][page]") {
    const std::vector<double> floats{0.0, -1.5, static_cast<double>(0.1F), kInfinity, std::nan("")};
    const PackedNumbers narrow = packed(floats, PagePacking::Exact);
    CHECK(narrow.json[QStringLiteral("as")].toString() == QStringLiteral("f32"));
    CHECK(narrow.rounding == 0.0);
    const QByteArray bytes = dataOf(narrow);
    REQUIRE(bytes.size() == 20);
    float third = 0.0F;
    std::memcpy(&third, bytes.constData() + 8, 4);
    CHECK(third == 0.1F);

    const std::vector<double> doubles{0.1, 1e300, -kInfinity};
    const PackedNumbers wide = packed(doubles, PagePacking::Exact);
    CHECK(wide.json[QStringLiteral("as")].toString() == QStringLiteral("f64"));
    double second = 0.0;
    std::memcpy(&second, dataOf(wide).constData() + 8, 8);
    CHECK(second == 1e300);
    CHECK(packedSize(floats, PagePacking::Exact) == 28.0);
    CHECK(packedSize(doubles, PagePacking::Exact) == 32.0);
}

TEST_CASE("page numbers: rounded ones are within the rounding that they state, and words stay words",
          "[export][page]") {
    const PagePacking packing = GENERATE(PagePacking::Steps16, PagePacking::Steps12);
    std::vector<double> numbers;
    for (int i = 0; i < 1001; ++i)
        numbers.push_back(std::sin(i * 0.7) * 3.0 - 0.4);
    numbers[10] = std::nan("");
    numbers[11] = kInfinity;
    numbers[1000] = -kInfinity;
    const PackedNumbers rounded = packed(numbers, packing);
    const std::vector<double> back = fromSteps(rounded, numbers.size());
    const double steps = packing == PagePacking::Steps16 ? 65532.0 : 4092.0;
    CHECK(rounded.rounding > 0.0);
    CHECK(rounded.rounding <= 6.0 / steps / 2 * 1.0001);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        CAPTURE(i, numbers[i], back[i]);
        if (std::isfinite(numbers[i]))
            CHECK(std::abs(numbers[i] - back[i]) <= rounded.rounding);
        else
            CHECK((back[i] == numbers[i] || (std::isnan(back[i]) && std::isnan(numbers[i]))));
    }
    CHECK(static_cast<double>(rounded.json[QStringLiteral("data")].toString().size()) ==
          packedSize(numbers, packing));
}

TEST_CASE("page numbers: what has no range, or more range than a double, is packed all the same", "[export][page]") {
    for (const std::vector<double>& numbers :
         {std::vector<double>{}, std::vector<double>{2.5, 2.5}, std::vector<double>{std::nan(""), kInfinity},
          std::vector<double>{-1.7e308, 0.0, 1.7e308}}) {
        const PackedNumbers rounded = packed(numbers, PagePacking::Steps16);
        const std::vector<double> back = fromSteps(rounded, numbers.size());
        for (std::size_t i = 0; i < numbers.size(); ++i)
            if (std::isfinite(numbers[i]))
                CHECK(std::abs(numbers[i] - back[i]) <= rounded.rounding);
    }
}

TEST_CASE("page numbers: states are two bits a cell, once where all heads share them", "[export][page]") {
    const ui::HeatmapPicture picture = test::everyState();
    const QJsonObject shared = packedStates({picture, picture});
    CHECK(shared[QStringLiteral("isShared")].toBool());
    const QByteArray bytes = QByteArray::fromBase64(shared[QStringLiteral("data")].toString().toLatin1());
    CHECK(bytes.size() == 7);
    for (Index i = 0; i < 25; ++i)
        CHECK(((static_cast<unsigned char>(bytes[static_cast<qsizetype>(i / 4)]) >> (2 * (i % 4))) & 3) ==
              static_cast<int>(picture.state(i / 5, i % 5)));
    ui::HeatmapPicture plain = picture;
    plain.states.clear();
    CHECK(packedStates({plain, plain}).isEmpty());
    CHECK_FALSE(packedStates({plain, picture}).value(QStringLiteral("isShared")).toBool());
}
