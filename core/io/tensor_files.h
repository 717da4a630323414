#pragma once
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/io/evaluation_tensors.h"

namespace attn {

// Tensors as the files of other programs. Row-major, little-endian; F64 and F32 keep their width, Bool is one byte,
// Int is 64 bits. The same tensors give the same bytes on every run and machine.

/// One tensor as NumPy's .npy, format 1.0.
std::string npyBytes(const NamedTensor& tensor);

/// Many, at least one, as NumPy's .npz: an uncompressed zip archive of KEY.npy, dated 1980.
///
/// Errors    TooLarge when the archive cannot be made in memory, with the library's reason.
Result<std::string> npzBytes(const std::vector<NamedTensor>& tensors);

/// Many as safetensors: 8 bytes for the length of a JSON header, the header, the numbers.
std::string safetensorsBytes(const std::vector<NamedTensor>& tensors);

}  // namespace attn
