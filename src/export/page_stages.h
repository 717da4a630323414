#pragma once
#include <vector>

#include "core/base/result.h"
#include "src/export/html_page.h"
#include "src/export/page_numbers.h"

namespace attn::app {

/// How the page makes a stage from another instead of storing it.
struct PageMaking {
    enum class Kind { Stored, Times, Where, Joined };
    Kind kind = Kind::Stored;
    Stage of = Stage::Scores;
    double by = 1.0;        ///< Times
    bool isSingle = false;  ///< Times: rounded to float.
};

/// One stage of the page: a picture for each head, or one.
struct PageStage {
    Stage stage = Stage::Weights;
    std::vector<ui::HeatmapPicture> pictures;
    bool hasHeads = false;
    PageMaking making;
    PagePacking packing = PagePacking::Exact;
    std::vector<double> numbers;  ///< Of stored stages only.
};

/// The stages that the scene has, those that follow from others to the bit marked as such.
std::vector<PageStage> pageStages(const Scene& scene, const Evaluation& evaluation, const PageRequest& request);

/// Rounds and leaves out, in the order that scenePage() states, until the numbers take at most `size` characters.
void fitStages(std::vector<PageStage>& stages, double size);

/// Characters that the numbers of all stages take.
double storedSize(const std::vector<PageStage>& stages);

}  // namespace attn::app
