#pragma once
#include <QApplication>
#include <QClipboard>
#include <QLineEdit>
#include <QMouseEvent>
#include <QtTest>
#include <vector>

#include "ui/matrix/matrix_view.h"

namespace attn::ui::test {

/// A matrix view with an owner that does what it asks, as the document does, and notes it.
class Desk {
  public:
    explicit Desk(const Matrix& values, int decimals = 3) : m_values(values) {
        picture.id = 7;
        picture.name = {QStringLiteral("W"), QStringLiteral("q")};
        picture.decimals = decimals;
        QObject::connect(&view, &MatrixView::cellEdited, [this](int id, Index row, Index col, double value) {
            CHECK(id == 7);
            m_values(row, col) = value;
            edits.push_back(value);
            show();
        });
        QObject::connect(&view, &MatrixView::blockEdited, [this](int, Index row, Index col, const Matrix& block) {
            for (Index r = 0; r < block.rows; ++r)
                for (Index c = 0; c < block.cols; ++c)
                    m_values(row + r, col + c) = block(r, c);
            ++blocks;
            show();
        });
        QObject::connect(&view, &MatrixView::gestureStarted, [this] { ++gesturesStarted; });
        QObject::connect(&view, &MatrixView::gestureEnded, [this] { ++gesturesEnded; });
        QObject::connect(&view, &MatrixView::message, [this](const QString& text, bool isFault) {
            message = text;
            isFaultShown = isFault;
        });
        show();
        view.resize(view.sizeHint().expandedTo({200, 120}));
        view.show();
        QApplication::setActiveWindow(&view);
        view.setFocus();
        QApplication::processEvents();
    }

    void show() {
        picture.cells = SharedMatrix(m_values);
        view.setPicture(picture);
    }
    const Matrix& values() const { return m_values; }
    QLineEdit* editor() const { return view.viewport()->findChild<QLineEdit*>(); }
    /// Keys go where the keyboard is: the first opens the editor, the rest go to it.
    void type(const QString& text) {
        for (const QChar c : text)
            QTest::keyClick(view.isEditing() ? static_cast<QWidget*>(shownEditor()) : &view, c.toLatin1());
    }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(view.isEditing() ? static_cast<QWidget*>(shownEditor()) : &view, key, modifiers);
    }
    QLineEdit* shownEditor() const {
        for (QLineEdit* line : view.viewport()->findChildren<QLineEdit*>())
            if (line->isVisible())
                return line;
        return nullptr;
    }
    void mouse(QEvent::Type type, QPoint at, Qt::KeyboardModifiers modifiers = {}) {
        const bool isMove = type == QEvent::MouseMove, isUp = type == QEvent::MouseButtonRelease;
        QMouseEvent event(type, at, view.viewport()->mapToGlobal(at), isMove ? Qt::NoButton : Qt::LeftButton,
                          isUp ? Qt::NoButton : Qt::LeftButton, modifiers);
        QApplication::sendEvent(view.viewport(), &event);
    }
    void paste(const QString& text) {
        QApplication::clipboard()->setText(text);
        key(Qt::Key_V, Qt::ControlModifier);
    }
    QPoint centre(Index row, Index col) const { return view.cellRect(row, col).center(); }

    MatrixView view;
    MatrixPicture picture;
    std::vector<double> edits;
    int blocks = 0, gesturesStarted = 0, gesturesEnded = 0;
    QString message;
    bool isFaultShown = false;

  private:
    Matrix m_values;
};

inline Matrix counting(Index rows, Index cols) {
    Matrix values(rows, cols);
    for (Index i = 0; i < rows * cols; ++i)
        values.values[static_cast<std::size_t>(i)] = static_cast<double>(i);
    return values;
}

}  // namespace attn::ui::test
