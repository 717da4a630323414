#pragma once
#include <QScrollArea>

#include "ui/plots/plot_picture.h"
#include "ui/theme/theme.h"

namespace attn::ui {

/// A table of values that scrolls where it is higher than its place.
class ValueTableView : public QScrollArea {
    Q_OBJECT

  public:
    explicit ValueTableView(QWidget* parent = nullptr);

    void setTable(ValueTable table);
    const ValueTable& table() const { return m_table; }
    void setTheme(const Theme& theme);

  protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

  private:
    class Sheet;
    void fit();

    ValueTable m_table;
    Sheet* m_sheet;
};

}  // namespace attn::ui
