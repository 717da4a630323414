#pragma once
#include <initializer_list>
#include <string>

#include "core/base/result.h"
#include "core/scene/scene.h"

// The parts of validate(), and the sentences that they share. Each answers success or the first fault it finds.

namespace attn::checks {

using Check = Result<void>;

constexpr Index kLargestCount = Index(1) << 53;     // every count stays exact as a double
constexpr Index kLargestDistance = Index(1) << 31;  // so that left * dilation + offset cannot overflow

Error mismatch(std::string text);
Error outOfRange(std::string text);
/// "4 columns", "1 column".
std::string count(Index n, const std::string& noun);
/// "There are 4 heads", "There is 1 head".
std::string thereAre(std::size_t n, const std::string& noun);
std::string number(double value);
/// "1, 2, 5, 10": the divisors of n, at most twelve.
std::string divisors(Index n);

/// `tensor` is there and has `rank` axes, named by `axes`.
Check needRank(const TensorPtr& tensor, const std::string& name, Index rank, const char* axes);
Check needSplit(Index columns, Index parts, const char* name, const char* what);
/// A bias that is there has one number for each of `columns`.
Check needBias(const TensorPtr& bias, const char* name, const char* matrix, Index columns);
/// Fails when the product of `sizes` is past 2^53.
Check needCountable(std::initializer_list<Index> sizes, const char* what);
Check needBroadcast(const Shape& shape, const std::string& name, const Dimensions& d);
Check needOffsets(const std::vector<Index>& offsets, const std::string& name, Index batch);
/// index is one of 0 .. size - 1.
Check needIndex(Index index, Index size, const std::string& name, const char* noun);

/// The tensors of one kind, whose sizes they put into `d`. Mha also serves Linear.
Check checkHeads(const Scene& scene, Dimensions& d);
Check checkMha(const Scene& scene, Dimensions& d);
Check checkQkv(const Scene& scene, Dimensions& d);
Check checkWeights(const Scene& scene, Dimensions& d);
Check checkAdditive(const Scene& scene, Dimensions& d);
/// W_o and its bias, or the joined heads; sets d.dOut.
Check checkOutput(const Scene& scene, Dimensions& d);

Check checkMask(const Mask& mask, const Dimensions& d);
/// Scale, temperature, soft cap, position, sink, dropout, silenced heads, tiles, dOut and loss.
Check checkModifiers(const Scene& scene, const Dimensions& d);

}  // namespace attn::checks
