#pragma once
#include "core/scene/scene.h"

namespace attn {

/// What has to be made again when one scene of softmax attention follows another.
struct SceneDifference {
    bool isWhole = false;            ///< Everything: the scenes have little in common.
    std::vector<Index> queryRows;    ///< Rows b * nq + i of X whose queries change
    std::vector<Index> keyRows;      ///< Rows b * nk + j of X_kv, or of X, whose keys and values change
    std::vector<Index> queryHeads;   ///< Heads whose columns of W_q or b_q changed
    std::vector<Index> keyHeads;     ///< Key-value heads whose columns of W_k or b_k changed
    std::vector<Index> valueHeads;   ///< Key-value heads whose columns of W_v or b_v changed
    std::vector<Index> outputHeads;  ///< Heads whose rows of W_o changed
    std::vector<Index> maskRows;     ///< Queries whose allowed keys may have changed, in every head and batch item
    bool allLogits = false;          ///< Scale, soft cap, sink, bias, dropout or a rule of the mask changed.
    bool outputSum = false;          ///< b_o or which heads are silenced changed.
};

/// Two sorted lists without repeats as one.
std::vector<Index> united(const std::vector<Index>& a, const std::vector<Index>& b);

/// All lists are sorted, without repeats.
///
/// Cost      O(1) for each tensor that both scenes share, O(elements) for one that was replaced.
SceneDifference differenceOf(const Scene& before, const Scene& after, const Dimensions& dims);

}  // namespace attn
