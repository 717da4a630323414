#include "ui/matrix/matrix_accessible.h"

#include <QAccessibleWidget>
#include <QPointer>
#include <unordered_map>

#include "ui/matrix/matrix_view.h"
#include "ui/matrix/number_text.h"
#include "ui/tokens/token_text.h"

namespace attn::ui {
namespace {

QString rowName(const MatrixPicture& picture, int row) {
    return row < picture.rowLabels.size() ? chipText(picture.rowLabels[row], 60) : QString::number(row);
}

class MatrixCell : public QAccessibleInterface, public QAccessibleTableCellInterface {
  public:
    MatrixCell(MatrixView* view, int row, int col) : m_view(view), m_row(row), m_col(col) {}

    bool isValid() const override {
        return m_view && m_row < m_view->picture().cells.rows && m_col < m_view->picture().cells.cols;
    }
    QObject* object() const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(m_view); }
    QAccessibleInterface* child(int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QString text(QAccessible::Text kind) const override {
        if (!isValid())
            return {};
        const MatrixPicture& picture = m_view->picture();
        if (kind == QAccessible::Name)
            return MatrixView::tr("%1, column %2").arg(rowName(picture, m_row)).arg(m_col);
        return kind == QAccessible::Value ? exactText(picture.cells(m_row, m_col)) : QString();
    }
    void setText(QAccessible::Text, const QString&) override {}
    QRect rect() const override {
        if (!isValid())
            return {};
        const QRect cell = m_view->cellRect(m_row, m_col);
        return {m_view->viewport()->mapToGlobal(cell.topLeft()), cell.size()};
    }
    QAccessible::Role role() const override { return QAccessible::Cell; }
    QAccessible::State state() const override {
        QAccessible::State state;
        if (!isValid()) {
            state.invalid = true;
            return state;
        }
        state.focusable = state.selectable = true;
        state.focused = m_view->hasFocus() && m_view->currentRow() == m_row && m_view->currentCol() == m_col;
        state.selected = isSelected();
        state.readOnly = m_view->picture().isLocked;
        return state;
    }
    void* interface_cast(QAccessible::InterfaceType type) override {
        return type == QAccessible::TableCellInterface ? static_cast<QAccessibleTableCellInterface*>(this) : nullptr;
    }

    int columnExtent() const override { return 1; }
    int rowExtent() const override { return 1; }
    QList<QAccessibleInterface*> columnHeaderCells() const override { return {}; }
    QList<QAccessibleInterface*> rowHeaderCells() const override { return {}; }
    int columnIndex() const override { return m_col; }
    int rowIndex() const override { return m_row; }
    bool isSelected() const override { return isValid() && m_view->selection().contains(m_row, m_col); }
    QAccessibleInterface* table() const override { return parent(); }

  private:
    QPointer<MatrixView> m_view;
    int m_row, m_col;
};

class MatrixTable : public QAccessibleWidget, public QAccessibleTableInterface {
  public:
    explicit MatrixTable(MatrixView* view) : QAccessibleWidget(view, QAccessible::Table), m_view(view) {}
    ~MatrixTable() override {
        for (const auto& [place, id] : m_cells)
            QAccessible::deleteAccessibleInterface(id);
    }

    void* interface_cast(QAccessible::InterfaceType type) override {
        return type == QAccessible::TableInterface ? static_cast<QAccessibleTableInterface*>(this)
                                                   : QAccessibleWidget::interface_cast(type);
    }
    QAccessibleInterface* childAt(int x, int y) const override {
        for (int row = 0; row < rowCount(); ++row)
            for (int col = 0; col < columnCount(); ++col)
                if (m_view->cellRect(row, col).contains(m_view->viewport()->mapFromGlobal(QPoint(x, y))))
                    return cellAt(row, col);
        return nullptr;
    }
    QAccessibleInterface* focusChild() const override {
        return m_view->hasFocus()
                   ? cellAt(static_cast<int>(m_view->currentRow()), static_cast<int>(m_view->currentCol()))
                   : nullptr;
    }
    QAccessibleInterface* child(int index) const override {
        return columnCount() > 0 && index >= 0 ? cellAt(index / columnCount(), index % columnCount()) : nullptr;
    }
    int childCount() const override { return rowCount() * columnCount(); }
    int indexOfChild(const QAccessibleInterface* child) const override {
        const auto* cell = dynamic_cast<const MatrixCell*>(child);
        return cell ? cell->rowIndex() * columnCount() + cell->columnIndex() : -1;
    }

    QAccessibleInterface* caption() const override { return nullptr; }
    QAccessibleInterface* summary() const override { return nullptr; }
    QAccessibleInterface* cellAt(int row, int col) const override {
        if (row < 0 || col < 0 || row >= rowCount() || col >= columnCount())
            return nullptr;
        const auto place = (static_cast<std::uint64_t>(row) << 32) | static_cast<std::uint64_t>(col);
        const auto [found, isNew] = m_cells.try_emplace(place, 0);
        if (isNew)
            found->second = QAccessible::registerAccessibleInterface(new MatrixCell(m_view, row, col));
        return QAccessible::accessibleInterface(found->second);
    }
    int selectedCellCount() const override {
        const CellBlock block = m_view->selection();
        return static_cast<int>(block.rows * block.cols);
    }
    QList<QAccessibleInterface*> selectedCells() const override {
        QList<QAccessibleInterface*> cells;
        const CellBlock block = m_view->selection();
        for (Index row = block.row; row < block.row + block.rows; ++row)
            for (Index col = block.col; col < block.col + block.cols; ++col)
                cells.push_back(cellAt(static_cast<int>(row), static_cast<int>(col)));
        return cells;
    }
    QString columnDescription(int column) const override { return QString::number(column); }
    QString rowDescription(int row) const override { return rowName(m_view->picture(), row); }
    int selectedColumnCount() const override { return 0; }
    int selectedRowCount() const override { return 0; }
    int columnCount() const override { return static_cast<int>(m_view->picture().cells.cols); }
    int rowCount() const override { return static_cast<int>(m_view->picture().cells.rows); }
    QList<int> selectedColumns() const override { return {}; }
    QList<int> selectedRows() const override { return {}; }
    bool isColumnSelected(int) const override { return false; }
    bool isRowSelected(int) const override { return false; }
    bool selectRow(int) override { return false; }
    bool selectColumn(int) override { return false; }
    bool unselectRow(int) override { return false; }
    bool unselectColumn(int) override { return false; }
    void modelChange(QAccessibleTableModelChangeEvent*) override {}

  private:
    MatrixView* m_view;
    mutable std::unordered_map<std::uint64_t, QAccessible::Id> m_cells;  ///< Those that were asked for.
};

QAccessibleInterface* makeInterface(const QString&, QObject* object) {
    auto* view = qobject_cast<MatrixView*>(object);
    return view ? new MatrixTable(view) : nullptr;
}

}  // namespace

void installMatrixAccessibility() {
    static const bool kIsInstalled = [] {
        QAccessible::installFactory(makeInterface);
        return true;
    }();
    (void)kIsInstalled;
}

}  // namespace attn::ui
