#include "src/window/matrices.h"

#include "core/scene/edit.h"
#include "src/viewmodel/panel_pictures.h"
#include "ui/matrix/matrix_dock.h"

namespace attn::app {

Matrices::Matrices(Session& session, ui::MatrixPanel& panel, QObject* parent)
    : QObject(parent), m_session(session), m_panel(panel) {
    using ui::MatrixPanel;
    connect(&session, &Session::sceneChanged, this, [this] {
        m_panel.showMessage({}, false);
        show();
    });
    connect(&session, &Session::selectionChanged, this, &Matrices::show);
    connect(&session, &Session::refused, &panel, [&panel](const QString& sentence) { panel.showMessage(sentence, true); });

    connect(&panel, &MatrixPanel::cellEdited, this, [this](int id, Index row, Index col, double value) {
        const auto matrix = static_cast<MatrixId>(id);
        m_session.edit(Part::Matrices, tr("Change %1").arg(QString::fromStdString(matrixName(matrix))),
                       setCell(m_session.scene(), matrix, m_session.selection().batch, row, col, value));
    });
    connect(&panel, &MatrixPanel::blockEdited, this, [this](int id, Index row, Index col, const Matrix& values) {
        const auto matrix = static_cast<MatrixId>(id);
        m_session.edit(Part::Matrices, tr("Change a block of %1").arg(QString::fromStdString(matrixName(matrix))),
                       setBlock(m_session.scene(), matrix, m_session.selection().batch, row, col, values));
    });
    connect(&panel, &MatrixPanel::gestureStarted, &session, &Session::beginGesture);
    connect(&panel, &MatrixPanel::gestureEnded, &session, &Session::endGesture);
    connect(&panel, &MatrixPanel::fillRequested, this, [this](int id, ui::FillKind kind, quint64 seed) {
        const auto matrix = static_cast<MatrixId>(id);
        const Fill fill = kind == ui::FillKind::Zeros      ? Fill::Zeros
                          : kind == ui::FillKind::Identity ? Fill::Identity
                                                           : Fill::Random;
        m_session.edit(Part::Matrices, tr("Fill %1").arg(QString::fromStdString(matrixName(matrix))),
                       fillMatrix(m_session.scene(), matrix, m_session.selection().batch, fill, seed));
    });
    connect(&panel, &MatrixPanel::addRequested, this, [this](int id) {
        const auto matrix = static_cast<MatrixId>(id);
        m_session.edit(Part::Matrices, tr("Add %1").arg(QString::fromStdString(matrixName(matrix))),
                       addMatrix(m_session.scene(), matrix));
    });
    connect(&panel, &MatrixPanel::removeRequested, this, [this](int id) {
        const auto matrix = static_cast<MatrixId>(id);
        m_session.edit(Part::Matrices, tr("Remove %1").arg(QString::fromStdString(matrixName(matrix))),
                       removeMatrix(m_session.scene(), matrix));
    });
    connect(&panel, &MatrixPanel::groupChosen, this, [this](int id, Index group) {
        ui::Selection selection = m_session.selection();
        const Scene& scene = m_session.scene();
        const auto matrix = static_cast<MatrixId>(id);
        const bool isPerKvHead = matrix == MatrixId::Wk || matrix == MatrixId::Wv || matrix == MatrixId::bk || matrix == MatrixId::bv;
        selection.head = isPerKvHead ? group * (scene.heads / scene.kvHeads) : group;
        m_session.select(selection);
    });
    connect(&panel, &MatrixPanel::cellChosen, this, [this](int id, Index row, Index) {
        ui::Selection selection = m_session.selection();
        if (static_cast<MatrixId>(id) == MatrixId::X)
            selection.query = row;
        else if (static_cast<MatrixId>(id) == MatrixId::Xkv)
            selection.key = row;
        m_session.select(selection);
    });
    connect(&panel, &MatrixPanel::decimalsChanged, this, [this](int decimals) {
        m_decimals = decimals;
        show();
    });
}

void Matrices::show() {
    m_panel.setPictures(matrixPictures(m_session.scene(), *m_session.document().opened(), m_session.selection(), m_decimals),
                        missingMatrices(m_session.scene()));
}

}  // namespace attn::app
