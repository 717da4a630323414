#pragma once
#include <QApplication>

namespace attn::app {

/// The QApplication of one run of the program. Hidden: for commands that draw without a display; the environment's
/// platform and scale are then left aside, so that every machine draws the same.
class GuiApp {
  public:
    enum class Mode { Hidden, Window };
    explicit GuiApp(Mode mode);

    QApplication& application() { return m_application; }

  private:
    static int prepare(Mode mode);

    int m_count;
    char m_name[10] = "headscope";
    char* m_words[2] = {m_name, nullptr};
    QApplication m_application;
};

}  // namespace attn::app
