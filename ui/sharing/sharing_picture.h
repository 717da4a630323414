#pragma once
#include <QString>
#include <QStringList>
#include <vector>

#include "ui/heatmap/heatmap_picture.h"

namespace attn::ui {

/// The cache with one number of key-value heads.
struct SharingBar {
    QString name;    ///< "GQA, G = 2"
    QString remark;  ///< "this scene"; may be empty.
    double bytes = 0.0;
    QString text;    ///< "128 KiB"
    QString factor;  ///< "H / G = 2"
    bool isPresent = false;
};

/// Bars of one shape of cache, drawn against the largest of them.
struct SharingBars {
    QString title;  ///< "This scene: one layer"
    std::vector<SharingBar> bars;
    QString note;  ///< Sizes, type, source.
};

/// Which query head reads which key-value head, and what that saves; no pixels.
struct SharingPicture {
    std::vector<Index> reads;  ///< One per query head: its KV head.
    Index kvHeads = 1;
    std::vector<HeatmapPicture> heads;  ///< The weights of each query head; empty: none to show.
    std::vector<SharingBars> groups;
    QStringList sentences;

    Index queryHeads() const { return static_cast<Index>(reads.size()); }
};

}  // namespace attn::ui
