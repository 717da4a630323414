#include "core/flash/pooled_weights.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include "core/base/exponential.h"

namespace attn {

namespace {

constexpr Index kBatch = 384;         ///< Rows that the vector form works on together.
constexpr Index kMostRowsOfPass = 8;  ///< Of a pixel, between two pictures.

/// In which order the rows of a pixel are met: each step goes about a golden section further, so that the rows met
/// are spread evenly at any time.
class Spread {
  public:
    explicit Spread(Index count)
        : m_count(count), m_step(std::max<Index>(1, static_cast<Index>(0.618034 * static_cast<double>(count)))) {
        while (std::gcd(m_step, m_count) != 1)
            ++m_step;
    }
    Index at(Index k) const { return (m_count / 2 + k * m_step) % m_count; }

  private:
    Index m_count, m_step;
};

template <class T>
class Picture {
  public:
    Picture(const HeadScores<T>& head, const std::vector<T>& lse, const PoolRequest& request,
            const Progress& progress)
        : m_head(head),
          m_lse(lse),
          m_request(request),
          m_progress(progress),
          m_rowStarts(pixelStarts(request.window.firstRow, request.window.lastRow, request.pixelRows)),
          m_colStarts(pixelStarts(request.window.firstCol, request.window.lastCol, request.pixelCols)),
          m_pooled(static_cast<std::size_t>(request.pixelRows * request.pixelCols),
                   isLargest() ? -std::numeric_limits<double>::infinity() : 0.0),
          m_met(static_cast<std::size_t>(request.pixelRows)) {
        m_out.cells = Matrix(request.pixelRows, request.pixelCols);
        m_out.isAllowed.resize(m_pooled.size());
        m_out.rows = request.window.rows();
    }

    /// False when stopped.
    bool run(const std::function<void(const PooledWeights&)>& refined) {
        Index most = 0;
        for (Index p = 0; p < m_request.pixelRows; ++p)
            most = std::max(most, rowsOf(p));
        if (m_request.mostRowsOfPixel > 0)
            most = std::min(most, m_request.mostRowsOfPixel);
        for (Index met = 0; met < most;) {
            const Index next = std::min(most, met + std::clamp<Index>(met, 1, kMostRowsOfPass));
            if (!pass(met, next))
                return false;
            met = next;
            develop();
            if (refined)
                refined(m_out);
        }
        return true;
    }

    PooledWeights take() { return std::move(m_out); }

  private:
    bool isLargest() const { return m_request.pooling == Pooling::Largest; }
    Index rowsOf(Index pixel) const {
        return m_rowStarts[static_cast<std::size_t>(pixel) + 1] - m_rowStarts[static_cast<std::size_t>(pixel)];
    }

    /// Rows number `from` to `to` of every pixel.
    bool pass(Index from, Index to) {
        m_rows.clear();
        m_pixels.clear();
        std::vector<Index> some;
        for (Index p = 0; p < m_request.pixelRows; ++p) {
            some.clear();
            const Spread spread(rowsOf(p));
            for (Index k = from; k < std::min(to, rowsOf(p)); ++k)
                some.push_back(m_rowStarts[static_cast<std::size_t>(p)] + spread.at(k));
            std::sort(some.begin(), some.end());
            for (const Index row : some) {
                m_rows.push_back(row);
                m_pixels.push_back(p);
                if (static_cast<Index>(m_rows.size()) == kBatch && !batch())
                    return false;
            }
        }
        return batch();
    }

    /// The rows that have been gathered.
    bool batch() {
        if (m_rows.empty())
            return true;
        const Index cols = m_request.pixelCols;
        const bool hasSums = !isLargest() || (m_lse.empty() && hasAllKeys());
        m_most.resize(m_rows.size() * static_cast<std::size_t>(cols));
        m_sum.resize(hasSums ? m_most.size() : 0);
        std::vector<T> lse(m_rows.size());
        if (!pooledLogits(m_head, m_rows, m_colStarts, m_most.data(), hasSums ? m_sum.data() : nullptr, m_progress))
            return false;
        if (!findSums(lse))
            return false;
        for (std::size_t r = 0; r < m_rows.size(); ++r)
            addRow(m_rows[r], m_pixels[r], lse[r], static_cast<Index>(r) * cols);
        m_out.rowsMet += static_cast<Index>(m_rows.size());
        m_progress.report(static_cast<double>(m_out.rowsMet) / static_cast<double>(m_out.rows));
        m_rows.clear();
        m_pixels.clear();
        return true;
    }

    bool hasAllKeys() const { return m_request.window.cols() == m_head.K.rows; }

    /// The logsumexp of each row that has been gathered.
    bool findSums(std::vector<T>& lse) {
        const Index cols = m_request.pixelCols;
        if (m_lse.empty() && !hasAllKeys()) {
            std::vector<T> most(m_rows.size()), sum(m_rows.size());
            if (!pooledLogits(m_head, m_rows, {0, m_head.K.rows}, most.data(), sum.data(), m_progress))
                return false;
            for (std::size_t r = 0; r < m_rows.size(); ++r)
                lse[r] = logsumexpOf(m_head.rules, &most[r], &sum[r], 1);
            return true;
        }
        for (std::size_t r = 0; r < m_rows.size(); ++r) {
            const auto at = r * static_cast<std::size_t>(cols);
            lse[r] = m_lse.empty() ? logsumexpOf(m_head.rules, m_most.data() + at, m_sum.data() + at, cols)
                                   : m_lse[static_cast<std::size_t>(m_rows[r] - m_request.window.firstRow)];
        }
        return true;
    }

    /// Of the largest the logarithm is kept: one exponential for each pixel, not for each row and pixel.
    void addRow(Index row, Index pixel, T lse, Index at) {
        const Index cols = m_request.pixelCols;
        double* const pooled = m_pooled.data() + pixel * cols;
        std::uint8_t* const allowed = m_out.isAllowed.data() + pixel * cols;
        ++m_met[static_cast<std::size_t>(pixel)];
        if (!std::isfinite(lse)) {
            const double weight = static_cast<double>(weightWithoutSum(m_head, row));
            for (Index p = 0; p < cols; ++p) {
                add(pooled[p], isLargest() ? std::log(weight) : weight);
                allowed[p] = allowed[p] || weight != 0.0;
            }
            return;
        }
        T* const most = m_most.data() + at;
        for (Index p = 0; p < cols; ++p)
            allowed[p] = allowed[p] | std::uint8_t(most[p] > -std::numeric_limits<T>::infinity());
        if (isLargest()) {
            for (Index p = 0; p < cols; ++p)
                add(pooled[p], static_cast<double>(most[p] - lse));
            return;
        }
        exponentials(most, lse, cols, most);
        for (Index p = 0; p < cols; ++p) {
            const Index keys =
                m_colStarts[static_cast<std::size_t>(p) + 1] - m_colStarts[static_cast<std::size_t>(p)];
            pooled[p] += static_cast<double>(most[p]) * static_cast<double>(m_sum[static_cast<std::size_t>(at + p)]) /
                         static_cast<double>(keys);
        }
    }

    void add(double& pooled, double value) const {
        if (isLargest())
            pooled = value > pooled || std::isnan(value) ? value : pooled;
        else
            pooled += value;
    }

    void develop() {
        // Rounding may leave a weight a little above 1; NaN stays.
        const Index cols = m_request.pixelCols;
        for (Index pixel = 0; pixel < m_request.pixelRows; ++pixel) {
            const auto met = static_cast<double>(m_met[static_cast<std::size_t>(pixel)]);
            for (Index at = pixel * cols; at < (pixel + 1) * cols; ++at) {
                const double pooled = m_pooled[static_cast<std::size_t>(at)];
                m_out.cells.values[static_cast<std::size_t>(at)] =
                    std::min(isLargest() ? std::exp(pooled) : pooled / met, 1.0);
            }
        }
    }

    const HeadScores<T>& m_head;
    const std::vector<T>& m_lse;
    const PoolRequest& m_request;
    const Progress& m_progress;
    std::vector<Index> m_rowStarts, m_colStarts;
    std::vector<double> m_pooled;  ///< Logarithm of the largest weight, or sum of weights.
    std::vector<Index> m_met;      ///< Rows of each row of pixels.
    std::vector<Index> m_rows, m_pixels;
    std::vector<T> m_most, m_sum;
    PooledWeights m_out;
};

}  // namespace

std::vector<Index> pixelStarts(Index first, Index last, Index pixels) {
    std::vector<Index> starts(static_cast<std::size_t>(pixels) + 1);
    for (Index p = 0; p <= pixels; ++p)
        starts[static_cast<std::size_t>(p)] = first + p * (last - first) / pixels;
    return starts;
}

Index pixelOf(Index first, Index last, Index pixels, Index cell) {
    const std::vector<Index> starts = pixelStarts(first, last, pixels);
    return std::upper_bound(starts.begin(), starts.end(), cell) - starts.begin() - 1;
}

template <class T>
Result<PooledWeights> pooledWeights(const HeadScores<T>& head, const std::vector<T>& lse, const PoolRequest& request,
                                    const std::function<void(const PooledWeights&)>& refined,
                                    const Progress& progress) {
    const WeightWindow& window = request.window;
    if (auto fits = checkWindow(head, window); !fits)
        return fits.error();
    if (request.pixelRows < 1 || request.pixelCols < 1 || request.pixelRows > window.rows() ||
        request.pixelCols > window.cols())
        return Error{ErrorCode::OutOfRange, std::to_string(request.pixelRows) + " x " +
                                                std::to_string(request.pixelCols) +
                                                " pixels do not fit a window of " + std::to_string(window.rows()) +
                                                " x " + std::to_string(window.cols()) + " weights."};
    if (!lse.empty() && static_cast<Index>(lse.size()) != window.rows())
        return Error{ErrorCode::ShapeMismatch, "The window has " + std::to_string(window.rows()) + " rows but " +
                                                   std::to_string(lse.size()) + " logsumexps were given."};
    Picture<T> picture(head, lse, request, progress);
    if (!picture.run(refined))
        return Error{ErrorCode::Cancelled, "The picture of the weights was stopped."};
    return picture.take();
}

template Result<PooledWeights> pooledWeights<float>(const HeadScores<float>&, const std::vector<float>&,
                                                    const PoolRequest&,
                                                    const std::function<void(const PooledWeights&)>&,
                                                    const Progress&);
template Result<PooledWeights> pooledWeights<double>(const HeadScores<double>&, const std::vector<double>&,
                                                     const PoolRequest&,
                                                     const std::function<void(const PooledWeights&)>&,
                                                     const Progress&);

}  // namespace attn
