#include "src/viewmodel/panel_pictures.h"

#include <QCoreApplication>

#include "core/scene/edit.h"
#include "core/scene/validate.h"

namespace attn::app {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("PanelPictures", text); }

ui::MatrixName nameOf(MatrixId id) {
    const QString plain = QString::fromStdString(matrixName(id));
    const qsizetype line = plain.indexOf(QLatin1Char('_'));
    return line < 0 ? ui::MatrixName{plain, {}} : ui::MatrixName{plain.left(line), plain.mid(line + 1)};
}

ui::AxisRole roleOf(MatrixId id) {
    switch (id) {
        case MatrixId::Wq:
        case MatrixId::bq: return ui::AxisRole::Query;
        case MatrixId::Wk:
        case MatrixId::bk: return ui::AxisRole::Key;
        case MatrixId::Wv:
        case MatrixId::bv: return ui::AxisRole::Value;
        default: return ui::AxisRole::None;
    }
}

/// Columns that belong to one head; none where there is one head only, or where columns are not split.
std::vector<ui::ColumnGroup> groupsOf(const Scene& scene, MatrixId id, Index columns, Index chosenHead) {
    const bool isQuery = id == MatrixId::Wq || id == MatrixId::bq;
    const bool isKeyOrValue = id == MatrixId::Wk || id == MatrixId::bk || id == MatrixId::Wv || id == MatrixId::bv;
    const Index count = isQuery ? scene.heads : isKeyOrValue ? scene.kvHeads : 1;
    if (count < 2)
        return {};
    const bool isShared = isKeyOrValue && scene.kvHeads != scene.heads;
    const Index chosen = isKeyOrValue ? chosenHead / (scene.heads / scene.kvHeads) : chosenHead;
    std::vector<ui::ColumnGroup> groups;
    for (Index head = 0; head < count; ++head)
        groups.push_back({(isShared ? tr("KV head %1") : tr("head %1")).arg(head), columns / count, head == chosen});
    return groups;
}

QStringList tokenLabels(const Scene& scene, Index count, bool isContext) {
    QStringList labels;
    for (Index i = 0; i < count; ++i)
        labels << QString::fromStdString(isContext ? contextLabel(scene, i) : tokenLabel(scene, i));
    return labels;
}

std::vector<std::uint8_t> paddingOf(const Scene& scene, Index batch) {
    std::vector<std::uint8_t> isPadding;
    if (const auto& padding = scene.mask.keyPadding)
        for (Index key = 0; key < padding->dim(1); ++key)
            isPadding.push_back((*padding)[batch * padding->dim(1) + key] == 0 ? 1 : 0);
    return isPadding;
}

ui::MatrixPicture pictureOf(const Scene& scene, const Scene& opened, MatrixId id, const ui::Selection& selection, int decimals) {
    ui::MatrixPicture picture;
    picture.id = static_cast<int>(id);
    picture.name = nameOf(id);
    picture.role = roleOf(id);
    picture.cells = ui::SharedMatrix(matrixOf(scene, id), selection.batch);
    const TensorPtr before = matrixOf(opened, id);
    if (before && before->shape() == matrixOf(scene, id)->shape())
        picture.opened = ui::SharedMatrix(before, selection.batch);
    picture.groups = groupsOf(scene, id, picture.cells.cols, selection.head);
    picture.decimals = decimals;
    picture.isRemovable = id >= MatrixId::Wo;
    if (id == MatrixId::X) {
        picture.rowLabels = tokenLabels(scene, picture.cells.rows, false);
        picture.queryRow = selection.query;
        picture.keyRow = scene.Xkv ? -1 : selection.key;
    } else if (id == MatrixId::Xkv) {
        picture.rowLabels = tokenLabels(scene, picture.cells.rows, true);
        picture.keyRow = selection.key;
    }
    return picture;
}

}  // namespace

ui::TokensPicture tokensPicture(const Scene& scene, const ui::Selection& selection) {
    ui::TokensPicture picture;
    picture.name = tr("Tokens");
    picture.labels = tokenLabels(scene, scene.X ? scene.X->dim(1) : 0, false);
    picture.queryIndex = selection.query;
    picture.mayBeKey = !scene.Xkv;
    if (!scene.Xkv) {
        picture.keyIndex = selection.key;
        picture.isPadding = paddingOf(scene, selection.batch);
    }
    return picture;
}

ui::TokensPicture contextPicture(const Scene& scene, const ui::Selection& selection) {
    ui::TokensPicture picture;
    picture.name = tr("Context tokens");
    picture.labels = tokenLabels(scene, scene.Xkv ? scene.Xkv->dim(1) : 0, true);
    picture.isPadding = paddingOf(scene, selection.batch);
    picture.keyIndex = selection.key;
    picture.mayBeQuery = false;
    return picture;
}

std::vector<ui::MatrixPicture> matrixPictures(const Scene& scene, const Scene& opened, const ui::Selection& selection,
                                              int decimals) {
    std::vector<ui::MatrixPicture> pictures;
    for (int id = static_cast<int>(MatrixId::X); id <= static_cast<int>(MatrixId::bo); ++id)
        if (matrixOf(scene, static_cast<MatrixId>(id)))
            pictures.push_back(pictureOf(scene, opened, static_cast<MatrixId>(id), selection, decimals));
    return pictures;
}

std::vector<ui::MissingMatrix> missingMatrices(const Scene& scene) {
    std::vector<ui::MissingMatrix> missing;
    if (!scene.Wo)
        missing.push_back({static_cast<int>(MatrixId::Wo), nameOf(MatrixId::Wo), tr("Not used: the output is the joined heads."), tr("Add W_o")});
    return missing;
}

}  // namespace attn::app
