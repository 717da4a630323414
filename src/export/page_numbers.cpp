#include "src/export/page_numbers.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace attn::app {
namespace {

/// Codes above all steps: NaN, +infinity and -infinity.
constexpr int kWords = 3;

double bytesEach(const std::vector<double>& numbers, PagePacking packing) {
    switch (packing) {
        case PagePacking::Steps16:
            return 2.0;
        case PagePacking::Steps12:
            return 1.5;
        case PagePacking::Exact:
            break;
    }
    return areFloats(numbers) ? 4.0 : 8.0;
}

template <class T>
QByteArray bytesOf(const std::vector<double>& numbers) {
    QByteArray bytes(static_cast<qsizetype>(numbers.size() * sizeof(T)), '\0');
    char* to = bytes.data();
    for (const double number : numbers) {
        const T value = static_cast<T>(number);
        std::memcpy(to, &value, sizeof(T));
        to += sizeof(T);
    }
    return bytes;
}

QString base64(const QByteArray& bytes) {
    return QString::fromLatin1(bytes.toBase64());
}

}  // namespace

std::vector<double> pageNumbers(const std::vector<ui::HeatmapPicture>& pictures) {
    std::vector<double> numbers;
    for (const ui::HeatmapPicture& picture : pictures)
        numbers.insert(numbers.end(), picture.cells.values.begin(), picture.cells.values.end());
    return numbers;
}

bool areFloats(const std::vector<double>& numbers) {
    return std::all_of(numbers.begin(), numbers.end(), [](double number) {
        return !std::isfinite(number) ||
               (std::abs(number) <= static_cast<double>(std::numeric_limits<float>::max()) &&
                static_cast<double>(static_cast<float>(number)) == number);
    });
}

double packedSize(const std::vector<double>& numbers, PagePacking packing) {
    return std::ceil(static_cast<double>(numbers.size()) * bytesEach(numbers, packing) / 3.0) * 4.0;
}

PackedNumbers packed(const std::vector<double>& numbers, PagePacking packing) {
    if (packing == PagePacking::Exact) {
        const bool isSingle = areFloats(numbers);
        return {{{QStringLiteral("as"), isSingle ? QStringLiteral("f32") : QStringLiteral("f64")},
                 {QStringLiteral("data"), base64(isSingle ? bytesOf<float>(numbers) : bytesOf<double>(numbers))}},
                0.0};
    }
    const bool isWide = packing == PagePacking::Steps16;
    const int last = isWide ? 65535 : 4095;
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const double number : numbers)
        if (std::isfinite(number)) {
            low = std::min(low, number);
            high = std::max(high, number);
        }
    if (low > high)
        low = high = 0.0;
    // Divided first: the range itself may be more than a double holds.
    const double step = high / (last - kWords) - low / (last - kWords);
    QByteArray bytes;
    double rounding = 0.0;
    int before = -1;
    for (const double number : numbers) {
        int code = last;
        if (std::isinf(number))
            code = number > 0 ? last - 1 : last - 2;
        else if (!std::isnan(number)) {
            code = step > 0.0
                       ? std::clamp(static_cast<int>(std::lround(number / step - low / step)), 0, last - kWords)
                       : 0;
            rounding = std::max(rounding, std::abs(low + code * step - number));
        }
        if (isWide) {
            bytes.append(static_cast<char>(code & 0xff)).append(static_cast<char>(code >> 8));
        } else if (before < 0) {
            before = code;
        } else {
            bytes.append(static_cast<char>(before & 0xff));
            bytes.append(static_cast<char>(before >> 8 | (code & 15) << 4)).append(static_cast<char>(code >> 4));
            before = -1;
        }
    }
    if (before >= 0)
        bytes.append(static_cast<char>(before & 0xff)).append(static_cast<char>(before >> 8));
    return {{{QStringLiteral("as"), isWide ? QStringLiteral("s16") : QStringLiteral("s12")},
             {QStringLiteral("data"), base64(bytes)},
             {QStringLiteral("low"), low},
             {QStringLiteral("step"), step}},
            rounding};
}

QJsonObject packedStates(const std::vector<ui::HeatmapPicture>& pictures) {
    const bool isPlain = std::all_of(pictures.begin(), pictures.end(), [](const ui::HeatmapPicture& picture) {
        return std::all_of(picture.states.begin(), picture.states.end(),
                           [](ui::CellState state) { return state == ui::CellState::Plain; });
    });
    if (isPlain)
        return {};
    const bool isShared = std::all_of(pictures.begin(), pictures.end(), [&](const ui::HeatmapPicture& picture) {
        return picture.states == pictures.front().states;
    });
    QByteArray bytes;
    int filled = 0, byte = 0;
    for (const ui::HeatmapPicture& picture : pictures) {
        for (Index row = 0; row < picture.cells.rows; ++row)
            for (Index col = 0; col < picture.cells.cols; ++col) {
                byte |= static_cast<int>(picture.state(row, col)) << (2 * filled);
                if (++filled == 4) {
                    bytes.append(static_cast<char>(byte));
                    filled = byte = 0;
                }
            }
        if (isShared)
            break;
    }
    if (filled > 0)
        bytes.append(static_cast<char>(byte));
    return {{QStringLiteral("data"), base64(bytes)}, {QStringLiteral("isShared"), isShared}};
}

}  // namespace attn::app
