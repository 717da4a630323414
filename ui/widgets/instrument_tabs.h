#pragma once
#include <QStringList>
#include <QWidget>
#include <vector>

class QAbstractButton;
class QButtonGroup;
class QMenu;
class QToolButton;

namespace attn::ui {

/// The instruments as flat tabs of a tool bar. Those that do not fit stand in the menu "More", in the same order.
/// Tab reaches the current one, the arrow keys choose another.
class InstrumentTabs : public QWidget {
    Q_OBJECT

  public:
    explicit InstrumentTabs(QWidget* parent = nullptr);

    void setTabs(const QStringList& names);  ///< The first becomes the current one.
    int count() const { return static_cast<int>(m_tabs.size()); }
    int shownCount() const { return m_shown; }  ///< How many stand in the bar itself.
    int current() const { return m_current; }
    void setCurrent(int index);  ///< Never emits chosen().
    QMenu* moreMenu() const { return m_menu; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

  signals:
    void chosen(int index);

  protected:
    void resizeEvent(QResizeEvent*) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    void choose(int index);
    void arrange();

    std::vector<QAbstractButton*> m_tabs;
    QAbstractButton* m_more;
    QMenu* m_menu;
    int m_current = -1;
    int m_shown = 0;
};

}  // namespace attn::ui
