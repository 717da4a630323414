#pragma once
#include "core/base/progress.h"
#include "core/base/worker_pool.h"
#include "core/evaluate/arrays.h"
#include "core/evaluate/evaluate.h"
#include "core/evaluate/scene_rules.h"
#include "core/evaluate/stage_rounding.h"

namespace attn {

/// The forward pass of kinds Mha and Qkv in the type T; keeps what the backward pass needs.
template <class T>
class SoftmaxForward {
  public:
    /// `scene` (its inputs already rounded where the precision says so), `progress`, `pool` (or null) and `out` outlive
    /// the run; `out` has its dims, path, precision and effective scale.
    SoftmaxForward(const Scene& scene, const Progress& progress, WorkerPool* pool, StageRounding& rounding,
                   Evaluation& out);

    /// Fills the stages of `out`. False when stopped.
    bool run();

    /// Calls work(p, KV part, rules) for every head of every batch item, p counting through both.
    template <class Work>
    bool forEachHead(const Work& work) const {
        const Index count = m_dims.batch * m_dims.heads;
        for (Index p = 0; p < count; ++p) {
            const Index b = p / m_dims.heads;
            const Index h = p % m_dims.heads;
            if (!work(p, kvPart(p), m_rules.ofHead(b, h)))
                return false;
            m_progress.report(static_cast<double>(p + 1) / static_cast<double>(count + 1));
        }
        return true;
    }
    /// The key-value head that head p reads, both counted through the batch.
    Index kvPart(Index p) const { return p / m_dims.heads * m_dims.kvHeads + m_dims.kvHead(p % m_dims.heads); }
    WorkerPool* pool() const { return m_pool; }

    const Scene& scene() const { return m_scene; }
    const Dimensions& dims() const { return m_dims; }
    T scale() const { return m_scale; }
    const Tensor& queryInput() const { return *m_queryInput; }  ///< X, with positions where they are added
    const Tensor& keyInput() const { return *m_keyInput; }      ///< X_kv or X likewise
    /// What the scores are made from: after the rotation, if any.
    const TensorOf<T>& Q() const { return *m_Q; }
    const TensorOf<T>& K() const { return *m_K; }
    const TensorOf<T>& V() const { return *m_V; }
    const TensorOf<T>& headOut() const { return *m_headOut; }
    const TensorOf<T>& concat() const { return *m_concat; }
    const Array<T>& lse() const { return m_lse; }
    const Array<T>& weights() const { return m_weights; }
    const Array<T>& dropped() const { return m_dropped; }
    const Array<T>& capped() const { return m_capped; }
    /// Null where nothing is forbidden.
    const std::shared_ptr<BoolTensor>& allowedCells() const { return m_allowed; }
    const SceneRules& rules() const { return m_rules; }
    const std::optional<Rotary>& queryRotary() const { return m_queryRotary; }
    const std::optional<Rotary>& keyRotary() const { return m_keyRotary; }

  private:
    void project();
    void takeGiven();
    void rotate();
    bool flash();
    bool naive();
    bool walk();
    void finishHeads();
    void round(int order, const char* stage, const Array<T>& array);
    void roundRows(int order, const char* stage, const Array<T>& array);
    Values wholeBias();

    const Scene& m_scene;
    const Progress& m_progress;
    WorkerPool* m_pool;
    StageRounding& m_rounding;
    Evaluation& m_out;
    const Dimensions m_dims;
    const SceneRules m_rules;
    const T m_scale;
    std::optional<Rotary> m_queryRotary, m_keyRotary;
    TensorPtr m_queryInput, m_keyInput;
    Array<T> m_Q, m_K, m_V, m_headOut, m_lse, m_weights, m_dropped, m_capped;
    std::shared_ptr<BoolTensor> m_allowed;
    ConstArray<T> m_concat;
};

}  // namespace attn
