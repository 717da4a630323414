#include "core/io/tensor_files.h"

#include <zip.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>

#include "core/io/json.h"

namespace attn {

namespace {

static_assert(std::endian::native == std::endian::little, "The files are little-endian.");

constexpr Index kBlock = Index(1) << 13;

struct TypeNames {
    const char* npy;
    const char* safetensors;
    std::size_t bytes;
};

const TypeNames& typeOf(NumberKind kind) {
    static constexpr TypeNames kTypes[] = {
        {"<f8", "F64", 8}, {"<f4", "F32", 4}, {"|b1", "BOOL", 1}, {"<i8", "I64", 8}};
    return kTypes[static_cast<int>(kind)];
}

template <class T>
void appendAs(std::string& out, const std::vector<double>& numbers, Index count) {
    for (Index i = 0; i < count; ++i) {
        const T value = static_cast<T>(numbers[static_cast<std::size_t>(i)]);
        char bytes[sizeof(T)];
        std::memcpy(bytes, &value, sizeof(T));
        out.append(bytes, sizeof(T));
    }
}

void appendNumbers(std::string& out, const NamedTensor& tensor) {
    const Index size = elementCount(tensor.shape);
    std::vector<double> numbers(static_cast<std::size_t>(std::min(size, kBlock)));
    for (Index first = 0; first < size; first += kBlock) {
        const Index count = std::min(kBlock, size - first);
        tensor.copy(first, count, numbers.data());
        switch (tensor.kind) {
            case NumberKind::F64:
                appendAs<double>(out, numbers, count);
                break;
            case NumberKind::F32:
                appendAs<float>(out, numbers, count);
                break;
            case NumberKind::Bool:
                appendAs<std::uint8_t>(out, numbers, count);
                break;
            case NumberKind::Int:
                appendAs<std::int64_t>(out, numbers, count);
                break;
        }
    }
}

void appendLittle(std::string& out, std::uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i)
        out += static_cast<char>(value >> (8 * i) & 0xff);
}

struct DiscardArchive {
    void operator()(zip_t* archive) const { zip_discard(archive); }
};
struct FreeSource {
    void operator()(zip_source_t* source) const { zip_source_free(source); }
};
using Archive = std::unique_ptr<zip_t, DiscardArchive>;
using Source = std::unique_ptr<zip_source_t, FreeSource>;

Error archiveFault(const char* reason) {
    return {ErrorCode::TooLarge, std::string("The npz archive could not be made: ") + reason + "."};
}

/// Adds `bytes`, which outlive the archive, under `name`.
bool addMember(zip_t* archive, const std::string& name, const std::string& bytes) {
    constexpr zip_uint16_t kFirstDay = (0 << 9) | (1 << 5) | 1;  // 1980-01-01
    zip_source_t* source = zip_source_buffer(archive, bytes.data(), bytes.size(), 0);
    if (!source)
        return false;
    const zip_int64_t at = zip_file_add(archive, name.c_str(), source, ZIP_FL_ENC_UTF_8);
    if (at < 0) {
        zip_source_free(source);
        return false;
    }
    const auto index = static_cast<zip_uint64_t>(at);
    return zip_set_file_compression(archive, index, ZIP_CM_STORE, 0) == 0 &&
           zip_file_set_dostime(archive, index, 0, kFirstDay, 0) == 0;
}

Result<std::string> contentsOf(zip_source_t* source) {
    zip_stat_t about;
    if (zip_source_stat(source, &about) != 0 || zip_source_open(source) != 0)
        return archiveFault(zip_error_strerror(zip_source_error(source)));
    std::string bytes(static_cast<std::size_t>(about.size), '\0');
    const zip_int64_t read = zip_source_read(source, bytes.data(), about.size);
    zip_source_close(source);
    if (read != static_cast<zip_int64_t>(about.size))
        return archiveFault(zip_error_strerror(zip_source_error(source)));
    return bytes;
}

}  // namespace

std::string npyBytes(const NamedTensor& tensor) {
    std::string shape;
    for (const Index size : tensor.shape)
        shape += std::to_string(size) + ", ";
    if (tensor.shape.size() > 1)
        shape.resize(shape.size() - 2);
    else if (!shape.empty())
        shape.pop_back();  // (3,) as NumPy writes one axis
    std::string header = std::string("{'descr': '") + typeOf(tensor.kind).npy +
                         "', 'fortran_order': False, 'shape': (" + shape + "), }";
    constexpr std::size_t kPrelude = 10;
    constexpr std::size_t kAlignment = 64;
    header.append((kAlignment - (kPrelude + header.size() + 1) % kAlignment) % kAlignment, ' ');
    header += '\n';
    std::string bytes("\x93NUMPY\x01\x00", 8);
    appendLittle(bytes, header.size(), 2);
    bytes += header;
    appendNumbers(bytes, tensor);
    return bytes;
}

Result<std::string> npzBytes(const std::vector<NamedTensor>& tensors) {
    std::vector<std::string> members;
    for (const NamedTensor& tensor : tensors)
        members.push_back(npyBytes(tensor));
    zip_error_t error;
    zip_error_init(&error);
    const Source source(zip_source_buffer_create(nullptr, 0, 0, &error));
    if (!source)
        return archiveFault(zip_error_strerror(&error));
    Archive archive(zip_open_from_source(source.get(), ZIP_TRUNCATE, &error));
    if (!archive)
        return archiveFault(zip_error_strerror(&error));
    zip_source_keep(source.get());  // closing the archive frees its hold on it
    for (std::size_t i = 0; i < members.size(); ++i)
        if (!addMember(archive.get(), tensors[i].key + ".npy", members[i]))
            return archiveFault(zip_strerror(archive.get()));
    if (zip_close(archive.get()) != 0)
        return archiveFault(zip_strerror(archive.get()));
    static_cast<void>(archive.release());
    return contentsOf(source.get());
}

std::string safetensorsBytes(const std::vector<NamedTensor>& tensors) {
    std::string header = "{";
    std::size_t end = 0;
    for (const NamedTensor& tensor : tensors) {
        const std::size_t begin = end;
        end += static_cast<std::size_t>(elementCount(tensor.shape)) * typeOf(tensor.kind).bytes;
        if (header.size() > 1)
            header += ',';
        appendJsonText(header, tensor.key);
        header += std::string(":{\"dtype\":\"") + typeOf(tensor.kind).safetensors + "\",\"shape\":[";
        for (std::size_t axis = 0; axis < tensor.shape.size(); ++axis)
            header += (axis == 0 ? "" : ",") + std::to_string(tensor.shape[axis]);
        header += "],\"data_offsets\":[" + std::to_string(begin) + "," + std::to_string(end) + "]}";
    }
    header += '}';
    header.append((8 - header.size() % 8) % 8, ' ');
    std::string bytes;
    appendLittle(bytes, header.size(), 8);
    bytes += header;
    for (const NamedTensor& tensor : tensors)
        appendNumbers(bytes, tensor);
    return bytes;
}

}  // namespace attn
