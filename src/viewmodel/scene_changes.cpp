#include "src/viewmodel/scene_changes.h"

#include "core/cost/memory.h"
#include "core/scene/same.h"
#include "src/viewmodel/mask_picture.h"
#include "src/viewmodel/words.h"

namespace attn::app {
namespace {

constexpr std::pair<TensorPtr Scene::*, const char*> kTensors[] = {
    {&Scene::X, "X"},    {&Scene::Xkv, "X_kv"}, {&Scene::Wq, "W_q"}, {&Scene::Wk, "W_k"}, {&Scene::Wv, "W_v"},
    {&Scene::Wo, "W_o"}, {&Scene::bq, "b_q"},   {&Scene::bk, "b_k"}, {&Scene::bv, "b_v"}, {&Scene::bo, "b_o"}};

QString scaleText(const Scale& scale) {
    switch (scale.mode) {
        case ScaleMode::RsqrtDk:
            return QStringLiteral("1/√d_k");
        case ScaleMode::None:
            return Words::tr("off");
        case ScaleMode::Custom:
            break;
    }
    return QString::number(scale.value, 'g', 6);
}

QString schemeText(Position::Scheme scheme) {
    switch (scheme) {
        case Position::Scheme::None:
            return Words::tr("none");
        case Position::Scheme::Sinusoidal:
            return Words::tr("sinusoidal");
        case Position::Scheme::Rope:
            return Words::tr("rotary");
        case Position::Scheme::Alibi:
            return QStringLiteral("ALiBi");
    }
    return {};
}

bool sameMasks(const Scene& a, const Scene& b) {
    Scene other = a;
    other.mask = b.mask;
    return sameScene(a, other);
}

class Changes {
  public:
    Changes(const Scene& a, const Scene& b) : m_a(a), m_b(b) {}

    QStringList all() {
        words();
        tensors();
        counts();
        if (m_a.scale.mode != m_b.scale.mode ||
            (m_a.scale.mode == ScaleMode::Custom && m_a.scale.value != m_b.scale.value))
            became(Words::tr("scale"), scaleText(m_a.scale), scaleText(m_b.scale));
        numbers(Words::tr("temperature"), m_a.temperature, m_b.temperature);
        numbers(Words::tr("soft cap"), m_a.softcap, m_b.softcap);
        if (m_a.position.scheme != m_b.position.scheme)
            became(Words::tr("positions"), schemeText(m_a.position.scheme), schemeText(m_b.position.scheme));
        else if (m_a.position != m_b.position)
            m_out << Words::tr("positions");
        if (!sameMasks(m_a, m_b)) {
            const QString before = maskWords(m_a.mask), after = maskWords(m_b.mask);
            if (before == after)
                m_out << Words::tr("mask");
            else
                became(QString(), before, after);
        }
        modifiers();
        return m_out;
    }

  private:
    void became(const QString& name, const QString& before, const QString& after) {
        m_out << (name.isEmpty() ? QString() : name + u' ') + before + QStringLiteral(" → ") + after;
    }
    void numbers(const QString& name, double before, double after) {
        if (before != after)
            became(name, before == 0.0 ? Words::tr("off") : QString::number(before, 'g', 6),
                   after == 0.0 ? Words::tr("off") : QString::number(after, 'g', 6));
    }
    void words() {
        if (m_a.tokens.size() != m_b.tokens.size() && !m_a.tokens.empty() && !m_b.tokens.empty())
            became(QString(), counted(static_cast<Index>(m_a.tokens.size()), "token"),
                   counted(static_cast<Index>(m_b.tokens.size()), "token"));
        else if (m_a.tokens != m_b.tokens)
            m_out << Words::tr("the tokens");
        if (m_a.contextTokens != m_b.contextTokens)
            m_out << Words::tr("the context");
    }
    void tensors() {
        for (const auto& [member, name] : kTensors)
            if (!identical(m_a.*member, m_b.*member))
                m_out << QString::fromLatin1(name);
    }
    void counts() {
        if (m_a.heads != m_b.heads)
            became(QString(), counted(m_a.heads, "head"), counted(m_b.heads, "head"));
        if (m_a.kvHeads != m_b.kvHeads)
            became(Words::tr("KV heads"), QString::number(m_a.kvHeads), QString::number(m_b.kvHeads));
    }
    void modifiers() {
        if (m_a.sink != m_b.sink)
            m_out << (m_a.sink && m_b.sink ? Words::tr("the sink")
                      : m_b.sink           ? Words::tr("a sink")
                                           : Words::tr("no sink"));
        Scene dropped = m_a;
        dropped.dropout = m_b.dropout;
        if (!sameScene(m_a, dropped))
            m_out << Words::tr("dropout");
        if (m_a.emptyRow != m_b.emptyRow || m_a.maskedValues != m_b.maskedValues)
            m_out << Words::tr("what masked cells become");
        if (m_a.precision != m_b.precision)
            became(QString(), QString::fromStdString(precisionText(m_a.precision)),
                   QString::fromStdString(precisionText(m_b.precision)));
        if (m_a.silenced != m_b.silenced)
            m_out << Words::tr("silenced heads");
    }

    const Scene& m_a;
    const Scene& m_b;
    QStringList m_out;
};

}  // namespace

QStringList sceneChanges(const Scene& a, const Scene& b) {
    return Changes(a, b).all();
}

}  // namespace attn::app
