#pragma once
#include <QString>
#include <vector>

#include "src/export/figure_style.h"

namespace attn::app {

/// The styles that a person keeps, each a file in one folder, and the one that was used last. What cannot be read there
/// is passed over.
class KeptStyles {
  public:
    /// `folder` need not exist. The program's own: beside its settings.
    explicit KeptStyles(QString folder = defaultFolder());
    static QString defaultFolder();

    struct Kept {
        QString path;
        FigureStyle style;
    };
    /// By name; at most kMost of them.
    std::vector<Kept> all() const;

    /// Replaces the one of the same name. Errors: OutOfRange without a name, FileProblem, TooLarge beyond kMost.
    Result<void> keep(const FigureStyle& style) const;
    Result<void> remove(const QString& name) const;

    /// The style of the last export; the usual one where there is none that can be read.
    FigureStyle last() const;
    void keepLast(const FigureStyle& style) const;

    static constexpr std::size_t kMost = 200;

  private:
    QString m_folder;
};

}  // namespace attn::app
