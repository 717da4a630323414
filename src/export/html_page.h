#pragma once
#include <QByteArray>
#include <QString>
#include <optional>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "src/viewmodel/heatmap_pictures.h"

namespace attn::app {

struct PageRequest {
    Index batch = 0;
    std::optional<Index> head;  ///< None: all heads.
    Look look;
    Stage first = Stage::Weights;  ///< Shown when the page opens.
    double size = 1.0e6;           ///< Bytes that the page may take before numbers are rounded.
};

struct ScenePage {
    QByteArray bytes;
    QString note;  ///< What was rounded or left out for the size, in sentences; empty: nothing.
};

/// A scene as one interactive page of HTML: every stage and head with exact numbers, for a browser without a network.
///
/// The page loads nothing, and its own policy forbids it to. Text of the scene stands in it as data only. Stages that
/// the page can make from others to the bit (scaled scores, the masked, joined heads) are not stored.
///
/// Size      Where exact numbers would take more than request.size, X, outputs, V, K and Q are rounded to 65533 steps
///           of their range, one by one; then the scores; then the former to 4093 steps; then X is left out; then the
///           scores have 4093 steps; then the others are left out, and at last the weights are rounded. The page says
///           so beside the numbers, with the largest error.
/// Errors    OutOfRange for a batch item or head that the scene does not have, or a scene without stages;
///           TooLarge beyond 64 MB, with the size; Cancelled.
Result<ScenePage> scenePage(const Scene& scene, const Evaluation& evaluation, const PageRequest& request,
                            const Progress& progress = {});

}  // namespace attn::app
