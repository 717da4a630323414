#pragma once
#include <QLineEdit>

namespace attn::ui {

/// The line in which a number is typed, laid over its cell. It knows no numbers: MatrixView reads the text.
class CellEditor : public QLineEdit {
    Q_OBJECT
  public:
    CellEditor(const QRect& cell, QWidget* parent);

    /// Fault ground, frame and "!"; the text stays.
    void setInvalid(bool isInvalid);
    bool isInvalid() const { return m_isInvalid; }

  signals:
    void keepRequested(int rowsDown, int colsRight);  ///< Enter, Tab, Shift+Tab, an arrow up or down; (0, 0) on leaving
    void restoreRequested();                          ///< Escape

  protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

  private:
    void widen();

    QRect m_cell;
    bool m_isInvalid = false;
};

}  // namespace attn::ui
