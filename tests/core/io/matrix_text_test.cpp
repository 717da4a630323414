#include "core/io/matrix_text.h"

#include <cmath>

#include "core/io/scene_matrix.h"
#include "tests/support/catch.h"
#include "tests/support/core/scenes.h"

using namespace attn;
using namespace attn::test;

namespace {

LabelledMatrix sample() {
    LabelledMatrix matrix;
    matrix.cells = Matrix(2, 2);
    matrix.cells.values = {0.1, -1.0 / 3.0, NAN, -INFINITY};
    matrix.rowLabels = {"The", "say \"hi\",\nyou"};
    matrix.colLabels = {"a,b", "50%_{x}"};
    matrix.rowTitle = "query";
    matrix.colTitle = "key";
    return matrix;
}

}  // namespace

TEST_CASE("matrix text: every digit, and labels that need it in quotation marks", "[io]") {
    CHECK(separatedText(sample(), ',') ==
          "query,\"a,b\",50%_{x}\nThe,0.1,-0.3333333333333333\n\"say \"\"hi\"\",\nyou\",NaN,-Infinity\n");
    CHECK(separatedText(sample(), '\t') ==
          "query\ta,b\t50%_{x}\nThe\t0.1\t-0.3333333333333333\n\"say \"\"hi\"\",\nyou\"\tNaN\t-Infinity\n");
    LabelledMatrix bare;
    bare.cells = Matrix(1, 2, 2.5);
    CHECK(separatedText(bare, ',') == "2.5,2.5\n");
    bare.cells = Matrix(0, 2);
    CHECK(separatedText(bare, ',').empty());
}

TEST_CASE("latex: a bmatrix says how it was rounded and has no minus before 0", "[io]") {
    LabelledMatrix matrix = sample();
    CHECK(latexMatrix(matrix, 2) ==
          "% Numbers rounded to 2 decimals.\n\\begin{bmatrix}\n  0.10 & -0.33 \\\\\n  \\mathrm{NaN} & -\\infty\n"
          "\\end{bmatrix}\n");
    matrix.cells = Matrix(1, 11, -0.001);
    const std::string wide = latexMatrix(matrix, 1);
    CHECK(wide.find("\\setcounter{MaxMatrixCols}{11}") != std::string::npos);
    CHECK(wide.find("-0.0") == std::string::npos);
}

TEST_CASE("latex: labels of a table and a heatmap are escaped, and stay one label each", "[io]") {
    const std::string table = latexTable(sample(), 1);
    CHECK(table.find("query & a,b & 50\\%\\_\\{x\\} \\\\\n  \\midrule") != std::string::npos);
    CHECK(table.find("The & $0.1$ & $-0.3$ \\\\") != std::string::npos);
    CHECK(table.find("say \"hi\",\\textvisiblespace{}you & $\\mathrm{NaN}$ & $-\\infty$") != std::string::npos);
    const std::string heatmap = latexHeatmap(sample(), 3);
    CHECK(heatmap.find("xticklabels={{a,b},{50\\%\\_\\{x\\}}}") != std::string::npos);
    CHECK(heatmap.find("mesh/cols=2, mesh/rows=2") != std::string::npos);
    CHECK(heatmap.find("\n  0 0 0.100\n  1 0 -0.333\n  0 1 nan\n  1 1 nan\n") != std::string::npos);
    CHECK(heatmap.find("y dir=reverse") != std::string::npos);
}

TEST_CASE("latex: signs that LaTeX has no room for are seen, and other scripts are said to need another program",
          "[io]") {
    LabelledMatrix matrix = sample();
    matrix.rowLabels = {"<s>|", "  "};
    matrix.colLabels = {"a\x1b[b", ""};
    const std::string text = latexHeatmap(matrix, 1);
    CHECK(text.find("{\\textless{}s\\textgreater{}\\textbar{}},{\\textvisiblespace{}\\textvisiblespace{}}") !=
          std::string::npos);
    CHECK(text.find("{a\\textvisiblespace{}[b},{}") != std::string::npos);
    CHECK(text.find("XeLaTeX") == std::string::npos);
    matrix.colLabels[1] = "\u6ce8";
    CHECK(latexHeatmap(matrix, 1).find("need XeLaTeX or LuaLaTeX") != std::string::npos);
}

TEST_CASE("latex: a heatmap takes colours and range from outside, and a lone row gets one beside it", "[io]") {
    LabelledMatrix matrix = sample();
    matrix.cells = Matrix(1, 2, 0.5);
    matrix.rowLabels = {"The"};
    const std::string text = latexHeatmap(matrix, 2, {{0x00224e, 0xfee838}, -1.5, 2.0, "a_b"});
    CHECK(text.find("colormap={headscope}{rgb255=(0,34,78) rgb255=(254,232,56)}") != std::string::npos);
    CHECK(text.find("point meta min=-1.5, point meta max=2, colorbar style={ylabel={a\\_b}}") != std::string::npos);
    CHECK(text.find("ytick={0}, ") != std::string::npos);
    CHECK(text.find("mesh/cols=2, mesh/rows=2") != std::string::npos);
    CHECK(text.find("\n  1 0 0.50\n  0 1 nan\n  1 1 nan\n") != std::string::npos);
    matrix.cells = Matrix(0, 2);
    CHECK(latexHeatmap(matrix, 2).find("% The matrix has no cells.") != std::string::npos);
}

TEST_CASE("scene matrix: the last two axes of a batch item and head, with the tokens they stand for", "[io]") {
    Scene scene = plainScene(1, 2, 4, 2, 1, 2);
    scene.tokens = {"a", "b"};
    Tensor numbers({1, 2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8});
    NamedTensor tensor{"weights", numbers.shape(), NumberKind::F64, [&](Index first, Index count, double* out) {
                           std::copy_n(numbers.data() + first, count, out);
                       }};
    const auto matrix = labelledMatrix(scene, tensor, 0, 1);
    REQUIRE(matrix);
    CHECK(matrix->cells.values == std::vector<double>{5, 6, 7, 8});
    CHECK(matrix->rowLabels == scene.tokens);
    CHECK(matrix->colLabels == scene.tokens);
    CHECK(matrix->rowTitle == "query");
    CHECK(matrix->colTitle == "key");

    CHECK(labelledMatrix(scene, tensor, 0, 2).error().message ==
          "There is no head 2: weights has 2, counted from 0.");
    CHECK(labelledMatrix(scene, tensor, 1, 0).error().message ==
          "There is no batch item 1: weights has 1, counted from 0.");
    tensor.key = "lse";
    tensor.shape = {2, 2, 2};
    const auto rows = labelledMatrix(scene, tensor, 1, 0);
    REQUIRE(rows);
    CHECK(rows->rowLabels == std::vector<std::string>{"head 0", "head 1"});
    CHECK(rows->cells.values == std::vector<double>{5, 6, 7, 8});
    tensor.key = "b_q";
    tensor.shape = {8};
    CHECK(labelledMatrix(scene, tensor, 0, 0)->cells.rows == 1);
    tensor.shape = {1, 1, 1, 2, 4};
    CHECK_FALSE(labelledMatrix(scene, tensor, 0, 0));
}
