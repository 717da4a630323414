#include <cmath>

#include "core/scene/edit.h"
#include "core/scene/same.h"
#include "core/scene/validate.h"
#include "tests/support/catch.h"
#include "tests/support/core/scenes.h"

using namespace attn;
using namespace attn::test;

TEST_CASE("setCell: one matrix is copied, all others stay shared", "[scene]") {
    const Scene scene = plainScene(2, 3, 4, 2, 1, 2);
    const auto next = setCell(scene, MatrixId::X, 1, 2, 3, -7.5);
    REQUIRE(next);
    CHECK((*next->X)[23] == -7.5);
    CHECK((*next->X)[22] == (*scene.X)[22]);
    CHECK(next->Wq == scene.Wq);
    CHECK((*scene.X)[23] != -7.5);
    CHECK(std::isnan((*setCell(scene, MatrixId::Wq, 0, 0, 0, NAN)->Wq)[0]));
}

TEST_CASE("setBlock: what does not fit is refused with both sizes", "[scene][error]") {
    const Scene scene = plainScene(2, 3, 4, 2, 1, 2);
    Matrix block(2, 2);
    block.values = {1, 2, 3, 4};
    const auto next = setBlock(scene, MatrixId::Wq, 0, 1, 2, block);
    REQUIRE(next);
    CHECK(((*next->Wq)[6] == 1 && (*next->Wq)[7] == 2 && (*next->Wq)[10] == 3 && (*next->Wq)[11] == 4));
    CHECK(setBlock(scene, MatrixId::Wq, 0, 1, 3, block).error().message ==
          "A block of 2 x 2 does not fit at row 2, column 4 of W_q, which is 4 x 4.");
    CHECK(setBlock(scene, MatrixId::Wo, 0, 0, 0, block).error().message == "The scene has no W_o.");
    CHECK(setCell(scene, MatrixId::X, 2, 0, 0, 1).error().message == "Batch item 2 is out of range: there are 2.");
    CHECK_FALSE(setCell(scene, MatrixId::Wq, 0, -1, 0, 1));
    CHECK_FALSE(setCell(scene, MatrixId::Wq, 0, Index(1) << 62, 0, 1));
}

TEST_CASE("matrixValues: X is shown by batch item and a bias as one row", "[scene]") {
    Scene scene = plainScene(2, 3, 4, 2, 1, 2);
    scene.bq = tensor({4}, {1, 2, 3, 4});
    CHECK(matrixSize(scene, MatrixId::X) == MatrixSize{2, 3, 4});
    CHECK(matrixSize(scene, MatrixId::bq) == MatrixSize{1, 1, 4});
    CHECK(matrixSize(scene, MatrixId::Wo) == MatrixSize{});
    CHECK(matrixValues(scene, MatrixId::bq).values == std::vector<double>{1, 2, 3, 4});
    CHECK(matrixValues(scene, MatrixId::X, 1)(0, 0) == (*scene.X)[12]);
    CHECK(matrixName(MatrixId::Xkv) == "X_kv");
}

TEST_CASE("fillMatrix: zeros, identity and seeded numbers of the usual size", "[scene]") {
    const Scene scene = plainScene(2, 30, 64, 1, 1, 64);
    CHECK(*fillMatrix(scene, MatrixId::Wq, 0, Fill::Zeros)->Wq == Tensor({64, 64}));
    const auto identity = fillMatrix(scene, MatrixId::Wq, 0, Fill::Identity);
    CHECK(((*identity->Wq)[0] == 1 && (*identity->Wq)[1] == 0 && (*identity->Wq)[65] == 1));
    const auto random = fillMatrix(scene, MatrixId::Wq, 0, Fill::Random, 5);
    double squares = 0.0;
    for (Index i = 0; i < random->Wq->size(); ++i)
        squares += (*random->Wq)[i] * (*random->Wq)[i];
    CHECK(squares / 64.0 == Approx(1.0).epsilon(0.1));
    CHECK(identical(random->Wq, fillMatrix(scene, MatrixId::Wq, 0, Fill::Random, 5)->Wq));
    CHECK_FALSE(identical(random->Wq, fillMatrix(scene, MatrixId::Wq, 0, Fill::Random, 6)->Wq));
    CHECK_FALSE(identical(random->Wq, fillMatrix(scene, MatrixId::Wk, 0, Fill::Random, 5)->Wk));
    const auto second = fillMatrix(scene, MatrixId::X, 1, Fill::Zeros);
    CHECK((*second->X)[0] == (*scene.X)[0]);
    CHECK((*second->X)[30 * 64] == 0.0);
}

TEST_CASE("addMatrix: W_o starts as the identity, biases as zeros", "[scene]") {
    const Scene scene = plainScene(1, 3, 4, 2, 1, 2);
    const auto withOutput = addMatrix(scene, MatrixId::Wo);
    REQUIRE(withOutput);
    CHECK(withOutput->Wo->shape() == Shape{4, 4});
    CHECK(((*withOutput->Wo)[0] == 1.0 && (*withOutput->Wo)[5] == 1.0 && (*withOutput->Wo)[1] == 0.0));
    CHECK(addMatrix(scene, MatrixId::bk)->bk->shape() == Shape{2});
    CHECK(addMatrix(*withOutput, MatrixId::bo)->bo->shape() == Shape{4});
    CHECK(sameScene(*removeMatrix(*withOutput, MatrixId::Wo), scene));
    CHECK(addMatrix(*withOutput, MatrixId::Wo).error().message == "The scene has W_o already.");
    CHECK(addMatrix(scene, MatrixId::Wq).error().message == "W_q cannot be added; only W_o and the biases can.");
    CHECK_FALSE(removeMatrix(scene, MatrixId::X));
}

TEST_CASE("newScene: the same sizes and seed give the same scene, of the sizes asked for", "[scene]") {
    NewScene sizes;
    sizes.batch = 2, sizes.tokens = 5, sizes.contextTokens = 7, sizes.dModel = 6, sizes.dKv = 3;
    sizes.heads = 4, sizes.kvHeads = 2, sizes.dk = 3, sizes.dv = 5, sizes.hasOutput = true;
    const auto scene = newScene(sizes, 9);
    REQUIRE(scene);
    Dimensions want;
    want.batch = 2, want.nq = 5, want.nk = 7, want.dModel = 6, want.dKv = 3, want.heads = 4, want.kvHeads = 2;
    want.dk = 3, want.dv = 5, want.dOut = 6, want.isCross = true;
    CHECK(*validate(*scene) == want);
    CHECK(sameScene(*scene, *newScene(sizes, 9)));
    CHECK_FALSE(sameScene(*scene, *newScene(sizes, 10)));
    CHECK((*scene->X)[0] != (*scene->X)[5 * 6]);
}

TEST_CASE("newScene: sizes out of range are refused with the numbers", "[scene][error]") {
    NewScene sizes;
    sizes.dk = 0;
    CHECK(newScene(sizes, 1).error().message == "The key width is 0; it must be from 1 to 1048576.");
    sizes = {};
    sizes.tokens = 1048576, sizes.dModel = 1048576;
    CHECK(newScene(sizes, 1).error().message ==
          "X of shape 1 x 1048576 x 1048576 would take 8 TiB; at most 1 GiB are edited.");
    sizes = {};
    sizes.heads = 4, sizes.kvHeads = 3;
    CHECK(newScene(sizes, 1).error().message == "4 heads cannot share 3 key-value heads evenly; try 1, 2, 4.");
}
