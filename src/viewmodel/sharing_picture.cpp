#include "src/viewmodel/sharing_picture.h"

#include <QStringList>
#include <algorithm>
#include <map>

#include "core/base/text.h"
#include "core/cost/memory.h"
#include "src/viewmodel/words.h"

namespace attn::app {
namespace {

/// With spaces at which no line breaks.
QString count(Index value) {
    return QString::fromStdString(countText(value)).replace(QChar(0x2009), QChar(0x202F));
}

/// The bars of one shape, from MHA to MQA. `remarks` says which numbers of KV heads besides H and 1 have a bar, and
/// what is said of any.
ui::SharingBars barsOf(KvCacheShape shape, Index heads, Index present, const std::map<Index, QString>& remarks) {
    ui::SharingBars bars;
    std::map<Index, QString> all = remarks;
    all.try_emplace(heads);
    all.try_emplace(1);
    for (auto entry = all.rbegin(); entry != all.rend(); ++entry) {
        shape.kvHeads = entry->first;
        const auto bytes = kvCacheBytes(shape);
        if (!bytes) {
            bars.bars.clear();
            bars.note = QString::fromStdString(bytes.error().message);
            return bars;
        }
        ui::SharingBar bar;
        bar.name = Words::tr("%1, G = %2").arg(sharingName(heads, entry->first)).arg(entry->first);
        bar.remark = entry->second;
        bar.bytes = *bytes;
        bar.text = QString::fromStdString(bytesText(*bytes));
        bar.factor = Words::tr("H / G = %1").arg(heads / entry->first);
        bar.isPresent = entry->first == present;
        bars.bars.push_back(std::move(bar));
    }
    return bars;
}

ui::SharingBars sceneBars(const Scene& scene, const Dimensions& dims, Index context) {
    const KvCacheShape shape{1, dims.kvHeads, dims.dk, dims.dv, dims.batch, context, 0, scene.precision};
    ui::SharingBars bars = barsOf(shape, dims.heads, dims.kvHeads, {{dims.kvHeads, Words::tr("as now")}});
    bars.title = Words::tr("This scene, one layer, %1 tokens").arg(count(context));
    if (bars.bars.empty())
        return bars;
    bars.note =
        Words::tr("Batch × tokens × G × (key width + value width) numbers: %1 × %2 × G × (%3 + %4), %5 bytes each.")
            .arg(count(dims.batch), count(context))
            .arg(dims.dk)
            .arg(dims.dv)
            .arg(elementBytes(scene.precision));
    return bars;
}

ui::SharingBars modelBars(const ModelPreset& model, const Dimensions& dims, Index context) {
    std::map<Index, QString> remarks{{model.kvHeads, Words::tr("as published")}};
    const Index share = dims.heads / dims.kvHeads;
    if (model.heads % share == 0 && model.heads / share != model.kvHeads)
        remarks[model.heads / share] = Words::tr("shared as here");
    ui::SharingBars bars = barsOf(kvCacheOf(model, context), model.heads, model.kvHeads, remarks);
    bars.title = Words::tr("%1, %2 layers, %3 tokens")
                     .arg(QString::fromUtf8(model.name))
                     .arg(model.layers)
                     .arg(count(context));
    if (bars.bars.empty())
        return bars;
    bars.note = Words::tr("%1 heads of width %2, 16-bit numbers, one sequence.").arg(model.heads).arg(model.headDim);
    if (model.window > 0 && context > model.window)
        bars.note += u' ' + Words::tr("It keeps the last %1 tokens only.").arg(count(model.window));
    bars.note += u' ' + Words::tr("Sizes: %1 (%2).")
                            .arg(QString::fromUtf8(sourceMarkText(model.mark)), QString::fromUtf8(model.source));
    return bars;
}

/// "4 query heads share 2 KV heads, 2 each: ..."
QStringList sentencesOf(const Dimensions& dims) {
    const Index share = dims.heads / dims.kvHeads;
    QStringList sentences;
    if (share == 1)
        sentences
            << (dims.heads == 1
                    ? Words::tr("One query head reads the one KV head: there is nothing to share.")
                    : Words::tr(
                          "Each of the %1 query heads reads a KV head of its own (MHA): nothing is saved, H / G = 1.")
                          .arg(dims.heads));
    else
        sentences << (dims.kvHeads == 1 ? Words::tr("All %1 query heads read the one KV head (MQA): a cache is H / G "
                                                    "= %1 times smaller than with MHA.")
                                              .arg(dims.heads)
                                        : Words::tr("%1 query heads share %2 KV heads, %3 each (GQA): a cache is H / "
                                                    "G = %3 times smaller than with MHA.")
                                              .arg(dims.heads)
                                              .arg(dims.kvHeads)
                                              .arg(share));
    const Index keyColumns = dims.kvHeads * dims.dk, valueColumns = dims.kvHeads * dims.dv;
    sentences << Words::tr(
                     "The key matrix has G × key width = %1 columns, the value matrix G × value width = %2; the "
                     "query and output matrices do not change.")
                     .arg(keyColumns)
                     .arg(valueColumns);
    if (share > 1)
        sentences << Words::tr("Heads with the same keys and values still differ, because their queries do.");
    return sentences;
}

}  // namespace

std::vector<Index> kvHeadChoices(Index heads) {
    std::vector<Index> choices;
    for (Index kv = heads; kv >= 1; --kv)
        if (heads % kv == 0)
            choices.push_back(kv);
    return choices;
}

QString sharingName(Index heads, Index kvHeads) {
    if (kvHeads == heads)
        return QStringLiteral("MHA");
    return kvHeads == 1 ? QStringLiteral("MQA") : QStringLiteral("GQA");
}

ui::SharingPicture sharingPicture(const Scene& scene, const Dimensions& dims, std::vector<ui::HeatmapPicture> heads,
                                  Index context, const ModelPreset& model) {
    ui::SharingPicture picture;
    picture.kvHeads = dims.kvHeads;
    for (Index head = 0; head < dims.heads; ++head)
        picture.reads.push_back(dims.kvHead(head));
    if (static_cast<Index>(heads.size()) == dims.heads)
        picture.heads = std::move(heads);
    picture.groups = {sceneBars(scene, dims, context), modelBars(model, dims, context)};
    picture.sentences = sentencesOf(dims);
    return picture;
}

}  // namespace attn::app
