#include "core/io/tensor_files.h"

#include <zip.h>

#include <cmath>
#include <cstring>
#include <memory>
#include <nlohmann/json.hpp>

#include "core/evaluate/evaluate.h"
#include "tests/support/catch.h"
#include "tests/support/core/scenes.h"

using namespace attn;
using namespace attn::test;

namespace {

NamedTensor named(const char* key, const Tensor& tensor, NumberKind kind) {
    return {key, tensor.shape(), kind,
            [&tensor](Index first, Index count, double* out) { std::copy_n(tensor.data() + first, count, out); }};
}

template <class T>
T numberAt(const std::string& bytes, std::size_t at) {
    T value;
    REQUIRE(at + sizeof(T) <= bytes.size());
    std::memcpy(&value, bytes.data() + at, sizeof(T));
    return value;
}

/// The members of a zip archive, by name, read with the library.
std::vector<std::pair<std::string, std::string>> membersOf(const std::string& bytes) {
    zip_error_t error;
    zip_source_t* source = zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error);
    zip_t* archive = zip_open_from_source(source, ZIP_RDONLY | ZIP_CHECKCONS, &error);
    REQUIRE(archive);
    std::vector<std::pair<std::string, std::string>> members;
    for (zip_uint64_t i = 0; i < static_cast<zip_uint64_t>(zip_get_num_entries(archive, 0)); ++i) {
        zip_stat_t about;
        REQUIRE(zip_stat_index(archive, i, 0, &about) == 0);
        CHECK(about.comp_method == ZIP_CM_STORE);
        std::string content(static_cast<std::size_t>(about.size), '\0');
        zip_file_t* file = zip_fopen_index(archive, i, 0);
        CHECK(zip_fread(file, content.data(), about.size) == static_cast<zip_int64_t>(about.size));
        zip_fclose(file);
        members.emplace_back(about.name, std::move(content));
    }
    zip_discard(archive);
    return members;
}

}  // namespace

TEST_CASE("npy: the header says type and shape, and the numbers start at a multiple of 64", "[io]") {
    const Tensor cells({2, 3}, {1.5, -2.0, NAN, INFINITY, 0.0, 1e-300});
    const std::string bytes = npyBytes(named("X", cells, NumberKind::F64));
    CHECK(bytes.substr(0, 8) == std::string("\x93NUMPY\x01\x00", 8));
    const auto header = numberAt<std::uint16_t>(bytes, 8);
    CHECK((10 + header) % 64 == 0);
    const std::string text = bytes.substr(10, header);
    CHECK(text.rfind("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }", 0) == 0);
    CHECK(text.back() == '\n');
    REQUIRE(bytes.size() == std::size_t(10) + header + 6 * 8);
    CHECK(numberAt<double>(bytes, std::size_t(10) + header + 8) == -2.0);
    CHECK(std::isnan(numberAt<double>(bytes, std::size_t(10) + header + 16)));
    CHECK(numberAt<double>(bytes, std::size_t(10) + header + 40) == 1e-300);
}

TEST_CASE("npy: one axis, none, and none long are written as NumPy writes them", "[io]") {
    CHECK(
        npyBytes(named("x", Tensor({3}), NumberKind::F32)).find("'<f4', 'fortran_order': False, 'shape': (3,), }") !=
        std::string::npos);
    CHECK(npyBytes(named("x", Tensor(Shape{}), NumberKind::F64)).find("'shape': (), }") != std::string::npos);
    CHECK(npyBytes(named("x", Tensor({0, 4}), NumberKind::Bool))
              .find("'|b1', 'fortran_order': False, 'shape': (0, 4), }") != std::string::npos);
}

TEST_CASE("npz: every tensor is a member that numbers of its own type fill, the same bytes each time", "[io]") {
    const Tensor wide({2}, {0.1, -3.0});
    const Tensor flags({3}, {1, 0, 1});
    const Tensor counts({1}, {7});
    const std::vector<NamedTensor> tensors{named("weights", wide, NumberKind::F32),
                                           named("allowed", flags, NumberKind::Bool),
                                           named("row_metrics.n_allowed", counts, NumberKind::Int)};
    const auto bytes = npzBytes(tensors);
    REQUIRE(bytes);
    const auto members = membersOf(*bytes);
    REQUIRE(members.size() == 3);
    CHECK(members[0].first == "weights.npy");
    CHECK(members[2].first == "row_metrics.n_allowed.npy");
    for (std::size_t i = 0; i < members.size(); ++i)
        CHECK(members[i].second == npyBytes(tensors[i]));
    CHECK(numberAt<float>(members[0].second, members[0].second.size() - 8) == 0.1F);
    CHECK(members[1].second.substr(members[1].second.size() - 3) == std::string("\1\0\1", 3));
    CHECK(numberAt<std::int64_t>(members[2].second, members[2].second.size() - 8) == 7);
    CHECK(*npzBytes(tensors) == *bytes);
}

TEST_CASE("safetensors: the header's offsets are those of the numbers, and fill the file", "[io]") {
    const Tensor wide({2, 2}, {1, 2, 3, 4});
    const Tensor flags({3}, {1, 0, 1});
    const std::string bytes =
        safetensorsBytes({named("a \"b\"", flags, NumberKind::Bool), named("W_q", wide, NumberKind::F64)});
    const auto length = numberAt<std::uint64_t>(bytes, 0);
    CHECK(length % 8 == 0);
    const auto header = nlohmann::json::parse(bytes.substr(8, length));
    CHECK(header["a \"b\""] == nlohmann::json({{"dtype", "BOOL"}, {"shape", {3}}, {"data_offsets", {0, 3}}}));
    CHECK(header["W_q"] == nlohmann::json({{"dtype", "F64"}, {"shape", {2, 2}}, {"data_offsets", {3, 35}}}));
    CHECK(bytes.size() == 8 + length + 35);
    CHECK(numberAt<double>(bytes, 8 + length + 3 + 24) == 4.0);
}

TEST_CASE("tensors of an evaluation: names, types and numbers are the evaluation's own", "[io]") {
    const Scene scene = plainScene(1, 3, 4, 2, 1, 2);
    const auto evaluation = evaluate(scene);
    REQUIRE(evaluation);
    bool hasWeights = false;
    for (const NamedTensor& tensor : tensorsOf(*evaluation)) {
        if (tensor.key != "weights")
            continue;
        hasWeights = true;
        CHECK(tensor.kind == NumberKind::F32);
        CHECK(tensor.shape == Shape{1, 2, 3, 3});
        CHECK(numbersOf(tensor) == evaluation->weights.toTensor());
    }
    CHECK(hasWeights);
    const auto own = tensorsOf(scene);
    REQUIRE(own.size() == 4);
    CHECK(own[0].key == "X");
    CHECK(numbersOf(own[3]) == *scene.Wv);
}
